// Computes one pattern table. Any thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace engawa::games::fifteen {

// (steps - Manhattan distance) / 2 of every placement, two in a byte, the even one in the low half. nullopt when stopped. REQUIRES: group < 3.
std::optional<std::vector<std::uint8_t>> build_pattern_table(std::size_t group, std::stop_token const& stop);

}  // namespace engawa::games::fifteen
