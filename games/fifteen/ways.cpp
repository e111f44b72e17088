#include "games/fifteen/ways.hpp"

#include <algorithm>

#include "base/expect.hpp"

namespace engawa::games::fifteen {

std::uint64_t Ways::packed(Puzzle const& puzzle) {
  std::uint64_t board = 0;
  for (std::size_t cell = 0; cell < 16; ++cell) board |= std::uint64_t{puzzle.tiles[cell]} << 4 * cell;
  return board;
}

auto Ways::bucket_of(std::uint64_t board) -> Bucket& { return buckets_[(board * 0x9e3779b97f4a7c15u) >> 51]; }

auto Ways::step_from(Puzzle const& puzzle) -> Step const* {
  auto const board = packed(puzzle);
  auto const& bucket = bucket_of(board);
  auto const* const found =
      std::find_if(bucket.begin(), bucket.end(), [&](Step const& step) { return step.board == board; });
  return found == bucket.end() ? nullptr : found;
}

// Where solutions cross, the newer one wins. A missing step, or a cycle formed by parts of several solutions, is not a
// solution.
auto Ways::find(Puzzle puzzle) -> std::optional<Way> {
  EXPECT(puzzle.size == 4 && !is_solved(puzzle), puzzle.size);
  constexpr std::size_t kLongest = 256;
  std::lock_guard const lock(mutex_);
  Way way;
  while (!is_solved(puzzle)) {
    auto const* const step = step_from(puzzle);
    if (step == nullptr || way.tiles.size() == kLongest) return std::nullopt;
    if (way.tiles.empty()) way.optimal = step->optimal;
    way.tiles.push_back(step->tile);
    slide(puzzle, step->tile);
  }
  return way;
}

void Ways::keep(Puzzle puzzle, std::vector<Tile> const& tiles, bool optimal) {
  EXPECT(puzzle.size == 4, puzzle.size);
  std::lock_guard const lock(mutex_);
  for (auto const tile : tiles) {
    auto const board = packed(puzzle);
    auto& bucket = bucket_of(board);
    auto* const place = std::min_element(bucket.begin(), bucket.end(), [&](Step const& a, Step const& b) {
      return (a.board == board ? 0 : a.age + 1u) < (b.board == board ? 0 : b.age + 1u);
    });
    *place = {board, ++now_, tile, optimal};
    slide(puzzle, tile);
  }
  EXPECT(is_solved(puzzle));
}

}  // namespace engawa::games::fifteen
