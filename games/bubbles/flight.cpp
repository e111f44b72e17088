#include "games/bubbles/flight.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "base/expect.hpp"
#include "games/bubbles/sine_table.hpp"

namespace engawa::games::bubbles {
namespace {

constexpr int kScale = 20;  // bits of fraction
constexpr std::int64_t scaled(int length) { return std::int64_t{length} << kScale; }
constexpr int floored(std::int64_t position) { return static_cast<int>(position >> kScale); }

struct Speed {
  std::int64_t x;  // per step, scaled; right positive
  std::int64_t y;  // upwards
};

Speed speed_of(int angle) {
  auto const size = static_cast<std::size_t>(std::abs(angle));
  auto const across = std::int64_t{kStep} * kSine[size];
  return {angle < 0 ? -across : across, std::int64_t{kStep} * kSine[9000 - size]};
}

struct Ball {
  std::int64_t x = scaled(kStartX);
  std::int64_t y = scaled(kStartY);
  Speed speed;
  int bounces = 0;

  void step() {
    x += speed.x;
    y -= speed.y;
    if (x < scaled(kLeftWall)) {
      bounce(kLeftWall);
    } else if (x > scaled(kRightWall)) {
      bounce(kRightWall);
    }
  }
  // Moves `count` steps at once: with unfolded reflections the path is a straight line, which is then folded back
  // between the walls.
  void leap(std::int64_t count) {
    constexpr auto room = scaled(kRightWall - kLeftWall);
    auto const straight = x - scaled(kLeftWall) + count * speed.x;
    auto const walls = straight >= 0 ? (straight == 0 ? 0 : (straight - 1) / room) : -((-straight - 1) / room) - 1;
    auto const rest = straight - walls * room;
    bool const turned = (walls & 1) != 0;
    x = scaled(kLeftWall) + (turned ? room - rest : rest);
    if (turned) speed.x = -speed.x;
    bounces = static_cast<int>(walls < 0 ? -walls : walls);
    y -= count * speed.y;
  }

 private:
  void bounce(int wall) {
    x = 2 * scaled(wall) - x;
    speed.x = -speed.x;
    ++bounces;
  }
};

constexpr int square(int length) { return length * length; }

}  // namespace

Sky::Sky(Grid const& grid) : shift_(grid.shift) {
  int const rows = depth(grid);
  EXPECT(rows <= kLoseRow, rows);
  for (std::size_t row = 0; row < kRows; ++row)
    bubbles_[row + 1] = static_cast<std::uint16_t>(occupied(grid.rows[row]) << 1);
  free_y_ = rows == 0 ? kRadius + 1 : center_y(rows - 1) + kContact;
}

// A touched bubble is less than a pitch away in both directions: it is one of two in the row above (relative to the
// centres), or of two in the row below. Without branches, because they would be unpredictable here.
inline bool Sky::touches(int x, int y) const {
  int const below = static_cast<int>(static_cast<unsigned>(y - kRadius + kRowPitch) / kRowPitch);
  auto const touched = [&](int row) {
    int const near = square(kContact) - square(y - center_y(row));
    auto const inside = static_cast<unsigned>(x - center_x(row, -1, shift_));
    int const right = static_cast<int>(inside % kPitch);
    int const pair = bubbles_[static_cast<std::size_t>(row + 1)] >> (inside / kPitch);
    return (pair & int{square(right) < near}) | (pair >> 1 & int{square(kPitch - right) < near});
  };
  return ((touched(below - 1) | touched(below)) & 1) != 0;
}

// The point of contact is in, or on the edge of, a free cell that touches the hit bubble. So its own row and the two
// next to it are enough.
Cell Sky::nearest_free(int x, int y) const {
  int const middle = y < kRadius ? 0 : (y - kRadius) / kRowPitch;
  int nearest = std::numeric_limits<int>::max();
  Cell cell;
  for (int row = middle == 0 ? 0 : middle - 1; row <= middle + 2; ++row) {
    auto const bits = [&](int at) { return bubbles_[static_cast<std::size_t>(at + 1)] >> 1; };
    int free =
        row == 0 ? 0xff
                 : beside(bits(row)) | across(bits(row - 1), row - 1, shift_) | across(bits(row + 1), row + 1, shift_);
    free &= existing(row, shift_) & ~bits(row);
    int const first = (x - center_x(row, 0, shift_) + kPitch) / kPitch - 1;
    for (int column = std::max(first, 0); column <= first + 1; ++column) {
      if ((free >> column & 1) == 0) continue;
      int const distance = square(x - center_x(row, column, shift_)) + square(y - center_y(row));
      if (distance >= nearest) continue;
      nearest = distance;
      cell = {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)};
    }
  }
  EXPECT(nearest < square(kPitch), nearest);
  return cell;
}

Landing Sky::fly(int angle) const {
  EXPECT(-kMaxAngle <= angle && angle <= kMaxAngle, angle);
  Ball ball;
  ball.speed = speed_of(angle);
  auto steps = (scaled(kStartY) - scaled(free_y_)) / ball.speed.y;
  ball.leap(steps);
  do {
    ball.step();
    ++steps;
  } while (ball.y > scaled(kRadius) && !touches(floored(ball.x), floored(ball.y)));
  int const x = floored(ball.x), y = floored(ball.y);
  return {nearest_free(x, y), x, y, static_cast<int>(steps), ball.bounces};
}

Path path_of(int angle, Landing const& landing) {
  EXPECT(-kMaxAngle <= angle && angle <= kMaxAngle, angle);
  Path path;
  path.push_back({kStartX, kStartY, 0});
  Ball ball;
  ball.speed = speed_of(angle);
  for (int step = 1; step <= landing.steps; ++step) {
    int const before = ball.bounces;
    ball.step();
    if (ball.bounces == before) continue;
    path.push_back({ball.speed.x > 0 ? kLeftWall : kRightWall, floored(ball.y), step * kStepMs});
  }
  path.push_back({landing.x, landing.y, landing.flight_ms()});
  return path;
}

}  // namespace engawa::games::bubbles
