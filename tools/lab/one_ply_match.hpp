// The strength of the evaluation with one ply of search, against a listed bot.
#pragma once
#include <string_view>

#include "games/reversi/many/evaluation.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::training {

struct WinShare {
  double share = 0;  // the evaluation's part of all first places; shared ones are divided
  double error = 0;  // 95 %
  std::uint64_t games = 0;
};

// The move after which the mover's value is the highest.
games::reversi::Move best_move(games::reversi::Evaluation const& evaluation,
                               games::reversi::Reversi<std::uint64_t>::State const& state);

// Plays blocks: every way to seat two kinds of players, each from the same opening of four to twelve random moves. Equally strong kinds
// share the first places evenly. REQUIRES: reversi lists the bot and the level.
WinShare play_blocks(games::reversi::Evaluation const& evaluation, games::reversi::Variant const& variant,
                     std::string_view bot, int level, std::uint64_t blocks, std::uint64_t seed);

}  // namespace engawa::training
