// A drawing as pixels, with smooth edges. Of texts, only digits are painted, as strokes, so that no font is needed.
// Insets are left out. The time is bounded by the area of the shapes: pixels outside of them are not visited. Pure
// functions; any thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/record/drawing.hpp"

namespace engawa::record {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // row by row, three bytes each
};

Pixels paint(Drawing const& drawing, int width, int height);

}  // namespace engawa::record
