// A drawing as data: shapes in the order in which they cover each other. It is written as SVG, or painted as pixels
// (paint.hpp). Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace engawa::record {

// The colour of names and numbers on every picture.
inline constexpr std::string_view kInk = "#2b2419";

// In units of the drawing.
struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

// Colours are "#rrggbb" and outlive the drawing; empty: none.
struct Rectangle {
  Box box;
  double round = 0;
  std::string_view fill, stroke = {};
  double stroke_width = 1;
};

struct Circle {
  double x = 0, y = 0, radius = 0;
  std::string_view fill;
};

// With round ends.
struct Line {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  std::string_view stroke;
  double width = 1;
};

struct Words {
  enum class Anchor { start, middle, end };
  double x = 0, y = 0, size = 0;  // y: of the baseline
  std::string text;
  std::string_view fill;
  Anchor anchor = Anchor::start;
  bool bold = false;
  bool own_direction = false;  // a right-to-left script keeps its order
};

// A picture that is already SVG.
struct Inset {
  Box box;
  std::string_view svg;
};

using Shape = std::variant<Rectangle, Circle, Line, Words, Inset>;
using Drawing = std::vector<Shape>;

// The elements, without the <svg> around them.
std::string to_svg(Drawing const& drawing);

}  // namespace engawa::record
