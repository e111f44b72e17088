// The flight of a shot: the deterministic model of docs/reference/rules.md 4.2, in integers. Pure functions, any
// thread.
//
// A shot starts at (kStartX, kStartY) and moves kStep per step; positions are scaled by 2^20. After each step the side
// walls reflect it; then it lands if it has reached the ceiling or is closer than kContact to a bubble. It takes the
// nearest free cell that touches a bubble or the ceiling.
#pragma once
#include <cstdint>

#include "games/bubbles/grid.hpp"
#include "games/core/stack_list.hpp"

namespace engawa::games::bubbles {

struct Point {
  int x = 0;
  int y = 0;
  int ms = 0;  // since the shot
  friend constexpr bool operator==(Point, Point) = default;
};

// The place and way in which a shot ends.
struct Landing {
  Cell cell;
  int x = 0;  // its position at contact
  int y = 0;
  int steps = 0;
  int bounces = 0;  // off the side walls

  int flight_ms() const { return steps * kStepMs; }
  friend constexpr bool operator==(Landing const&, Landing const&) = default;
};

// Start, bounces (at the wall, at the end of the step that bounced) and landing: at 80 degrees there are at most nine
// bounces.
using Path = StackList<Point, 16>;

// Data shared by flights over the same grid: this makes enumerating them cheaper.
class Sky {
 public:
  // REQUIRES: no bubble in row kLoseRow or below.
  explicit Sky(Grid const& grid);

  // REQUIRES: |angle| <= kMaxAngle.
  Landing fly(int angle) const;

 private:
  bool touches(int x, int y) const;
  Cell nearest_free(int x, int y) const;

  // Bit c + 1 of row r + 1 for a bubble in cell c of row r: with a margin, so that neighbours beyond an edge need no
  // test.
  std::array<std::uint16_t, kRows + 2> bubbles_{};
  int shift_;
  int free_y_;  // at this height and below, nothing can be touched: neither bubble nor ceiling
};

// The path of a shot with this end.
Path path_of(int angle, Landing const& landing);

}  // namespace engawa::games::bubbles
