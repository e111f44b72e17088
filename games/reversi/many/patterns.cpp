#include "games/reversi/many/patterns.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/expect.hpp"

namespace engawa::games::reversi {
namespace {

// One placement of each pattern, two digits per cell: column and row. The others are its images.
constexpr std::string_view kDiamondExamples[] = {
    "31415161",          // the rows of four,
    "223242526272",      // of six
    "1323334353637383",  // and of eight cells
    "4041424344454647",  // a row of ten as far as eight cells from a tip
    "4031221304",        // the diagonals, from the edge
    "504132231405",      //
    "5142332415",        //
    "615243342516",      //
    "6253443526",        //
    "726354453627",      // to the middle
    "4050314151614252",  // around two tips
    "3122134132231433",  // along an edge
};
constexpr std::string_view kOctagonExamples[] = {
    "20304050",          // the rows of four,
    "112131415161",      // of six
    "0212223242526272",  // and of eight cells
    "0313233343536373",  //
    "40516273",          // the diagonals, from the edge
    "3041526374",        //
    "203142536475",      //
    "2132435465",        //
    "112233445566",      // to the middle
    "2030405021314151",  // an edge and the cells before it,
    "0211203040506172",  // with the cells around the tips
    "0203111220213022",  // between two edges
};

// A board with patterns. Both are the cells within a distance, in steps along the axes, of the middle.
struct Board {
  std::size_t cells;
  int side, stride;
  std::span<std::string_view const> examples;
};
constexpr Board kBoards[] = {{60, 10, kDiamondStride, kDiamondExamples}, {52, 8, kOctagonStride, kOctagonExamples}};
constexpr int kReach = 5;

struct Point {
  int column, row;
};

// The eight symmetries of a square: with or without reflection at the diagonal and at each axis.
Point image(Point point, int side, int symmetry) {
  if (symmetry & 1) std::swap(point.column, point.row);
  if (symmetry & 2) point.column = side - 1 - point.column;
  if (symmetry & 4) point.row = side - 1 - point.row;
  return point;
}

Cell cell_of(Point point) { return cell_at(point.column, point.row); }

std::vector<Point> points_of(std::string_view digits) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < digits.size(); i += 2) points.push_back({digits[i] - '0', digits[i + 1] - '0'});
  return points;
}

std::vector<Cell> cells_of(std::vector<Point> const& points, int side, int symmetry) {
  std::vector<Cell> cells;
  cells.reserve(points.size());
  for (auto const point : points) cells.push_back(cell_of(image(point, side, symmetry)));
  return cells;
}

bool same_cells(std::vector<Cell> a, std::vector<Cell> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

void add_pattern(Patterns& all, std::vector<Point> const& points, int side) {
  auto const cells = cells_of(points, side, 0);
  auto const number = all.patterns.size();
  Pattern pattern{static_cast<int>(points.size()), all.entries, {}};
  for (std::size_t i = 0; i < points.size(); ++i) pattern.mirror[i] = static_cast<int>(i);
  auto const first = all.placements.size();
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    auto const seen = cells_of(points, side, symmetry);
    if (seen != cells && same_cells(seen, cells))
      for (std::size_t i = 0; i < cells.size(); ++i)
        pattern.mirror[i] = static_cast<int>(std::find(seen.begin(), seen.end(), cells[i]) - seen.begin());
    auto const known = std::find_if(all.placements.begin() + static_cast<std::ptrdiff_t>(first), all.placements.end(),
                                    [&](Placement const& item) { return same_cells(item.cells, seen); });
    if (known == all.placements.end()) all.placements.push_back({number, seen});
  }
  all.patterns.push_back(pattern);
  all.entries += pattern.entries();
}

// Two bits of an index per view.
void add_cell(std::array<Lanes, 4>& sights, std::size_t lane, int place) {
  for (std::size_t sight = 0; sight < 4; ++sight)
    sights[sight].at[lane] |= static_cast<std::uint16_t>(sight << (2 * place));
}

void add_lane(Patterns& all, Geometry<std::uint64_t> const& geometry, std::size_t lane) {
  auto const& placement = all.placements[lane];
  auto const& pattern = all.patterns[placement.pattern];
  all.table[lane] = pattern.offset;
  for (std::size_t i = 0; i < placement.cells.size(); ++i) {
    auto const bit = geometry.bit_of[placement.cells[i]];
    add_cell(all.cell[bit], lane, static_cast<int>(i));
    add_cell(all.mirrored[bit], lane, pattern.mirror[i]);
    all.lanes_of[bit] |= std::uint64_t{1} << lane;
  }
}

bool is_on(Board const& board, Geometry<std::uint64_t> const& geometry) {
  if (geometry.cells.size() != board.cells || geometry.stride != board.stride || geometry.doublings != 3) return false;
  return std::all_of(geometry.cells.begin(), geometry.cells.end(), [&](Cell cell) {
    int const across = 2 * column_of(cell) - board.side + 1, down = 2 * row_of(cell) - board.side + 1;
    return std::abs(across) + std::abs(down) <= 2 * kReach;
  });
}

Board const* board_of(Geometry<std::uint64_t> const& geometry) {
  auto const found =
      std::find_if(std::begin(kBoards), std::end(kBoards), [&](Board const& board) { return is_on(board, geometry); });
  return found == std::end(kBoards) ? nullptr : found;
}

}  // namespace

bool has_patterns(Geometry<std::uint64_t> const& geometry) { return board_of(geometry) != nullptr; }

Patterns make_patterns(Geometry<std::uint64_t> const& geometry) {
  EXPECT(has_patterns(geometry));
  Patterns all;
  auto const& board = *board_of(geometry);
  for (auto const example : board.examples) add_pattern(all, points_of(example), board.side);
  for (std::size_t lane = 0; lane < all.placements.size(); ++lane) add_lane(all, geometry, lane);
  return all;
}

}  // namespace engawa::games::reversi
