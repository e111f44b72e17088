// A board as pieces of text, each with its position and colours: painted cell by cell on the full screen, or written as
// lines. A value; any thread.
#pragma once
#include <string>
#include <vector>

#include "clients/console/ink.hpp"

namespace engawa::cli {

// The size of a part of the screen, in character cells.
struct Size {
  int rows = 0;
  int columns = 0;
};

struct Patch {
  int row = 0;
  int column = 0;
  std::string text;
  Style style;
};

class Picture {
 public:
  // Later patches cover earlier ones. REQUIRES: row, column >= 0.
  void put(int row, int column, std::string text, Style style = {});
  // Inserts another picture with its corner there.
  void put(int row, int column, Picture const& part);

  std::vector<Patch> const& patches() const { return patches_; }
  Size size() const { return size_; }  // the size of all patches
  bool fits(Size room) const { return size_.rows <= room.rows && size_.columns <= room.columns; }

  // As lines from top to bottom, with escape sequences if `color`. Of patches in the same place, the later one is
  // omitted. Lines have no trailing spaces.
  std::vector<std::string> lines(bool color) const;

 private:
  std::vector<Patch> patches_;
  Size size_;
};

}  // namespace engawa::cli
