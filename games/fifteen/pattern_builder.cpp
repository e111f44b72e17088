#include "games/fifteen/pattern_builder.hpp"

#include <algorithm>
#include <bit>

#include "base/expect.hpp"

namespace engawa::games::fifteen {
namespace {

using Word = std::uint64_t;

// Halves the blocks repeatedly: the part right of the diagonal is exchanged with the part below it (H. S. Warren,
// Hacker's Delight, 7-3).
void transpose(std::array<Word, 64>& square) {
  Word mask = 0xffffffff;
  for (unsigned half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (std::size_t row = 0; row < 64; row = (row + half + 1) & ~std::size_t{half}) {
      auto const change = (square[row] >> half ^ square[row + half]) & mask;
      square[row] ^= change << half;
      square[row + half] ^= change;
    }
  }
}

// Breadth first, backwards from the goal. Only steps of the group's tiles count, so the hole moves at no cost within
// the area that it can reach. A node is an area of a set of cells, and an order. All orders of one area in a layer form
// a bit set, which a step maps as a whole: unchanged when a tile slides sideways, by a table when it passes others.
class Builder {
 public:
  Builder(Placements const& placements, Areas const& areas, std::span<Tile const> tiles)
      : placements_(placements), areas_(areas), tiles_(tiles), words_((placements.orders() + 63) / 64) {
    for (auto* const bits : {&layer_, &next_, &seen_, &seconds_}) bits->resize(areas_.size() * words_);
    reached_.resize(areas_.size());
  }

  std::optional<std::vector<std::uint8_t>> run(std::stop_token const& stop) {
    start();
    for (bool found = true; found; ++level_) {
      found = false;
      for (std::size_t area = 0; area < areas_.size(); ++area) {
        if (area % 512 == 0 && stop.stop_requested()) return std::nullopt;
        found |= settle(area);
      }
      for (std::size_t area = 0; area < areas_.size(); ++area) {
        if (area % 256 == 0 && stop.stop_requested()) return std::nullopt;
        expand(area);
      }
    }
    for (auto* const bits : {&layer_, &next_, &seen_}) *bits = {};
    return by_order();
  }

 private:
  Word* bits_of(std::vector<Word>& bits, std::size_t area) const { return &bits[area * words_]; }

  void start() {
    auto const [cells, order] = placements_.home(tiles_);
    bits_of(next_, areas_.index(cells, 15))[order / 64] |= Word{1} << order % 64;
  }

  // The layer consists of all nodes that the last steps reached for the first time.
  bool settle(std::size_t area) {
    auto *const next = bits_of(next_, area), *const seen = bits_of(seen_, area);
    auto *const layer = bits_of(layer_, area), *const seconds = bits_of(seconds_, area);
    Word const second = level_ / 2 % 2 == 0 ? 0 : ~Word{0};
    Word any = 0;
    for (std::size_t word = 0; word < words_; ++word) {
      layer[word] = next[word] & ~seen[word];
      seen[word] |= next[word];
      seconds[word] |= layer[word] & second;
      any |= layer[word];
      next[word] = 0;
    }
    reached_[area] = any != 0;
    return any != 0;
  }

  void expand(std::size_t from) {
    if (!reached_[from]) return;
    auto const [set, holes] = areas_[from];
    auto const* const layer = bits_of(layer_, from);
    for (unsigned tiles = set & cells_beside(holes); tiles != 0; tiles &= tiles - 1) {
      int const cell = std::countr_zero(tiles);
      for (unsigned into = cells_beside(cell_bit(cell)) & holes; into != 0; into &= into - 1) {
        int const to = std::countr_zero(into);
        auto const area = areas_.index(static_cast<Cells>(set ^ cell_bit(cell) ^ cell_bit(to)), cell);
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

  // The table: for each order the bits of all areas, instead of for each area the bits of all orders.
  std::vector<std::uint8_t> by_order() {
    auto const row = pattern_row_bytes(areas_);
    std::vector<std::uint8_t> table(placements_.orders() * row);
    for (std::size_t first = 0; first < areas_.size(); first += 64) {
      for (std::size_t word = 0; word < words_; ++word) {
        std::array<Word, 64> square{};
        for (std::size_t i = 0; i < std::min<std::size_t>(64, areas_.size() - first); ++i)
          square[i] = bits_of(seconds_, first + i)[word];
        transpose(square);
        for (std::size_t i = 0; i < std::min<std::size_t>(64, placements_.orders() - word * 64); ++i)
          for (std::size_t byte = 0; byte < 8; ++byte)
            table[(word * 64 + i) * row + first / 8 + byte] = static_cast<std::uint8_t>(square[i] >> 8 * byte);
      }
    }
    return table;
  }

  Placements const& placements_;
  Areas const& areas_;
  std::span<Tile const> tiles_;
  std::size_t words_;  // per set of orders
  std::vector<Word> layer_, next_, seen_, seconds_;
  std::vector<std::uint8_t> reached_;  // by area: whether the layer has a node there
  int level_ = 0;
};

}  // namespace

std::optional<std::vector<std::uint8_t>> build_pattern_table(Placements const& placements, Areas const& areas,
                                                             std::span<Tile const> tiles, std::stop_token const& stop) {
  EXPECT(placements.tiles() == tiles.size(), placements.tiles(), tiles.size());
  return Builder(placements, areas, tiles).run(stop);
}

}  // namespace engawa::games::fifteen
