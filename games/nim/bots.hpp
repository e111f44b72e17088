// The bots of the 753 game. Any thread.
#pragma once
#include "games/core/match_of.hpp"
#include "games/nim/rules.hpp"

namespace engawa::games::nim {

inline constexpr int kOshoLevels = 5;

// The article's own strategy (rules.md 2.4), with all bits: when the xor of the groups is not 0, take from the left end
// of the first group that has its highest bit; else a random part of a random group. It knows nothing of misere play.
// REQUIRES: a cell is untaken.
Move seed_move(Position const& position, Rng& rng);

// One of all winning moves at random. When every move loses: take one cell so that as few answers as possible win.
// REQUIRES: as above.
Move perfect_move(Position const& position, Rng& rng);

// How many of a hundred moves `osho` plays at random.
// REQUIRES: 1 <= level <= kOshoLevels.
int blunder_percent(int level);

}  // namespace engawa::games::nim

namespace engawa::games {

template <>
struct Bots<nim::Nim> {
  static nim::Move choose(nim::Position const& position, Seat seat, std::string_view bot, int level,
                          Thinking& thinking);
};

}  // namespace engawa::games
