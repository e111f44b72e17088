// The value of a position for the player to move, in a game of two: the expected lead in discs at the end, in units of
// 1 / kUnit. It is the sum of the weights of the board's patterns (patterns.hpp), which depend on the phase of the
// game, and of one weight for the number of empty cells. Learned from self-play (docs/develop/training.md).
//
// An Evaluation is immutable: all threads share it.
#pragma once
#include <algorithm>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "games/reversi/two/patterns.hpp"

namespace engawa::games::reversi::duel {

inline constexpr int kUnit = 64;
inline constexpr int kMostValue = 63 * kUnit;  // largest absolute value of an evaluation
inline constexpr std::size_t kPhases = 15;
constexpr std::size_t phase_of(int empty) { return std::min(static_cast<std::size_t>(empty) / 4, kPhases - 1); }

struct Evaluation {
  Patterns patterns;
  std::vector<std::int16_t> weights;        // kPhases * patterns.entries
  std::array<std::int16_t, 65> by_empty{};  // by the number of empty cells

  std::int16_t const* of_phase(int empty) const { return weights.data() + phase_of(empty) * patterns.entries; }
};

// All weights are 0. REQUIRES: the preset has patterns (patterns_for).
Evaluation make_evaluation(Variant const& variant);

// REQUIRES: mirrored weights are equal.
std::string write_weights(Evaluation const& evaluation, Variant const& variant);

// Refuses with `bad_message` if the bytes are damaged, or of another version, layout or variant. Accepts any bytes.
Result<std::unique_ptr<Evaluation const>> read_weights(std::string_view text, Variant const& variant);

// The evaluation for a board with the cells of `classic` or `octagon` and any start, as reversi::evaluation_for does
// for more players (evaluations.cpp); loaded on first use (0.1 s). nullptr: there is none, or it is damaged. Any
// thread; valid as long as the process runs.
Evaluation const* evaluation_for(Variant const& variant);

}  // namespace engawa::games::reversi::duel
