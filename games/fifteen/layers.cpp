#include "games/fifteen/layers.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <mutex>

#include "base/expect.hpp"
#include "base/forever.hpp"

namespace engawa::games::fifteen {
namespace {

constexpr std::uint8_t kUnreached = 255;

// Brings a few tiles home while the cells of earlier stages stay unchanged: the distances of every placement of those
// tiles and the hole, computed backwards from all placements in which they are home.
class Stage {
 public:
  Stage(int size, std::uint32_t locked, std::vector<Tile> tiles)
      : size_(size), bits_(size == kMaxSize ? 5 : 4), locked_(locked), tiles_(std::move(tiles)) {}

  // Steps until this stage is complete.
  int distance(Puzzle const& puzzle) {
    std::call_once(made_, [&] { make(); });
    return distance_[code_of(puzzle)];
  }

  std::uint32_t locked() const { return locked_; }

 private:
  std::uint32_t digit(std::uint32_t code, std::size_t place) const {
    return code >> (static_cast<std::uint32_t>(bits_) * place) & ((1u << bits_) - 1);
  }

  // The hole's cell, then those of the tiles.
  std::uint32_t code_of(Puzzle const& puzzle) const {
    std::uint32_t code = puzzle.hole;
    for (std::size_t i = 0; i < tiles_.size(); ++i)
      code |= static_cast<std::uint32_t>(cell_of(puzzle, tiles_[i])) << (static_cast<std::size_t>(bits_) * (i + 1));
    return code;
  }

  void make() {
    distance_.assign(std::size_t{1} << (static_cast<std::size_t>(bits_) * (tiles_.size() + 1)), kUnreached);
    std::vector<std::uint32_t> queue;
    auto const home = code_of(solved_puzzle(size_)) & ~((1u << bits_) - 1);
    std::uint32_t taken = locked_;
    for (auto const tile : tiles_) taken |= 1u << (tile - 1);
    for (int hole = 0; hole < size_ * size_; ++hole) {
      if ((taken >> hole & 1u) != 0) continue;
      queue.push_back(home | static_cast<std::uint32_t>(hole));
      distance_[queue.back()] = 0;
    }
    for (std::size_t next = 0; next < queue.size(); ++next) expand(queue[next], queue);
  }

  void expand(std::uint32_t code, std::vector<std::uint32_t>& queue) {
    int const hole = static_cast<int>(digit(code, 0));
    for (int direction = 0; direction < kDirections; ++direction) {
      int const to = beside(size_, hole, direction);
      if (to < 0 || (locked_ >> to & 1u) != 0) continue;
      auto moved = code ^ static_cast<std::uint32_t>(hole ^ to);
      for (std::size_t i = 1; i <= tiles_.size(); ++i)
        if (digit(code, i) == static_cast<std::uint32_t>(to))
          moved ^= static_cast<std::uint32_t>(hole ^ to) << (static_cast<std::size_t>(bits_) * i);
      if (distance_[moved] != kUnreached) continue;
      distance_[moved] = static_cast<std::uint8_t>(distance_[code] + 1);
      queue.push_back(moved);
    }
  }

  int size_;
  int bits_;  // per cell
  std::uint32_t locked_;
  std::vector<Tile> tiles_;
  std::once_flag made_;
  std::vector<std::uint8_t> distance_;
};

// The stages of the outer layer, by size. A deque, because stages cannot be moved.
class Plan {
 public:
  using Groups = std::vector<std::vector<Tile>>;

  Plan(int size, Groups const& groups) {
    std::uint32_t locked = 0;
    for (auto const& tiles : groups) {
      stages_.emplace_back(size, locked, tiles);
      for (auto const tile : tiles) locked |= 1u << (tile - 1);
    }
  }

  // The first incomplete stage; nullptr when all are complete.
  Stage* open_stage(Puzzle const& puzzle) {
    for (auto& stage : stages_)
      if (stage.distance(puzzle) > 0) return &stage;
    return nullptr;
  }

