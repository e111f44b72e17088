// The weights of an evaluation in memory, and the data needed to look them up. Players' numbers are in units of 1 /
// kUnit.
//
// A player's view of a cell: empty, own, another player's, or immune (wildcards, bombs, discs of a permanent colour).
#pragma once
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/expect.hpp"
#include "games/reversi/many/features.hpp"

namespace engawa::games::reversi {

enum Sight : std::uint8_t { kSeesEmpty, kSeesOwn, kSeesOther, kSeesFixed };

inline constexpr float kUnit = 64;
inline constexpr float kShareUnit = 16384;

// Line: the type of a pattern's weight: std::int8_t in play, float in training (in the same unit, with fractions).
template <class Line>
struct ModelOf {
  using Fact = std::conditional_t<std::is_integral_v<Line>, std::int16_t, float>;
  using Sum = std::conditional_t<std::is_integral_v<Line>, std::int32_t, float>;

  Setup<std::uint64_t> setup;
  Patterns patterns;
  std::array<std::array<std::uint8_t, 8>, kPlayerCount> sight{};  // by player: the view of each Disc, then of kEmpty
  std::array<std::uint8_t, 8> foreign{};                          // the view of all other players
  // For each content of a cell before and after a change: the competitors whose views differ, one bit each.
  std::array<std::array<std::uint8_t, 8>, 8> concerned{};
  std::vector<Line> lines;   // kPhases * patterns.entries
  std::vector<Fact> facts;   // kPhases * kFactWeights
  std::vector<Fact> shares;  // kPhases * kShareWeights, in units of 1 / kShareUnit

  Line const* lines_of(std::size_t phase) const { return lines.data() + phase * patterns.entries; }
  Fact const* facts_of(std::size_t phase) const { return facts.data() + phase * kFactWeights; }
  Fact const* shares_of(std::size_t phase) const { return shares.data() + phase * kShareWeights; }
};

struct Model : ModelOf<std::int8_t> {};

// The view of players who do not own the disc, by Disc, then of kEmpty.
inline std::array<std::uint8_t, 8> foreign_sight(Setup<std::uint64_t> const& setup) {
  std::array<std::uint8_t, 8> sight;
  sight.fill(kSeesFixed);
  sight[kEmpty] = kSeesEmpty;
  for (std::size_t other = 0; other < kPlayerCount; ++other)
    if (setup.permanent[other] == 0) sight[other] = kSeesOther;
  return sight;
}

// All weights are 0.
template <class AnyModel>
AnyModel make_model(Variant const& variant) {
  AnyModel model;
  model.setup = make_setup<std::uint64_t>(variant);
  EXPECT(has_patterns(model.setup.geometry));
  model.patterns = make_patterns(model.setup.geometry);
  model.foreign = foreign_sight(model.setup);
  for (Disc const player : model.setup.compete) {
    auto& sight = model.sight[player] = model.foreign;
    sight[player] = kSeesOwn;
    for (std::size_t before = 0; before < 8; ++before)
      for (std::size_t after = 0; after < 8; ++after)
        if (sight[before] != sight[after])
          model.concerned[before][after] = static_cast<std::uint8_t>(model.concerned[before][after] | 1u << player);
  }
  model.lines.resize(kPhases * model.patterns.entries);
  model.facts.resize(kPhases * kFactWeights);
  model.shares.resize(kPhases * kShareWeights);
  return model;
}

}  // namespace engawa::games::reversi
