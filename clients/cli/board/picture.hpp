// A board as pieces of text, each with its place and its colours: painted cell by cell on the full screen, or written
// out as lines. A value; any thread.
#pragma once
#include <string>
#include <vector>

#include "clients/console/ink.hpp"

namespace engawa::cli {

// Of a part of the screen, in character cells.
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
  // What is put later lies on top. REQUIRES: row, column >= 0.
  void put(int row, int column, std::string text, Style style = {});
  // Another picture with its corner there.
  void put(int row, int column, Picture const& part);

  std::vector<Patch> const& patches() const { return patches_; }
  Size size() const { return size_; }  // what the patches need
  bool fits(Size room) const { return size_.rows <= room.rows && size_.columns <= room.columns; }

  // As lines from top to bottom, with escape sequences when there is to be `color`. Of patches in the same place the
  // later is left out. Lines end with what is last in them.
  std::vector<std::string> lines(bool color) const;

 private:
  std::vector<Patch> patches_;
  Size size_;
};

}  // namespace engawa::cli
