// The bots of the 753 game. Any thread.
//
// The novice (kozo, levels 1 to 4) and the abbot (osho, 5) share a ladder: perfect play with fewer and fewer mistakes.
// Level 1 understands only endings of at most two groups. The article's bot, random and perfect play have no levels.
#pragma once
#include "games/core/wire.hpp"
#include "games/nim/rules.hpp"

namespace engawa::games::nim {

inline constexpr int kLevels = 5;
inline constexpr std::size_t kChildGroups = 2;  // level 1 understands at most this many

// The article's own strategy (docs/reference/rules.md 2.4), with all bits: when the xor of the groups is not 0, take
// from the left end of the first group that has its highest bit; else a random part of a random group. It ignores the
// misère rule. REQUIRES: a cell is untaken.
Move seed_move(Position const& position, Rng& rng);

// A random winning move. If every move loses: takes one cell so that the opponent has as few winning answers as
// possible.
// REQUIRES: as above.
Move perfect_move(Position const& position, Rng& rng);

// The percentage of a level's moves that are random. REQUIRES: 1 <= level <= kLevels.
int slip_percent(int level);

// REQUIRES: a cell is untaken, 1 <= level <= kLevels.
Move move_of_level(Position const& position, int level, Rng& rng);

std::vector<BotInfo> bot_infos();

}  // namespace engawa::games::nim

namespace engawa::games {

template <>
struct Bots<nim::Nim> {
  static nim::Move choose(nim::Position const& position, Seat seat, std::string_view bot, int level,
                          Thinking& thinking);
};

}  // namespace engawa::games
