#include "games/fifteen/detours.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace engawa::games::fifteen {
namespace {

constexpr std::size_t kLongest = 10;
// Large enough for every path of that length from the middle.
constexpr int kSide = 2 * static_cast<int>(kLongest) + 1;
constexpr int kMiddle = kSide * static_cast<int>(kLongest) + static_cast<int>(kLongest);
constexpr int kStep[kDirections] = {-kSide, -1, 1, kSide};

using Way = std::string;  // directions, 0 to 3

// The rows and columns that the hole visits.
struct Box {
  int top = kMiddle / kSide, bottom = top, left = kMiddle % kSide, right = left;

  void add(int cell) {
    top = std::min(top, cell / kSide);
    bottom = std::max(bottom, cell / kSide);
    left = std::min(left, cell % kSide);
    right = std::max(right, cell % kSide);
  }
  bool within(Box const& other) const {
    return top >= other.top && bottom <= other.bottom && left >= other.left && right <= other.right;
  }
};

// The result of a path: the hole, then each displaced tile with its home cell, ordered by cell.
struct End {
  std::u16string board;
  Box box;
};

End end_of(Way const& way) {
  std::array<std::uint16_t, kSide * kSide> tiles;
  for (std::size_t cell = 0; cell < tiles.size(); ++cell) tiles[cell] = static_cast<std::uint16_t>(cell);
  End end;
  int hole = kMiddle;
  for (char const direction : way) {
    int const to = hole + kStep[static_cast<unsigned char>(direction)];
    std::swap(tiles[static_cast<std::size_t>(hole)], tiles[static_cast<std::size_t>(to)]);
    hole = to;
    end.box.add(hole);
  }
  end.board += static_cast<char16_t>(hole);
  for (int row = end.box.top; row <= end.box.bottom; ++row) {
    for (int cell = row * kSide + end.box.left; cell <= row * kSide + end.box.right; ++cell) {
      auto const tile = tiles[static_cast<std::size_t>(cell)];
      if (tile != cell) (end.board += static_cast<char16_t>(cell)) += static_cast<char16_t>(tile);
    }
  }
  return end;
}

// The detours that contain no other detour, as a trie; then the automaton of Aho and Corasick (CACM 18, 1975).
class Trie {
 public:
  using Node = std::array<int, kDirections>;

  void add(Way const& way) {
    int at = 0;
    for (char const direction : way) {
      int next = nodes_[static_cast<std::size_t>(at)][static_cast<std::size_t>(direction)];
      if (next == 0) {
        next = static_cast<int>(nodes_.size());
        nodes_[static_cast<std::size_t>(at)][static_cast<std::size_t>(direction)] = next;
        nodes_.emplace_back();
        ends_.push_back(false);
      }
      at = next;
    }
    ends_[static_cast<std::size_t>(at)] = true;
  }

  // Whether some word ends exactly at the end of `way`. REQUIRES: no other word occurs in it.
  bool ends(Way const& way) const {
    for (std::size_t from = 0; from < way.size(); ++from)
      if (reads(std::string_view(way).substr(from))) return true;
    return false;
  }

  // By node and direction, with the fallback to the longest suffix that is a node; -1: a word is complete.
  std::vector<Node> automaton() const {
    auto next = nodes_;
    auto ends = ends_;
    std::vector<int> back(next.size()), queue = {0};
    for (std::size_t at = 0; at < queue.size(); ++at) {
      auto const node = static_cast<std::size_t>(queue[at]);
      auto const suffix = static_cast<std::size_t>(back[node]);
      if (ends[suffix]) ends[node] = true;
      for (std::size_t direction = 0; direction < kDirections; ++direction) {
        int const after_suffix = node == 0 ? 0 : next[suffix][direction];
        if (int& child = next[node][direction]; child != 0) {
          back[static_cast<std::size_t>(child)] = after_suffix;
          queue.push_back(child);
        } else {
          child = after_suffix;
        }
      }
    }
    for (auto& node : next)
      for (int& child : node)
        if (ends[static_cast<std::size_t>(child)]) child = -1;
    return next;
  }

 private:
  bool reads(std::string_view way) const {
    int at = 0;
    for (char const direction : way) {
      at = nodes_[static_cast<std::size_t>(at)][static_cast<std::size_t>(direction)];
      if (at == 0) return false;
    }
    return ends_[static_cast<std::size_t>(at)];
  }

  std::vector<Node> nodes_ = {{}};
  std::vector<bool> ends_ = {false};
};

// Layer by layer, in the order of directions: a path that reaches a known board within its box is a detour.
Trie find_detours() {
  Trie detours;
  std::unordered_map<std::u16string, std::vector<Box>> seen = {{end_of({}).board, {Box{}}}};
  std::vector<Way> layer = {{}};
  for (std::size_t length = 1; length <= kLongest; ++length) {
    std::vector<Way> next;
    for (auto const& way : layer) {
      for (char direction = 0; direction < kDirections; ++direction) {
        auto longer = way + direction;
        if (detours.ends(longer)) continue;
        auto const end = end_of(longer);
        auto& known = seen[end.board];
        if (std::any_of(known.begin(), known.end(), [&](Box const& box) { return box.within(end.box); })) {
          detours.add(longer);
        } else {
          known.push_back(end.box);
          next.push_back(std::move(longer));
        }
      }
    }
    layer = std::move(next);
  }
  return detours;
}

}  // namespace

Detours const& Detours::instance() {
  // Never destroyed, because threads may use it while the process exits.
  static auto const& detours = *new Detours;
  return detours;
}

Detours::Detours() {
  for (auto const& node : find_detours().automaton()) {
    auto& states = next_.emplace_back();
    for (std::size_t direction = 0; direction < kDirections; ++direction)
      states[direction] = node[direction] < 0 ? kDetour : static_cast<State>(node[direction]);
  }
}

}  // namespace engawa::games::fifteen
