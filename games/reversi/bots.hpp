// The bots of reversi: the article's four (rules.md 1.6).
#pragma once
#include "games/bots/flat_monte_carlo.hpp"
#include "games/bots/greedy.hpp"
#include "games/core/match_of.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {

inline constexpr int kMcsLevels = 3;

// Playouts per move of `mcs` level 1 when so many cells are empty; each further level has four times as many.
int mcs_playouts(int empty_cells);

template <class Word>
struct ReversiBots {
  using G = Reversi<Word>;
  static Move choose(typename G::State const& state, Seat seat, std::string_view bot, int level, Thinking& thinking);
};

}  // namespace engawa::games::reversi

namespace engawa::games {

template <class Word>
struct Bots<reversi::Reversi<Word>> : reversi::ReversiBots<Word> {};

}  // namespace engawa::games
