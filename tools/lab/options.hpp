// The options from the command line.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clients/console/console.hpp"

namespace engawa::lab {

using cli::Console, cli::Exit, cli::Failure, cli::Outcome, cli::Tongue;

// The flags of arena, rate, bench and perft; each reads its own.
struct Options : cli::Manner {
  std::string game = "reversi";
  std::string preset;
  std::string game_options;           // JSON; empty: the preset's
  std::vector<std::string> bots;      // as typed: kitsune:5@5ms
  std::vector<std::string> programs;  // --exec
  std::vector<std::string> engines;   // --gtp
  std::vector<double> sprt;           // percent above equal: under H0, under H1
  std::optional<int> blocks, opening, pace_ms;
  std::optional<double> budget_ms;
  std::uint64_t seed = 1;
  int timeout_s = 10;
  int threads = 1;
  int samples = 1000;
  int depth = 0;
  std::string bench;  // the measured part
  std::optional<int> boards;
  bool one = false;  // one among the other contenders
  bool brief = false;
  bool all_bots = false;  // none named: every bot of the game
};

}  // namespace engawa::lab
