// Computes one pattern table. Any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "games/fifteen/areas.hpp"
#include "games/fifteen/placements.hpp"

namespace engawa::games::fifteen {

// For each order, the bits of all areas, padded to a whole number of bytes.
inline std::size_t pattern_row_bytes(Areas const& areas) { return (areas.size() + 63) / 64 * 8; }

// The second lowest bit of the steps of every placement and area: the lowest is that of the Manhattan distance. Seven
// tiles take about 1.5 s and, besides the 18 MB of the table, 70 MB during the computation. Returns nullopt within
// milliseconds when stopped.
// REQUIRES: placements.tiles() == tiles.size(); the areas are those of the placements.
std::optional<std::vector<std::uint8_t>> build_pattern_table(Placements const& placements, Areas const& areas,
                                                             std::span<Tile const> tiles, std::stop_token const& stop);

}  // namespace engawa::games::fifteen