 private:
  std::deque<Stage> stages_;
};

Plan& plan(int size, Layers layers) {
  static auto& small4 = *forever<Plan>(4, Plan::Groups{{1}, {2}, {3, 4}, {5}, {9, 13}});
  static auto& small5 = *forever<Plan>(5, Plan::Groups{{1}, {2}, {3}, {4, 5}, {6}, {11}, {16, 21}});
  static auto& large4 = *forever<Plan>(4, Plan::Groups{{1, 2, 3, 4}, {5, 9, 13}});
  static auto& large5 = *forever<Plan>(5, Plan::Groups{{1, 2}, {3, 4, 5}, {6}, {11, 16, 21}});
  if (size == 4) return layers == Layers::kSmall ? small4 : large4;
  return layers == Layers::kSmall ? small5 : large5;
}

// The neighbour of the hole that is one step closer by `distance`, in the common order of directions.
template <class Distance>
Tile step_down(Puzzle const& puzzle, std::uint32_t locked, Distance distance) {
  int const here = distance(puzzle);
  for (int direction = 0; direction < kDirections; ++direction) {
    int const to = beside(puzzle.size, puzzle.hole, direction);
    if (to < 0 || (locked >> to & 1u) != 0) continue;
    auto next = puzzle;
    auto const tile = puzzle.tiles[static_cast<std::size_t>(to)];
    slide(next, tile);
    if (distance(next) < here) return tile;
  }
  EXPECT(false, here);  // on a solvable board, every distance except 0 has a smaller neighbour
  return 0;
}

// Distances of all 181 440 boards of 3x3, by the rank of the permutation (Lehmer's code).
class EightTable {
 public:
  EightTable() : distance_(362880, kUnreached) {
    std::vector<Puzzle> queue = {solved_puzzle(3)};
    distance_[rank(queue[0])] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      auto const puzzle = queue[next];
      for (int direction = 0; direction < kDirections; ++direction) {
        int const to = beside(3, puzzle.hole, direction);
        if (to < 0) continue;
        auto moved = puzzle;
        slide(moved, puzzle.tiles[static_cast<std::size_t>(to)]);
        auto& distance = distance_[rank(moved)];
        if (distance != kUnreached) continue;
        distance = static_cast<std::uint8_t>(distance_[rank(puzzle)] + 1);
        queue.push_back(moved);
      }
    }
  }

  int distance(Puzzle const& puzzle) const { return distance_[rank(puzzle)]; }

 private:
  static std::size_t rank(Puzzle const& puzzle) {
    std::size_t code = 0;
    unsigned left = 0x1ff;  // numbers not seen so far
    for (unsigned cell = 0; cell < 9; ++cell) {
      unsigned const below = left & ((1u << puzzle.tiles[cell]) - 1);
      code = code * (9 - cell) + static_cast<std::size_t>(std::popcount(below));
      left &= ~(1u << puzzle.tiles[cell]);
    }
    return code;
  }

  std::vector<std::uint8_t> distance_;
};

EightTable const& eight_table() {
  static auto const& table = *forever<EightTable const>();
  return table;
}

// A step inside the outer layer; 0 when the layer is complete.
Tile outer_step(Puzzle const& puzzle, Layers layers) {
  auto* const stage = plan(puzzle.size, layers).open_stage(puzzle);
  if (stage == nullptr) return 0;
  return step_down(puzzle, stage->locked(), [&](Puzzle const& board) { return stage->distance(board); });
}

}  // namespace

Tile next_step(Puzzle const& puzzle, Layers layers) {
  EXPECT(!is_solved(puzzle));
  if (puzzle.size == kMinSize)
    return step_down(puzzle, 0, [](Puzzle const& board) { return eight_table().distance(board); });
  if (auto const tile = outer_step(puzzle, layers); tile != 0) return tile;
  return outer_tile(puzzle.size, next_step(inner_puzzle(puzzle), layers));
}

std::vector<Tile> solve_by_layers(Puzzle const& puzzle, Layers layers) {
  EXPECT(is_solvable(puzzle));
  std::vector<Tile> path;
  for (auto board = puzzle; !is_solved(board); slide(board, path.back())) path.push_back(next_step(board, layers));
  return path;
}

std::vector<Tile> solve_outer_layer(Puzzle& puzzle, Layers layers) {
  EXPECT(puzzle.size > kMinSize && is_solvable(puzzle), puzzle.size);
  std::vector<Tile> path;
  for (auto tile = outer_step(puzzle, layers); tile != 0; tile = outer_step(puzzle, layers)) {
    path.push_back(tile);
    slide(puzzle, tile);
  }
  return path;
}

Puzzle inner_puzzle(Puzzle const& puzzle) {
  int const size = puzzle.size;
  Puzzle inner;
  inner.size = static_cast<std::uint8_t>(size - 1);
  for (int cell = 0; cell < inner.cells(); ++cell) {
    auto const tile = puzzle.tiles[static_cast<std::size_t>((inner.row(cell) + 1) * size + inner.column(cell) + 1)];
    int const home = tile - 1;
    inner.tiles[static_cast<std::size_t>(cell)] =
        tile == 0 ? Tile{0} : static_cast<Tile>((home / size - 1) * (size - 1) + home % size - 1 + 1);
    if (tile == 0) inner.hole = static_cast<Cell>(cell);
  }
  return inner;
}

Tile outer_tile(int size, Tile inner) {
  int const home = inner - 1;
  return static_cast<Tile>((home / (size - 1) + 1) * size + home % (size - 1) + 1 + 1);
}

}  // namespace engawa::games::fifteen
