#include "tests/games/bubbles_oracle.hpp"

#include <cmath>
#include <set>

#include "games/bubbles/options.hpp"

namespace engawa::tests {
namespace {

using games::bubbles::Point;

struct Place {
  int row = 0;
  int column = 0;
  friend auto operator<=>(Place, Place) = default;
};

constexpr std::int64_t kUnit = 1 << 20;

std::int64_t sine(int hundredths) {
  static long double const pi = std::acos(-1.0L);
  return std::llround(static_cast<long double>(kUnit) * std::sin(pi * static_cast<long double>(hundredths) / 18000.0L));
}

class Board {
 public:
  Board(Rows rows, int shift) : rows_(std::move(rows)), shift_(shift) {}

  bool is_odd(int row) const { return (row + shift_) % 2 != 0; }
  bool exists(Place at) const { return at.row >= 0 && at.column >= 0 && at.column < (is_odd(at.row) ? 7 : 8); }
  char at(Place at) const {
    bool const inside = exists(at) && at.row < static_cast<int>(rows_.size());
    return inside ? rows_[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)] : '.';
  }
  void put(Place at, char color) {
    while (static_cast<int>(rows_.size()) <= at.row)
      rows_.push_back(std::string(is_odd(static_cast<int>(rows_.size())) ? 7 : 8, '.'));
    rows_[static_cast<std::size_t>(at.row)][static_cast<std::size_t>(at.column)] = color;
  }
  std::int64_t x(Place at) const { return 2048 + 4096 * at.column + (is_odd(at.row) ? 2048 : 0); }
  std::int64_t y(Place at) const { return 2048 + 3547 * at.row; }

  std::vector<Place> neighbors(Place at) const {
    std::vector<std::pair<int, int>> const even = {{-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {-1, 1}, {0, 1}};
    std::vector<std::pair<int, int>> const odd = {{-1, 0}, {1, 0}, {0, -1}, {1, -1}, {0, 1}, {1, 1}};
    std::vector<Place> list;
    for (auto const& [column, row] : is_odd(at.row) ? odd : even)
      if (Place const there{at.row + row, at.column + column}; exists(there)) list.push_back(there);
    return list;
  }

  std::vector<Place> places(int rows) const {
    std::vector<Place> list;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < (is_odd(row) ? 7 : 8); ++column) list.push_back({row, column});
    return list;
  }
  std::vector<Place> bubbles() const {
    std::vector<Place> list;
    for (auto const place : places(static_cast<int>(rows_.size())))
      if (at(place) != '.') list.push_back(place);
    return list;
  }

  // The cells of `start` and those connected to them through bubbles; of `color` only unless that is '.'.
  std::set<Place> connected(std::vector<Place> start, char color) const {
    std::set<Place> seen;
    while (!start.empty()) {
      auto const place = start.back();
      start.pop_back();
      if (at(place) == '.' || (color != '.' && at(place) != color) || !seen.insert(place).second) continue;
      for (auto const next : neighbors(place)) start.push_back(next);
    }
    return seen;
  }

  Rows const& rows() const { return rows_; }

 private:
  Rows rows_;
  int shift_;
};

std::int64_t distance(Board const& board, Place at, std::int64_t x, std::int64_t y) {
  return (board.x(at) - x) * (board.x(at) - x) + (board.y(at) - y) * (board.y(at) - y);
}

bool has_contact(Board const& board, std::int64_t x, std::int64_t y) {
  for (auto const place : board.bubbles())
    if (distance(board, place, x, y) < 3482 * 3482) return true;
  return false;
}

Place nearest(Board const& board, std::int64_t x, std::int64_t y) {
  Place best{-1, -1};
  for (auto const place : board.places(14)) {
    bool touching = place.row == 0;
    for (auto const next : board.neighbors(place)) touching = touching || board.at(next) != '.';
    if (board.at(place) != '.' || !touching) continue;
    if (best.row < 0 || distance(board, place, x, y) < distance(board, best, x, y)) best = place;
  }
  return best;
}

void fly(Board const& board, int angle, OracleShot& shot) {
  std::int64_t x = 16384 * kUnit, y = (2048 + 3547 * 13) * kUnit;
  std::int64_t sign = angle < 0 ? -1 : 1;
  shot.path.push_back({16384, 2048 + 3547 * 13, 0});
  do {
    x += 256 * sign * sine(std::abs(angle));
    y -= 256 * sine(9000 - std::abs(angle));
    ++shot.landing.steps;
    std::int64_t const wall = x < 2048 * kUnit ? 2048 : x > 30720 * kUnit ? 30720 : 0;
    if (wall != 0) {
      x = 2 * wall * kUnit - x;
      sign = -sign;
      ++shot.landing.bounces;
      shot.path.push_back({static_cast<int>(wall), static_cast<int>(y / kUnit), 4 * shot.landing.steps});
    }
  } while (y > 2048 * kUnit && !has_contact(board, x / kUnit, y / kUnit));
  shot.landing.x = static_cast<int>(x / kUnit);
  shot.landing.y = static_cast<int>(y / kUnit);
  shot.path.push_back({shot.landing.x, shot.landing.y, 4 * shot.landing.steps});
}

void take(Board& board, std::set<Place> const& places, std::vector<std::string>& names) {
  for (auto const place : places) {
    names.push_back(
        std::string("r").append(std::to_string(place.row)).append("c").append(std::to_string(place.column)));
    board.put(place, '.');
  }
}

}  // namespace

OracleShot oracle_shot(Rows const& rows, int shift, int angle, char color) {
  OracleShot shot;
  Board board(rows, shift);
  fly(board, angle, shot);
  auto const place = nearest(board, shot.landing.x, shot.landing.y);
  shot.landing.cell = {static_cast<std::uint8_t>(place.row), static_cast<std::uint8_t>(place.column)};
  board.put(place, color);
  if (auto const group = board.connected({place}, color); group.size() >= 3) {
    take(board, group, shot.popped);
    std::vector<Place> ceiling;
    for (int column = 0; column < 8; ++column) ceiling.push_back({0, column});
    auto const held = board.connected(ceiling, '.');
    std::set<Place> loose;
    for (auto const bubble : board.bubbles())
      if (!held.contains(bubble)) loose.insert(bubble);
    take(board, loose, shot.fallen);
  }
  shot.after = board.rows();
  return shot;
}

games::bubbles::Grid random_grid(games::Rng& rng, int colors) {
  games::bubbles::Grid grid;
  grid.shift = static_cast<std::uint8_t>(rng.below(2));
  auto const rows = rng.below(games::bubbles::kLoseRow);
  auto const density = 20 + rng.below(81);  // percent
  for (std::uint32_t row = 0; row < rows; ++row)
    for (int column = 0; column < games::bubbles::columns(static_cast<int>(row), grid.shift); ++column)
      if (rng.below(100) < density)
        grid.put({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)},
                 static_cast<games::bubbles::Color>(1 + rng.below(static_cast<std::uint32_t>(colors))));
  auto loose = occupied(grid);
  auto const held = hanging(grid);
  for (std::size_t row = 0; row < games::bubbles::kRows; ++row)
    loose.rows[row] = static_cast<std::uint8_t>(loose.rows[row] & ~held.rows[row]);
  remove(grid, loose);
  return grid;
}

Rows rows_of(games::bubbles::Grid const& grid) {
  Rows rows;
  for (int row = 0; row < depth(grid); ++row) rows.push_back(games::bubbles::row_text(grid, row));
  return rows;
}

}  // namespace engawa::tests
