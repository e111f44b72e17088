// Digits as strokes, for pictures without a font. Pure function; any thread.
#pragma once
#include "games/record/drawing.hpp"

namespace engawa::record {

// Appends the strokes of the digits and minus signs in the text; other characters are left out.
void draw_digits(Drawing& out, Words const& words);

}  // namespace engawa::record
