#include "games/reversi/two/patterns.hpp"

#include <algorithm>

namespace engawa::games::reversi::duel {
namespace {

using Cells = std::vector<int>;  // bits

Cells read_cells(std::string_view list) {
  Cells cells;
  for (std::size_t i = 0; i < list.size(); i += 3) cells.push_back(list[i] - 'a' + 8 * (list[i + 1] - '1'));
  return cells;
}

// The eight symmetries of the square.
int image_of(int cell, int symmetry) {
  int column = cell % 8, row = cell / 8;
  if ((symmetry & 1) != 0) column = 7 - column;
  if ((symmetry & 2) != 0) row = 7 - row;
  if ((symmetry & 4) != 0) std::swap(column, row);
  return column + 8 * row;
}

Cells image_of(Cells cells, int symmetry) {
  for (auto& cell : cells) cell = image_of(cell, symmetry);
  return cells;
}

Bits set_of(Cells const& cells) {
  Bits set = 0;
  for (int const cell : cells) set |= Bits{1} << cell;
  return set;
}

std::uint32_t power_of_three(std::size_t exponent) {
  std::uint32_t power = 1;
  for (; exponent > 0; --exponent) power *= 3;
  return power;
}

// The new place of each cell under a symmetry that maps the pattern to itself but moves its cells; the same place if
// there is none.
std::vector<std::size_t> mirror_of(Cells const& cells) {
  std::vector<std::size_t> places;
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    auto const image = image_of(cells, symmetry);
    if (image == cells || set_of(image) != set_of(cells)) continue;
    for (int const cell : image)
      places.push_back(static_cast<std::size_t>(std::find(cells.begin(), cells.end(), cell) - cells.begin()));
    return places;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) places.push_back(i);
  return places;
}

void add_twins(Patterns& patterns, Pattern const& pattern, Cells const& cells) {
  auto const mirror = mirror_of(cells);
  for (std::uint32_t index = 0; index < pattern.entries; ++index) {
    std::uint32_t twin = 0, rest = index;
    for (std::size_t i = 0; i < cells.size(); ++i, rest /= 3) twin += rest % 3 * power_of_three(mirror[i]);
    patterns.twin.push_back(pattern.offset + twin);
  }
}

void add_lane(Patterns& patterns, Pattern const& pattern, Cells const& cells, std::size_t lane) {
  patterns.first[lane] = pattern.offset;
  patterns.last[lane] = pattern.offset + pattern.entries - 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    auto const step = static_cast<std::uint16_t>(power_of_three(i));
    auto& at = patterns.step[static_cast<std::size_t>(cells[i])].at[lane];
    at = static_cast<std::uint16_t>(at + step);
    patterns.bare.at[lane] = static_cast<std::uint16_t>(patterns.bare.at[lane] + step);
  }
}

}  // namespace

Lines Patterns::lines_of(Board const& board, bool second) const {
  auto lines = bare;
  Bits const plus = second ? board.other : board.own, minus = second ? board.own : board.other;
  for (std::size_t cell = 0; cell < 64; ++cell) {
    int const sign = (plus >> cell & 1) != 0 ? 1 : (minus >> cell & 1) != 0 ? -1 : 0;
    for (std::size_t lane = 0; lane < kLanes && sign != 0; ++lane)
      lines.at[lane] = static_cast<std::uint16_t>(lines.at[lane] + sign * step[cell].at[lane]);
  }
  return lines;
}

// Rows, diagonals, and the regions at corners and edges, which decide most games.
std::vector<std::string_view> patterns_for(std::string_view preset) {
  if (preset == "classic")
    return {"a4 b3 c2 d1",
            "a5 b4 c3 d2 e1",
            "a6 b5 c4 d3 e2 f1",
            "a7 b6 c5 d4 e3 f2 g1",
            "a8 b7 c6 d5 e4 f3 g2 h1",
            "a2 b2 c2 d2 e2 f2 g2 h2",
            "a3 b3 c3 d3 e3 f3 g3 h3",
            "a4 b4 c4 d4 e4 f4 g4 h4",
            "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
            "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
            "a1 b1 c1 a2 b2 c2 a3 b3 c3"};
  if (preset == "octagon")
    return {"e1 f2 g3 h4",
            "d1 e2 f3 g4 h5",
            "c1 d2 e3 f4 g5 h6",
            "b2 c3 d4 e5 f6 g7",
            "b2 c2 d2 e2 f2 g2",
            "a3 b3 c3 d3 e3 f3 g3 h3",
            "a4 b4 c4 d4 e4 f4 g4 h4",
            "b2 c1 d1 e1 f1 g2 c2 d2 e2 f2",
            "a3 a4 b2 b3 b4 c1 c2 c3 d1 d2"};
  return {};
}

Patterns make_patterns(Bits field, std::vector<std::string_view> const& lists) {
  Patterns patterns;
  patterns.field = field;
  std::size_t lane = 0;
  for (auto const list : lists) {
    auto const cells = read_cells(list);
    Pattern const pattern{patterns.entries, power_of_three(cells.size())};
    patterns.patterns.push_back(pattern);
    patterns.entries += pattern.entries;
    add_twins(patterns, pattern, cells);
    std::vector<Bits> seen;
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      auto const image = image_of(cells, symmetry);
      if (std::find(seen.begin(), seen.end(), set_of(image)) != seen.end()) continue;
      seen.push_back(set_of(image));
      add_lane(patterns, pattern, image, lane++);
    }
  }
  for (; lane < kLanes; ++lane) patterns.first[lane] = patterns.last[lane] = patterns.entries;
  patterns.twin.push_back(patterns.entries++);
  return patterns;
}

}  // namespace engawa::games::reversi::duel
