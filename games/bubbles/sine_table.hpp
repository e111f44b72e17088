// round(2^20 sin) for 0 to 90 degrees in hundredths of a degree: data, so that no machine computes it differently
// (rules.md 4.3). tools/sine_table.py makes it, for the page too.
#pragma once
#include <array>
#include <cstdint>

namespace engawa::games::bubbles {

extern std::array<std::int32_t, 9001> const kSine;

}  // namespace engawa::games::bubbles
