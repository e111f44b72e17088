#include "games/fifteen/pattern_builder.hpp"

#include <bit>

#include "games/fifteen/pattern_group.hpp"

namespace engawa::games::fifteen {
namespace {

using Cells = std::uint32_t;  // a set of cells, one bit each

constexpr Cells kLeft = 0x1111, kRight = 0x8888, kAll = 0xffff;

constexpr Cells beside_any(Cells cells) {
  return (cells << 4 | cells >> 4 | (cells & ~kRight) << 1 | (cells & ~kLeft) >> 1) & kAll;
}

// The cells that the hole can reach from `cells` without moving a tile of the group.
Cells flood(Cells cells, Cells free) {
  for (;;) {
    Cells const wider = (cells | beside_any(cells)) & free;
    if (wider == cells) return cells;
    cells = wider;
  }
}

// Breadth first, backwards from the goal, over placements and the connected area in which the hole is: only steps of the group's
// tiles count, so within such an area the hole goes for nothing.
class Builder {
 public:
  explicit Builder(std::size_t group)
      : tiles_(group_tiles(group)), table_(entries() / 2), holes_(entries()), level_(0) {}

  std::optional<std::vector<std::uint8_t>> run(std::stop_token const& stop) {
    Placement home = 0;
    for (std::size_t i = 0; i < tiles_.size(); ++i) home |= static_cast<Placement>(tiles_[i] - 1) << (4 * i);
    reach(home, 15, occupied(home), 0);
    for (; !next_.empty(); ++level_) {
      frontier_.swap(next_);
      next_.clear();
      for (std::size_t i = 0; i < frontier_.size(); ++i) {
        expand(frontier_[i]);
        if (i % kBatch == 0) settle();
        if (i % 4096 == 0 && stop.stop_requested()) return std::nullopt;
      }
      settle();
    }
    return std::move(table_);
  }

 private:
  struct Node {
    Placement placement;
    Cells holes;
  };

  struct Step {
    Placement placement;
    std::uint32_t hole;
    Cells taken;
  };

  static constexpr std::size_t kBatch = 16;

  std::size_t entries() const { return std::size_t{1} << (4 * tiles_.size()); }

  Cells occupied(Placement placement) const {
    Cells cells = 0;
    for (std::size_t i = 0; i < tiles_.size(); ++i) cells |= 1u << (placement >> (4 * i) & 15);
    return cells;
  }

  // What one step leads to, noted down: whether it is new is in memory that takes its time to come.
  void expand(Node const& node) {
    auto const taken = occupied(node.placement);
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
      auto const cell = node.placement >> (4 * i) & 15;
      for (auto into = beside_any(1u << cell) & node.holes; into != 0; into &= into - 1) {
        auto const to = static_cast<std::uint32_t>(std::countr_zero(into));
        auto const placement = node.placement ^ (cell ^ to) << (4 * i);
        __builtin_prefetch(&holes_[placement], 1);
        steps_.push_back({placement, cell, taken ^ 1u << cell ^ 1u << to});
      }
    }
  }

  void settle() {
    for (auto const& step : steps_)
      if ((holes_[step.placement] >> step.hole & 1) == 0) reach(step.placement, step.hole, step.taken, level_ + 1);
    steps_.clear();
  }

  void reach(Placement placement, std::uint32_t hole, Cells taken, int level) {
    if (holes_[placement] == 0) note(placement, level);
    auto const area = flood(1u << hole, kAll & ~taken);
    holes_[placement] = static_cast<std::uint16_t>(holes_[placement] | area);
    next_.push_back({placement, area});
  }

  void note(Placement placement, int level) {
    int manhattan = 0;
    for (std::size_t i = 0; i < tiles_.size(); ++i)
      manhattan += home_distance(tiles_[i], static_cast<int>(placement >> (4 * i) & 15));
    auto const extra = static_cast<unsigned>(level - manhattan) / 2;
    table_[placement >> 1] = static_cast<std::uint8_t>(table_[placement >> 1] | extra << (4 * (placement & 1)));
  }

  std::span<Tile const> tiles_;
  std::vector<std::uint8_t> table_;
  std::vector<std::uint16_t> holes_;  // by placement: where the hole has been
  std::vector<Node> frontier_, next_;
  std::vector<Step> steps_;
  int level_;
};

}  // namespace

std::optional<std::vector<std::uint8_t>> build_pattern_table(std::size_t group, std::stop_token const& stop) {
  return Builder(group).run(stop);
}

}  // namespace engawa::games::fifteen
