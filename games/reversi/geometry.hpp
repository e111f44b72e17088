// The layout of a board's cells in a word, in which a direction is a rotation of the word.
//
// A cell is 16 * row + column, so ascending cells read the board from left to right and top to bottom. Its bit is
// (column + stride * row) mod width. If every playable cell has its own bit, a step in a direction is a rotation by a
// constant, and the only other data needed are the cells that a step may enter: those whose predecessor is on the
// board. (A step off the board lands on some other cell's bit; that cell's true predecessor has another bit, so the
// mask removes it.)
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/core/bits.hpp"
#include "games/reversi/variant.hpp"

namespace engawa::games::reversi {

using Cell = std::uint8_t;
constexpr int column_of(Cell cell) { return cell % 16; }
constexpr int row_of(Cell cell) { return cell / 16; }
constexpr Cell cell_at(int column, int row) { return static_cast<Cell>(16 * row + column); }

// East and west, south and north, ...: direction d ^ 1 is the opposite of d.
inline constexpr int kDirections = 8;
inline constexpr std::array<int, kDirections> kColumnStep = {1, -1, 0, 0, 1, -1, -1, 1};
inline constexpr std::array<int, kDirections> kRowStep = {0, 0, 1, -1, 1, -1, 1, -1};

// A stride that gives every playable cell of `variant` its own bit of 64, if there is one: 8 for the square, 14 for the
// diamond.
std::optional<int> find_stride(Variant const& variant);

template <class Word>
struct Geometry {
  std::array<Word, kDirections> enter;  // cells whose predecessor in that direction is on the board
  std::array<int, kDirections> turn;    // the rotation that is one step
  int stride = 16;
  int doublings = 3;  // of a fill: enough for the longest run between two flankers
  Word board{};
  Word tips{};                             // cells at the edge on every axis: a disc there can never be flanked
  Word edges{};                            // cells at the edge on all axes but one
  std::vector<Cell> cells;                 // the playable ones, ascending
  std::array<std::uint8_t, 256> bit_of{};  // by cell; valid only for playable ones
  std::array<Cell, 256> cell_of{};         // by bit

  bool has(int column, int row) const {
    if (column < 0 || row < 0 || column >= kMaxSide || row >= kMaxSide) return false;
    return on_board[cell_at(column, row)];
  }
  std::array<bool, 256> on_board{};
};

// REQUIRES: `stride` fits (find_stride for 64 bits, 16 for 256).
template <class Word>
Geometry<Word> make_geometry(Variant const& variant, int stride);

}  // namespace engawa::games::reversi
