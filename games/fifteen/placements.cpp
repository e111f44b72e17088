#include "games/fifteen/placements.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/expect.hpp"

namespace engawa::games::fifteen {

Placements::Placements(std::size_t tiles) : tiles_(tiles) {
  EXPECT(1 <= tiles && tiles <= kMostTiles, tiles);
  for (unsigned cells = 0; cells < 65536; ++cells) {
    if (cells % 256 == 0) before_[cells / 256] = static_cast<std::uint16_t>(sets_.size());
    if (static_cast<std::size_t>(std::popcount(cells)) == tiles) sets_.push_back(static_cast<Cells>(cells));
  }
  Reading reading{};
  std::iota(reading.begin(), reading.end(), std::uint8_t{0});
  auto const end = reading.begin() + static_cast<std::ptrdiff_t>(tiles);
  do readings_.push_back(reading);
  while (std::next_permutation(reading.begin(), end));
  stay_ = rotation(0, 0);
  for (auto& by_place : rotations_)
    for (auto& by_passed : by_place) by_passed.fill(stay_.data());
  for (std::size_t place = 0; place < tiles; ++place) {
    for (std::size_t passed = 1; passed <= 3 && place + passed < tiles; ++passed) {
      rotated_.push_back(rotation(place + passed, place));
      rotations_[0][place][passed] = rotated_.back().data();
      rotated_.push_back(rotation(place, place + passed));
      rotations_[1][place][passed] = rotated_.back().data();
    }
  }
}

auto Placements::place(std::span<Cell const> cells) const -> Placed {
  EXPECT(cells.size() == tiles_, cells.size(), tiles_);
  Placed placed;
  for (auto const cell : cells) placed.cells = static_cast<Cells>(placed.cells | cell_bit(cell));
  EXPECT(std::popcount(placed.cells) == static_cast<int>(tiles_), placed.cells);
  Reading reading{};
  for (std::size_t tile = 0; tile < cells.size(); ++tile) {
    auto const before = placed.cells & (cell_bit(cells[tile]) - 1u);
    reading[static_cast<std::size_t>(std::popcount(before))] = static_cast<std::uint8_t>(tile);
  }
  placed.order = order_of(reading);
  return placed;
}

auto Placements::home(std::span<Tile const> tiles) const -> Placed {
  EXPECT(tiles.size() == tiles_, tiles.size(), tiles_);
  std::array<Cell, kMostTiles> cells{};
  for (std::size_t i = 0; i < tiles.size(); ++i) cells[i] = static_cast<Cell>(tiles[i] - 1);
  return place(std::span(cells).first(tiles.size()));
}

// Lehmer's code.
Order Placements::order_of(Reading const& reading) const {
  std::size_t rank = 0;
  for (std::size_t i = 0; i < tiles_; ++i) {
    std::size_t smaller = 0;
    for (std::size_t later = i + 1; later < tiles_; ++later) smaller += reading[later] < reading[i] ? 1 : 0;
    rank = rank * (tiles_ - i) + smaller;
  }
  return static_cast<Order>(rank);
}

auto Placements::rotation(std::size_t from, std::size_t to) const -> OrderTable {
  OrderTable table;
  for (auto reading : readings_) {
    auto const at = [&](std::size_t place) { return reading.begin() + static_cast<std::ptrdiff_t>(place); };
    if (from < to) {
      std::rotate(at(from), at(from + 1), at(to + 1));
    } else {
      std::rotate(at(to), at(from), at(from + 1));
    }
    table.push_back(order_of(reading));
  }
  return table;
}

}  // namespace engawa::games::fifteen
