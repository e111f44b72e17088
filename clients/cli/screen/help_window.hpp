// Text over the whole screen, in pages: the keys, the bots. Pure functions; any thread.
#pragma once
#include <string>
#include <vector>

#include "clients/cli/board/picture.hpp"

namespace engawa::cli {

struct HelpWindow {
  std::string head;
  std::vector<std::string> lines;  // an empty line ends a group
  std::size_t page = 0;

  bool open() const { return !lines.empty(); }
};

using Page = std::vector<std::string>;

// A group stays on one page if it fits, and text after a gap of two spaces wraps below itself. At least one page.
std::vector<Page> pages_of(std::vector<std::string> const& lines, Size room);

// The part of the screen for a page: all except the heading, an empty line, and the line that explains the keys.
Size room_for_page(Size screen);

}  // namespace engawa::cli
