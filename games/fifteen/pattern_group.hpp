// The groups of tiles of the pattern tables, and the arithmetic of placements.
#pragma once
#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

// A placement of a group's tiles as a number: the cell of its i-th tile in bits 4 i to 4 i + 3.
using Placement = std::uint32_t;

// The tiles are divided in two ways, each into groups of 6, 6 and 3: a step that one lets pass is often refused by the other.
inline constexpr std::size_t kDivisions = 2;
inline constexpr std::size_t kGroupsEach = 3;
inline constexpr std::size_t kGroups = kDivisions * kGroupsEach;

inline constexpr Tile kGroupTiles[kGroups][6] = {{1, 5, 6, 9, 10, 13}, {7, 8, 11, 12, 14, 15}, {2, 3, 4},
                                                 {1, 2, 3, 5, 6, 7},   {4, 8, 11, 12, 14, 15}, {9, 10, 13}};

constexpr std::span<Tile const> group_tiles(std::size_t group) {
  return {kGroupTiles[group], group % kGroupsEach == 2 ? std::size_t{3} : std::size_t{6}};
}

struct TilePlace {
  std::uint8_t group = 0;  // within its division
  std::uint8_t shift = 0;  // of its four bits in a placement
};
using TilePlaces = std::array<TilePlace, 16>;  // by tile

inline constexpr auto kTilePlaces = [] {
  std::array<TilePlaces, kDivisions> places{};
  for (std::size_t group = 0; group < kGroups; ++group)
    for (std::size_t i = 0; i < group_tiles(group).size(); ++i)
      places[group / kGroupsEach][group_tiles(group)[i]] = {static_cast<std::uint8_t>(group % kGroupsEach),
                                                            static_cast<std::uint8_t>(4 * i)};
  return places;
}();

// The cell on the other side of the diagonal. Of tiles: mirrored(tile - 1) + 1; the goal is its own mirror image.
constexpr int mirrored(int cell) { return cell % 4 * 4 + cell / 4; }

// What the search asks for at every node, by tile and cell: Manhattan distance, and the names in the mirror.
inline constexpr auto kHomeDistance = [] {
  std::array<std::array<std::uint8_t, 16>, 16> table{};
  for (int tile = 1; tile < 16; ++tile) {
    for (int cell = 0; cell < 16; ++cell) {
      int const rows = (tile - 1) / 4 - cell / 4;
      int const columns = (tile - 1) % 4 - cell % 4;
      table[static_cast<std::size_t>(tile)][static_cast<std::size_t>(cell)] =
          static_cast<std::uint8_t>((rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns));
    }
  }
  return table;
}();
inline constexpr auto kMirroredPlaces = [] {
  std::array<TilePlaces, kDivisions> places{};
  for (std::size_t division = 0; division < kDivisions; ++division)
    for (int tile = 1; tile < 16; ++tile)
      places[division][static_cast<std::size_t>(tile)] =
          kTilePlaces[division][static_cast<std::size_t>(mirrored(tile - 1) + 1)];
  return places;
}();

constexpr int home_distance(int tile, int cell) {
  return kHomeDistance[static_cast<std::size_t>(tile)][static_cast<std::size_t>(cell)];
}

// Calls visit(placement) for every placement of `tiles` tiles on different cells, always in the same order.
template <class Visit>
void for_each_placement(std::size_t tiles, Visit&& visit, Placement placement = 0, std::uint32_t taken = 0,
                        std::size_t i = 0) {
  if (i == tiles) {
    visit(placement);
    return;
  }
  for (std::uint32_t cell = 0; cell < 16; ++cell)
    if ((taken >> cell & 1u) == 0)
      for_each_placement(tiles, visit, placement | cell << (4 * i), taken | 1u << cell, i + 1);
}

}  // namespace engawa::games::fifteen
