// The facts of the whole position that the evaluation uses beside patterns, and the layout of their weights: each fact
// is a small number that selects a weight.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "games/reversi/many/patterns.hpp"

namespace engawa::games::reversi {

// Weights depend on the phase of the game, which is the number of empty cells.
inline constexpr std::size_t kPhases = 7;
constexpr std::size_t phase_of(int empty_cells) {
  constexpr std::array<int, kPhases - 1> least = {4, 10, 17, 24, 31, 38};
  std::size_t phase = 0;
  while (phase < least.size() && empty_cells >= least[phase]) ++phase;
  return phase;
}

// The facts of a player, each with one weight per value:
inline constexpr std::size_t kFacts = 5;
inline constexpr int kWaits = 6;      // number of players who play before this one, up to 5
inline constexpr int kMostLead = 20;  // own discs minus those of the best other competitor, within -20..20
inline constexpr std::uint16_t kTurnFacts = 0, kLeadFacts = kTurnFacts + kWaits,
                               kMobilityFacts = kLeadFacts + 2 * kMostLead + 1,
                               kTipFacts =
                                   kMobilityFacts +
                                   16 * kWaits,  // number of moves if it were the player's turn now, up to 15, by wait
    kEdgeFacts = kTipFacts +
                 16 * kWaits,  // tips that the player could take now, and how many of them no earlier player can take
    kFactWeights = kEdgeFacts + 16 * kWaits;  // the same of edge cells
using Facts = std::array<std::uint16_t, kFacts>;

// For players who do not compete: the expected share of the board, by the number of discs now, up to 31.
inline constexpr std::size_t kShareWeights = kPlayerCount * 32;
constexpr std::size_t share_at(std::size_t player, int discs) {
  return 32 * player + static_cast<std::size_t>(std::min(discs, 31));
}

// `legal`: the moves of each player if it were that player's turn. REQUIRES: `turn` plays next, `next` as in Position.
inline std::array<Facts, kPlayerCount> facts_of(Setup<std::uint64_t> const& setup,
                                                std::array<std::uint64_t, 8> const& planes,
                                                std::array<std::uint64_t, kPlayerCount> const& legal, Disc turn,
                                                std::size_t next) {
  std::array<int, kPlayerCount> discs{};
  int most = 0, second = 0;
  for (Disc const player : setup.compete) {
    int const count = discs[player] = bits::count(planes[player]);
    second = std::max(second, std::min(most, count));
    most = std::max(most, count);
  }
  // The number of cells that the player could take, and of those that no earlier player could take, up to 3 each.
  auto const taken_by = [](std::uint64_t cells, std::uint64_t& claimed) {
    int const all = std::min(bits::count(cells), 3), first = std::min(bits::count(cells & ~claimed), 3);
    claimed |= cells;
    return 4 * all + first;
  };
  auto const at = [](int begin, int index) { return static_cast<std::uint16_t>(begin + index); };
  std::array<Facts, kPlayerCount> facts{};
  std::uint64_t tips = 0, edges = 0;  // that earlier players could take
  auto const size = setup.rotation.size();
  int const cut_in = setup.rotation[next] == turn ? 0 : 1;
  for (std::size_t i = 0; i < size; ++i) {
    Disc const player = setup.rotation[next + i < size ? next + i : next + i - size];
    int const wait = std::min(static_cast<int>(i) + cut_in, kWaits - 1);
    int const lead = discs[player] - (discs[player] == most ? second : most);
    auto const moves = legal[player];
    facts[player] = {at(kTurnFacts, wait), at(kLeadFacts, std::clamp(lead, -kMostLead, kMostLead) + kMostLead),
                     at(kMobilityFacts, 16 * wait + std::min(bits::count(moves), 15)),
                     at(kTipFacts, 16 * wait + taken_by(moves & setup.geometry.tips, tips)),
                     at(kEdgeFacts, 16 * wait + taken_by(moves & setup.geometry.edges, edges))};
  }
  return facts;
}

}  // namespace engawa::games::reversi
