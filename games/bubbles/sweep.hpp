// Every cell that a shot can reach, with the angle that reaches it most safely. Pure functions, any thread.
#pragma once
#include "games/bubbles/flight.hpp"

namespace engawa::games::bubbles {

struct Target {
  Cell cell;
  int angle = 0;  // the middle of the widest interval of angles that lead to the cell
  int width = 0;  // angles in that interval
};

// A shot lands in rows 0..kLoseRow.
using Targets = StackList<Target, (kLoseRow + 1) * kColumns>;

// Angles between two flights of a sweep, in hundredths of a degree.
inline constexpr int kFineSweep = 20;
inline constexpr int kBotSweep = 80;

// Flies every `stride`-th angle and bisects between two neighbours that land in different cells or bounce differently often, down
// to neighbouring angles. In the order in which the cells come up from left to right. What lies between two equal neighbours and
// differs is missed: a sweep by kFineSweep finds all but a few of the narrowest targets.
Targets sweep(Sky const& sky, int stride);

}  // namespace engawa::games::bubbles
