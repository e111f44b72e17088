// The bubble field in integers (docs/reference/rules.md 4.1). Lengths are in units of 1/4096 of a bubble's diameter, y
// grows downwards from the ceiling. Pure functions, any thread.
#pragma once
#include <cstdint>

namespace engawa::games::bubbles {

inline constexpr int kPitch = 4096;     // between the centres of neighbouring cells of a row: the diameter
inline constexpr int kRadius = 2048;    // half of the diameter
inline constexpr int kRowPitch = 3547;  // between two rows
inline constexpr int kColumns = 8;      // of an even row; an odd row has one less and is shifted right by half a pitch
inline constexpr int kLeftWall = kRadius;
inline constexpr int kRightWall = kColumns * kPitch - kRadius;  // the centre of a bubble stays between the walls
inline constexpr int kContact = 3482;  // bubbles with closer centres touch: 0.85 of the diameter

inline constexpr int kLoseRow = 12;  // a bubble in this row or below loses
// Rows that a field can hold: a shot may land in row 12, a new row pushes it to 13, and seven garbage bubbles may hang
// below.
inline constexpr int kRows = 24;

inline constexpr int kMaxAngle = 8000;  // hundredths of a degree from straight up
inline constexpr int kStartX = kColumns * kPitch / 2;
inline constexpr int kStartY = kRadius + kRowPitch * (kLoseRow + 1);
inline constexpr int kStep = kPitch / 16;  // a shot's distance per step
inline constexpr int kStepMs = 4;          // Frozen-Bubble's speed: 500 of its pixels per second, 32 per bubble

struct Cell {
  std::uint8_t row = 0;
  std::uint8_t column = 0;
  friend constexpr auto operator<=>(Cell, Cell) = default;
};

// 1 if the row is shifted right by half a pitch and one cell shorter. `shift` is the field's: a new row on top flips
// it.
constexpr int parity(int row, int shift) { return (row + shift) & 1; }
constexpr int columns(int row, int shift) { return kColumns - parity(row, shift); }

constexpr int center_x(int row, int column, int shift) {
  return kRadius + kPitch * column + kRadius * parity(row, shift);
}
constexpr int center_y(int row) { return kRadius + kRowPitch * row; }

}  // namespace engawa::games::bubbles
