// The bots of reversi: the article's four (docs/reference/rules.md 1.6), those with the learned evaluation, and
// reference bots for measurements.
#pragma once
#include <span>

#include "games/core/wire.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {

// In the order of strength, except for the last ones, which the catalogue does not list.
std::span<BotInfo const> bots();

// Playouts per move of `mcs` level 1 by the number of empty cells; each further level has four times as many.
int mcs_playouts(int empty_cells);

template <class Word>
struct ReversiBots {
  using G = Reversi<Word>;
  static Move choose(typename G::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking);
  static std::unique_ptr<Thought<Move>> begin(typename G::State const& state, Seat seat, std::string_view bot,
                                              int level);
};

}  // namespace engawa::games::reversi

namespace engawa::games {

template <class Word>
struct Bots<reversi::Reversi<Word>> : reversi::ReversiBots<Word> {};

}  // namespace engawa::games
