#include "clients/cli/board/picture.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/expect.hpp"
#include "clients/console/text.hpp"

namespace engawa::cli {
namespace {

// Titles and quiet text are not coloured: lines are for reading, also with a screen reader.
bool is_painted(Ink ink) { return ink >= Ink::Square; }

}  // namespace

void Picture::put(int row, int column, std::string text, Style style) {
  EXPECT(row >= 0 && column >= 0, row, column);
  size_.rows = std::max(size_.rows, row + 1);
  size_.columns = std::max(size_.columns, column + width(text));
  patches_.push_back({row, column, std::move(text), style});
}

void Picture::put(int row, int column, Picture const& part) {
  for (auto const& patch : part.patches_) put(row + patch.row, column + patch.column, patch.text, patch.style);
}

std::vector<std::string> Picture::lines(bool color) const {
  // Sorted by place; in the same place, by the order of painting. (Not stable_sort: clang 19 warns about libstdc++'s.)
  std::vector<std::size_t> order(patches_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
    return std::tuple(patches_[a].row, patches_[a].column, a) < std::tuple(patches_[b].row, patches_[b].column, b);
  });
  std::vector<std::string> lines(static_cast<std::size_t>(size_.rows));
  std::vector<int> used(lines.size());
  for (auto const index : order) {
    auto const& patch = patches_[index];
    auto const row = static_cast<std::size_t>(patch.row);
    if (patch.column < used[row] || patch.text.empty()) continue;
    lines[row].append(static_cast<std::size_t>(patch.column - used[row]), ' ');
    lines[row] += color && is_painted(patch.style.ink) ? inked(patch.style.ink, patch.text) : patch.text;
    used[row] = patch.column + width(patch.text);
  }
  for (auto& line : lines) line.resize(line.find_last_not_of(' ') + 1);
  return lines;
}

}  // namespace engawa::cli
