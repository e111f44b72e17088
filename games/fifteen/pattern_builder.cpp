#include "games/fifteen/pattern_builder.hpp"

#include <algorithm>
#include <bit>

namespace engawa::games::fifteen {
namespace {

constexpr unsigned kLeft = 0x1111, kRight = 0x8888, kAll = 0xffff;

constexpr Cells beside_any(unsigned cells) {
  return static_cast<Cells>((cells << 4 | cells >> 4 | (cells & ~kRight) << 1 | (cells & ~kLeft) >> 1) & kAll);
}

// The cells that the hole can reach from `cell` without moving a tile of the group.
Cells area_of(int cell, unsigned free) {
  unsigned area = cell_bit(cell);
  for (unsigned wider = 0; wider != area;) {
    wider = area;
    area |= beside_any(area) & free;
  }
  return static_cast<Cells>(area);
}

// Breadth first, backwards from the goal. Only steps of the group's tiles count, so the hole moves at no cost within
// the area that it can reach. A node is a set of cells, an area of the others, and an order. All orders of one set and
// area in a layer form a bit set, which a step maps as a whole: unchanged when a tile slides sideways, by a table when
// it passes others.
class Builder {
 public:
  Builder(Placements const& placements, std::span<Tile const> tiles)
      : placements_(placements), tiles_(tiles), words_((placements.orders() + 63) / 64) {
    for (auto const set : placements.sets()) add_areas(set);
    first_.push_back(areas_.size());
    for (auto* const bits : {&layer_, &next_, &seen_}) bits->resize(areas_.size() * words_);
    table_.resize((placements.size() + 1) / 2);
  }

  std::optional<std::vector<std::uint8_t>> run(std::stop_token const& stop) {
    start();
    for (bool found = true; found; ++level_) {
      found = false;
      for (std::size_t set = 0; set < placements_.sets().size(); ++set) {
        if (set % 256 == 0 && stop.stop_requested()) return std::nullopt;
        found |= settle(set);
      }
      for (std::size_t area = 0; area < areas_.size(); ++area) {
        if (area % 256 == 0 && stop.stop_requested()) return std::nullopt;
        expand(area);
      }
    }
    return std::move(table_);
  }

 private:
  using Word = std::uint64_t;

  struct Area {
    Cells set = 0, holes = 0;
    bool reached = false;  // in this layer
  };

  void add_areas(Cells set) {
    first_.push_back(areas_.size());
    unsigned const free = kAll & ~unsigned{set};
    for (unsigned left = free; left != 0;) {
      auto const area = area_of(std::countr_zero(left), free);
      areas_.push_back({set, area});
      left &= ~unsigned{area};
    }
  }

  std::size_t area_with(Cells set, int hole) const {
    auto area = first_[placements_.rank(set)];
    while ((areas_[area].holes >> hole & 1) == 0) ++area;
    return area;
  }

  Word* bits_of(std::vector<Word>& bits, std::size_t area) const { return &bits[area * words_]; }

  void start() {
    Cells home = 0;
    for (auto const tile : tiles_) home = static_cast<Cells>(home | cell_bit(tile - 1));
    Placements::Reading reading{};
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
      auto const before = static_cast<unsigned>(home) & (cell_bit(tiles_[i] - 1) - 1u);
      reading[static_cast<std::size_t>(std::popcount(before))] = static_cast<std::uint8_t>(i);
    }
    auto const order = placements_.order_of(reading);
    bits_of(next_, area_with(home, 15))[order / 64] |= Word{1} << order % 64;
  }

  // The layer is every node that the last steps reached for the first time.
  bool settle(std::size_t set) {
    fresh_.assign(words_, 0);
    known_.assign(words_, 0);
    bool found = false;
    for (auto area = first_[set]; area < first_[set + 1]; ++area) {
      auto* const next = bits_of(next_, area);
      auto* const seen = bits_of(seen_, area);
      auto* const layer = bits_of(layer_, area);
      Word any = 0;
      for (std::size_t word = 0; word < words_; ++word) {
        layer[word] = next[word] & ~seen[word];
        known_[word] |= seen[word];
        seen[word] |= next[word];
        fresh_[word] |= layer[word];
        any |= layer[word];
        next[word] = 0;
      }
      areas_[area].reached = any != 0;
      found |= any != 0;
    }
    if (found) note(set);
    return found;
  }

  // Records the placements that are new, for any position of the hole.
  void note(std::size_t set) {
    measure(placements_.sets()[set]);
    for (std::size_t word = 0; word < words_; ++word) {
      for (Word left = fresh_[word] & ~known_[word]; left != 0; left &= left - 1) {
        auto const order = static_cast<Order>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
        auto const& reading = placements_.reading(order);
        int manhattan = 0;
        for (std::size_t place = 0; place < tiles_.size(); ++place) manhattan += way_[place][reading[place]];
        auto const extra = static_cast<unsigned>(level_ - manhattan) / 2;
        auto const index = set * placements_.orders() + order;
        table_[index / 2] = static_cast<std::uint8_t>(table_[index / 2] | extra << 4 * (index % 2));
      }
    }
  }

  // From the n-th cell of the set to each tile's home.
  void measure(Cells set) {
    for (unsigned place = 0, left = set; left != 0; ++place, left &= left - 1)
      for (std::size_t i = 0; i < tiles_.size(); ++i)
        way_[place][i] = static_cast<std::uint8_t>(home_distance(tiles_[i], std::countr_zero(left)));
  }

  void expand(std::size_t from) {
    auto const [set, holes, reached] = areas_[from];
    if (!reached) return;
    auto const* const layer = bits_of(layer_, from);
    for (unsigned tiles = set & beside_any(holes); tiles != 0; tiles &= tiles - 1) {
      int const cell = std::countr_zero(tiles);
      for (unsigned into = beside_any(cell_bit(cell)) & holes; into != 0; into &= into - 1) {
        int const to = std::countr_zero(into);
        auto const area = area_with(static_cast<Cells>(set ^ cell_bit(cell) ^ cell_bit(to)), cell);
        carry(layer, placements_.slides(set, cell, to), bits_of(next_, area));
      }
    }
  }

  void carry(Word const* from, Order const* slides, Word* to) const {
    for (std::size_t word = 0; word < words_; ++word) {
      if (slides == placements_.stays()) {
        to[word] |= from[word];
        continue;
      }
      for (Word left = from[word]; left != 0; left &= left - 1) {
        auto const order = slides[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
        to[order / 64] |= Word{1} << order % 64;
      }
    }
  }

  Placements const& placements_;
  std::span<Tile const> tiles_;
  std::size_t words_;  // per set of orders
  std::vector<Area> areas_;
  std::vector<std::size_t> first_;  // area of each set, by rank; one extra at the end
  std::vector<Word> layer_, next_, seen_;
  std::vector<Word> fresh_, known_;  // of one set, over all its areas
  std::array<std::array<std::uint8_t, Placements::kMostTiles>, Placements::kMostTiles> way_{};
  std::vector<std::uint8_t> table_;
  int level_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint8_t>> build_pattern_table(Placements const& placements, std::span<Tile const> tiles,
                                                             std::stop_token const& stop) {
  return Builder(placements, tiles).run(stop);
}

}  // namespace engawa::games::fifteen
