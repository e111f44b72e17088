#include "games/fifteen/walking_distance.hpp"

#include <algorithm>
#include <unordered_map>

namespace engawa::games::fifteen {
namespace {

// A situation as a number: how many tiles of goal row g are in row r, three bits each at 3 * (4 * r + g). The hole is
// in the row that has only three tiles.
using Code = std::uint64_t;

constexpr int place(int row, int goal) { return 3 * (4 * row + goal); }
constexpr int count(Code code, int row, int goal) { return static_cast<int>(code >> place(row, goal) & 7); }
constexpr Code one(int row, int goal) { return Code{1} << place(row, goal); }

int hole_row(Code code) {
  for (int row = 0; row < 3; ++row) {
    int tiles = 0;
    for (int goal = 0; goal < 4; ++goal) tiles += count(code, row, goal);
    if (tiles == 3) return row;
  }
  return 3;
}

// The situation of a board's rows, or of its columns.
Code code_of(Puzzle const& puzzle, bool columns) {
  Code code = 0;
  for (int cell = 0; cell < 16; ++cell) {
    int const tile = puzzle.tiles[static_cast<std::size_t>(cell)];
    if (tile == 0) continue;
    code += columns ? one(cell % 4, (tile - 1) % 4) : one(cell / 4, (tile - 1) / 4);
  }
  return code;
}

}  // namespace

WalkingDistance const& WalkingDistance::instance() {
  // Never destroyed, because threads may use it while the process exits.
  static auto const& table = *new WalkingDistance;
  return table;
}

WalkingDistance::WalkingDistance() {
  std::vector<Code> codes = {code_of(solved_puzzle(4), false)};
  std::unordered_map<Code, Index> index_of = {{codes[0], Index{0}}};
  distance_ = {0};
  for (std::size_t at = 0; at < codes.size(); ++at) {
    next_.emplace_back();
    int const hole = hole_row(codes[at]);
    for (std::size_t down = 0; down < 2; ++down) {
      int const row = down == 1 ? hole - 1 : hole + 1;  // the tile's origin
      if (row < 0 || row > 3) continue;
      for (int goal = 0; goal < 4; ++goal) {
        if (count(codes[at], row, goal) == 0) continue;
        auto const code = codes[at] - one(row, goal) + one(hole, goal);
        auto const [found, fresh] = index_of.try_emplace(code, static_cast<Index>(codes.size()));
        next_[at][down][static_cast<std::size_t>(goal)] = found->second;
        if (!fresh) continue;
        codes.push_back(code);
        distance_.push_back(static_cast<std::uint8_t>(distance_[at] + 1));
      }
    }
  }
  sorted_ = codes;
  std::sort(sorted_.begin(), sorted_.end());
  for (auto const code : sorted_) index_of_sorted_.push_back(index_of[code]);
}

auto WalkingDistance::find(std::uint64_t code) const -> Index {
  auto const found = std::lower_bound(sorted_.begin(), sorted_.end(), code);
  return index_of_sorted_[static_cast<std::size_t>(found - sorted_.begin())];
}

auto WalkingDistance::start(Puzzle const& puzzle) const -> Value {
  return {find(code_of(puzzle, false)), find(code_of(puzzle, true))};
}

}  // namespace engawa::games::fifteen
