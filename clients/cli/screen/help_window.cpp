#include "clients/cli/screen/help_window.hpp"

#include <algorithm>

#include "clients/console/text.hpp"

namespace engawa::cli {
namespace {

constexpr int kAround = 4;  // rows outside the page
constexpr int kMargin = 1;  // columns on either side

// "mute WHO stop their chat": the column where "stop" begins. 0: no second column.
std::size_t second_column(std::string_view line) {
  auto const first = line.find_first_not_of(' ');
  if (first == line.npos) return 0;
  auto const gap = first > 0 ? 0 : line.find("  ");
  return gap == line.npos ? 0 : line.find_first_not_of(' ', gap);
}

std::vector<std::string> wrapped(std::string const& line, int columns) {
  auto const from = second_column(line);
  auto const head = line.substr(0, from);
  int const indent = width(head);
  if (from == std::string::npos || indent > columns / 2) return wrap(line, columns);
  auto parts = wrap(std::string_view(line).substr(from), columns - indent);
  auto const blank = std::string(static_cast<std::size_t>(indent), ' ');
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = (i == 0 ? head : blank) + parts[i];
  return parts;
}

// Groups of rows, none of them empty.
std::vector<Page> groups_of(std::vector<std::string> const& lines, int columns) {
  std::vector<Page> groups(1);
  for (auto const& line : lines) {
    if (line.empty() && !groups.back().empty()) groups.emplace_back();
    for (auto& row : wrapped(line, columns)) groups.back().push_back(std::move(row));
  }
  if (groups.back().empty()) groups.pop_back();
  return groups;
}

}  // namespace

Size room_for_page(Size screen) {
  return {std::max(1, screen.rows - kAround), std::max(2, screen.columns - 2 * kMargin)};
}

std::vector<Page> pages_of(std::vector<std::string> const& lines, Size room) {
  auto const rows = static_cast<std::size_t>(room.rows);
  std::vector<Page> pages(1);
  for (auto const& group : groups_of(lines, room.columns)) {
    bool const begun = !pages.back().empty();
    if (begun && pages.back().size() + 1 + group.size() > rows)
      pages.emplace_back();
    else if (begun)
      pages.back().emplace_back();
    for (auto const& row : group) {
      if (pages.back().size() == rows) pages.emplace_back();
      pages.back().push_back(row);
    }
  }
  return pages;
}

}  // namespace engawa::cli
