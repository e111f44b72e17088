#include "tests/games/bubbles_rival.hpp"

#include <algorithm>
#include <bit>

namespace engawa::tests {
namespace {

using namespace games::bubbles;

constexpr int kAngles = 61;
constexpr int kPopped = 12, kFallen = 18, kNeighbor = 12, kRow = -1, kCeiling = -6, kEdge = 4, kLowest = -30;

int like_neighbors(Grid const& grid, Cell cell, Color color) {
  auto const near = neighbors(cell, grid.shift);
  auto const like = of_color(grid, color);
  int count = 0;
  for (std::size_t row = 0; row < kRows; ++row)
    count += std::popcount(static_cast<unsigned>(near.rows[row] & like.rows[row]));
  return count;
}

int points(Grid const& before, Cell cell, Color color, Grid& after) {
  after = before;
  auto const removal = attach(after, cell, color);
  int total = kPopped * removal.popped.count() + kFallen * removal.fallen.count() + kRow * cell.row;
  total += kNeighbor * like_neighbors(before, cell, color);
  if (cell.row == 0) total += kCeiling;
  if (cell.column == 0 || cell.column == columns(cell.row, before.shift) - 1) total += kEdge;
  if (cell.row >= 11) total += kLowest;
  return total;
}

int best_anywhere(Grid const& grid, Color color) {
  int best = 0;
  Grid after;
  int const rows = std::min(depth(grid) + 1, kLoseRow);
  auto const all = occupied(grid);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns(row, grid.shift); ++column) {
      Cell const cell{static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)};
      if (all.has(cell)) continue;
      auto const near = neighbors(cell, grid.shift);
      bool touches = row == 0;
      for (std::size_t at = 0; at < kRows; ++at) touches = touches || (near.rows[at] & all.rows[at]) != 0;
      if (touches) best = std::max(best, points(grid, cell, color, after));
    }
  }
  return best;
}

}  // namespace

Move rival_move(Field const& field, bool looks_ahead) {
  Sky const sky(field.grid);
  Move best{0, field.shot};
  int most = -1'000'000;
  Grid after;
  for (int i = 0; i < kAngles; ++i) {
    int const angle = -kMaxAngle + 2 * kMaxAngle * i / (kAngles - 1);
    int total = points(field.grid, sky.fly(angle).cell, field.now, after);
    if (looks_ahead && depth(after) <= kLoseRow) total += best_anywhere(after, field.next) / 2;
    if (total <= most) continue;
    most = total;
    best.angle = static_cast<std::int16_t>(angle);
  }
  return best;
}

}  // namespace engawa::tests
