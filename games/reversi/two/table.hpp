// A search's memory of valued positions. Bounded, and reused by the next search: entries of another search are never
// found, and count as free, so that an answer does not depend on earlier searches.
#pragma once
#include <vector>

#include "games/reversi/two/board.hpp"

namespace engawa::games::reversi::duel {

class Table {
 public:
  static constexpr int kFull = 255;  // the trust of a value that is certain for its depth

  struct Entry {
    std::uint64_t key = 0;
    std::int16_t low = 0, high = 0;  // bounds of the value
    std::uint8_t depth = 0;
    std::uint8_t trust = 0;   // how selective the search was: more is less selective
    std::uint8_t best = 64;   // the cell of the best move; 64: unknown
    std::uint8_t search = 0;  // which search wrote it; 0: none
  };

  Table() : entries_(kEntries) {}

  // A uniformly distributed hash. Searches to a depth and searches to the end keep different values of one position.
  static std::uint64_t key_of(Board const& board, bool to_end) {
    std::uint64_t key = board.own * 0x9e3779b97f4a7c15u ^ std::rotl(board.other * 0xc2b2ae3d27d4eb4fu, 31);
    key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9u + (to_end ? 0x94d049bb133111ebu : 0);
    return key ^ key >> 32;
  }

  // nullptr: not known.
  Entry const* find(std::uint64_t key) const {
    auto const* const pair = entries_.data() + pair_of(key);
    for (auto const* entry : {pair, pair + 1})
      if (entry->key == key && entry->search == search_) return entry;
    return nullptr;
  }

  // The entry for a new value: the position's own, otherwise a free one, otherwise the shallower one of its two
  // possible entries.
  Entry& place(std::uint64_t key) {
    auto* const pair = entries_.data() + pair_of(key);
    auto* chosen = pair;
    for (auto* entry : {pair, pair + 1})
      if (entry->key == key && entry->search == search_) return *entry;
    for (auto* entry : {pair, pair + 1})
      if (cost(*entry) < cost(*chosen)) chosen = entry;
    *chosen = {key, -32767, 32767, 0, 0, 64, search_};
    return *chosen;
  }

  void clear() {
    if (++search_ != 0) return;
    std::fill(entries_.begin(), entries_.end(), Entry{});
    search_ = 1;
  }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr std::size_t kEntries = 1u << 19;  // 8 MB

  static std::size_t pair_of(std::uint64_t key) { return key % kEntries & ~std::size_t{1}; }
  int cost(Entry const& entry) const { return entry.search == search_ ? entry.depth : -1; }

  std::vector<Entry> entries_;
  std::uint8_t search_ = 1;
};

}  // namespace engawa::games::reversi::duel
