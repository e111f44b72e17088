// How fast the games and their bots are, in processor time of the measuring thread. One thread; nothing here is judged.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "games/core/match.hpp"

namespace engawa::lab {

// The time for each figure. More time makes the figures steadier, not better.
struct Effort {
  double seconds = 1;                  // of processor time, for each figure; a bot gets a quarter of it
  int perft_less = 0;                  // fewer plies than in the full form
  int boards = 100;                    // of the 15-puzzle
  std::uint64_t iterations = 100'000;  // of a search
};

// Whole random games.
struct PlayoutRate {
  std::string game, preset;
  int at_once = 1;
  double per_second = 0;
};
std::vector<PlayoutRate> measure_playouts(Effort const& effort);

// Move sequences of a depth.
struct PerftRate {
  std::string preset;
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
};
std::vector<PerftRate> measure_perft(Effort const& effort);

// Every bot and level against itself, in positions of all stages of a game.
struct MoveCost {
  std::string game, preset, bot;
  int level = 1;
  std::int64_t moves = 0;
  double mean_us = 0, longest_us = 0;
};
std::vector<MoveCost> measure_bots(Effort const& effort);

// Iterations of the search behind the hint in the first position: with the learned evaluation, or with rollouts.
struct SearchRate {
  std::string preset;
  std::uint64_t iterations = 0;
  double per_second = 0;
};
std::vector<SearchRate> measure_searches(Effort const& effort);

// The exact endgame of random games of `classic`, from that many empty cells.
struct EndCost {
  int empty = 0, boards = 0;
  double median_ms = 0, p90_ms = 0, longest_ms = 0, mean_positions = 0;
};
EndCost measure_ends(int empty, int boards);

// Shortest solutions of random boards, and the time until the tables were ready (wall-clock time; several threads may
// compute them).
struct SolverCost {
  int boards = 0, optimal = 0;
  double prepare_ms = 0, mean_ms = 0, p99_ms = 0, longest_ms = 0, mean_length = 0;
};
SolverCost measure_solver(Effort const& effort, std::filesystem::path const& cache);

// A shot of the bubble shooter: computing its flight, and finding every cell that can be hit.
struct ShotCost {
  double flight_ns = 0, sweep_us = 0;
};
ShotCost measure_shots(Effort const& effort);

}  // namespace engawa::lab
