// Computes one pattern table. Any thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "games/fifteen/placements.hpp"

namespace engawa::games::fifteen {

// (steps - Manhattan distance) / 2 of every placement by its index, two per byte, the even index in the low half. Seven
// tiles take about 2 s and, besides the 29 MB of the table, 50 MB during the computation. Returns nullopt within
// milliseconds when stopped.
// REQUIRES: placements.tiles() == tiles.size().
std::optional<std::vector<std::uint8_t>> build_pattern_table(Placements const& placements, std::span<Tile const> tiles,
                                                             std::stop_token const& stop);

}  // namespace engawa::games::fifteen
