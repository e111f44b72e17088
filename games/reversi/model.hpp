// The weights of an evaluation in memory, and the data needed to look them up. Players' numbers are in units of 1 /
// kUnit.
#pragma once
#include <cstdint>
#include <type_traits>
#include <vector>

#include "games/reversi/features.hpp"

namespace engawa::games::reversi {

inline constexpr float kUnit = 64;
inline constexpr float kShareUnit = 16384;

// Line: the type of a pattern's weight: std::int8_t in play, float in training (in the same unit, with fractions).
template <class Line>
struct ModelOf {
  using Fact = std::conditional_t<std::is_integral_v<Line>, std::int16_t, float>;
  using Sum = std::conditional_t<std::is_integral_v<Line>, std::int32_t, float>;

  Setup<std::uint64_t> setup;
  Patterns patterns;
  std::array<std::uint8_t, 8> sight{};  // by Disc, then kEmpty: its view by everyone but its owner
  std::vector<Line> lines;              // kPhases * patterns.entries
  std::vector<Fact> facts;              // kPhases * kFactWeights
  std::vector<Fact> shares;             // kPhases * kShareWeights, in units of 1 / kShareUnit

  Line const* lines_of(std::size_t phase) const { return lines.data() + phase * patterns.entries; }
  Fact const* facts_of(std::size_t phase) const { return facts.data() + phase * kFactWeights; }
  Fact const* shares_of(std::size_t phase) const { return shares.data() + phase * kShareWeights; }
};

struct Model : ModelOf<std::int8_t> {};

// All weights are 0. REQUIRES: the variant's board has patterns.
template <class AnyModel>
AnyModel make_model(Variant const& variant) {
  AnyModel model;
  model.setup = make_setup<std::uint64_t>(variant);
  model.patterns = make_patterns(model.setup.geometry);
  model.sight.fill(kSeesFixed);
  model.sight[kEmpty] = kSeesEmpty;
  for (std::size_t i = 0; i < kPlayerCount; ++i)
    if (model.setup.permanent[i] == 0) model.sight[i] = kSeesOther;
  model.lines.resize(kPhases * model.patterns.entries);
  model.facts.resize(kPhases * kFactWeights);
  model.shares.resize(kPhases * kShareWeights);
  return model;
}

}  // namespace engawa::games::reversi
