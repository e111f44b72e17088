// Digits as strokes, for pictures without a font. Pure function; any thread.
#pragma once
#include "games/record/drawing.hpp"

namespace engawa::record {

// Appends the lines of the words' digits and minus signs; other characters are left out.
void draw_digits(Drawing& out, Words const& words);

}  // namespace engawa::record
