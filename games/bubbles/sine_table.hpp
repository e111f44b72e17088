// round(2^20 sin) for 0 to 90 degrees in hundredths: computed by the compiler and checked there, so that it is the same
// on every machine (docs/reference/rules.md 4.2).
#pragma once
#include <array>
#include <cstdint>

namespace engawa::games::bubbles {

extern std::array<std::int32_t, 9001> const kSine;

}  // namespace engawa::games::bubbles
