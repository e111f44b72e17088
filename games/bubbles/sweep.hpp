// Every cell that a shot can reach, with the safest angle for it. Pure functions, any thread.
#pragma once
#include "games/bubbles/flight.hpp"

namespace engawa::games::bubbles {

struct Target {
  Cell cell;
  int angle = 0;  // the middle of the widest interval of angles that reach the cell
  int width = 0;  // number of angles in that interval
};

// A shot lands in rows 0..kLoseRow.
using Targets = StackList<Target, (kLoseRow + 1) * kColumns>;

// The precision of the sweep, in hundredths of a degree.
struct Resolution {
  int stride;   // between two flights at first
  int closest;  // the smallest distance between two flights that land in different cells
};

inline constexpr Resolution kEveryTarget{20, 1};  // finds all but a few of the narrowest targets
inline constexpr Resolution kAimable{80, 4};      // finds the targets worth aiming at
inline constexpr Resolution kSketch{400, 50};     // for a look ahead

// Flies every `stride`-th angle and bisects between two neighbours that land in different cells or have different
// numbers of bounces. The cells are ordered by angle, from left to right.
Targets sweep(Sky const& sky, Resolution resolution);

}  // namespace engawa::games::bubbles
