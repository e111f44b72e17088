// Reversi for two on a box of at most eight by eight cells, without wildcards, bombs, permanent colours and cut-ins:
// the form that the search for two players works on. Pure functions, any thread.
#pragma once
#include <bit>
#include <cstdint>
#include <optional>

#include "games/reversi/rules.hpp"

namespace engawa::games::reversi::duel {

using Bits = std::uint64_t;

// A cell's bit is its column + 8 * its row.
struct Board {
  Bits own = 0, other = 0;  // the discs of the player to move, and of the opponent
  friend bool operator==(Board const&, Board const&) = default;
};

// All cells except the first and the last column: the cells that a run along a row or a diagonal can pass through.
inline constexpr Bits kInner = 0x7e7e7e7e7e7e7e7e;

// A fill along one axis, both ways, from `from` through `through` (Kogge-Stone).
struct Rays {
  Bits up, down;
};
constexpr Rays rays(Bits from, Bits through, int step) {
  Bits up = through & from << step, down = through & from >> step;
  up |= through & up << step;
  down |= through & down >> step;
  Bits const pairs_up = through & through << step, pairs_down = through & through >> step;
  up |= pairs_up & up << 2 * step;
  down |= pairs_down & down >> 2 * step;
  up |= pairs_up & up << 2 * step;
  down |= pairs_down & down >> 2 * step;
  return {up, down};
}

constexpr Bits moves_along(Board const& board, Bits through, int step) {
  auto const [up, down] = rays(board.own, through, step);
  return up << step | down >> step;
}
constexpr Bits legal_moves(Board const& board, Bits empty) {
  Bits const inner = board.other & kInner;
  return empty & (moves_along(board, inner, 1) | moves_along(board, board.other, 8) | moves_along(board, inner, 7) |
                  moves_along(board, inner, 9));
}

constexpr Bits flips_along(Board const& board, Bits at, Bits through, int step) {
  auto const [up, down] = rays(at, through, step);
  return ((up << step & board.own) != 0 ? up : 0) | ((down >> step & board.own) != 0 ? down : 0);
}
// The discs that a disc on the single bit `at` flips.
constexpr Bits flips_of(Board const& board, Bits at) {
  Bits const inner = board.other & kInner;
  return flips_along(board, at, inner, 1) | flips_along(board, at, board.other, 8) | flips_along(board, at, inner, 7) |
         flips_along(board, at, inner, 9);
}

// The board from the opponent's side after the move.
constexpr Board after(Board const& board, Bits at, Bits flips) {
  return {board.other ^ flips, board.own ^ (flips | at)};
}
constexpr Board swapped(Board const& board) { return {board.other, board.own}; }

// Discs of the player to move minus those of the opponent.
constexpr int lead(Board const& board) { return std::popcount(board.own) - std::popcount(board.other); }

constexpr Bits bit_of(Cell cell) { return Bits{1} << (column_of(cell) + 8 * row_of(cell)); }
constexpr Cell cell_of(int bit) { return cell_at(bit % 8, bit / 8); }

// The playable cells if the variant can be played by this search.
std::optional<Bits> field_of(Variant const& variant);

// REQUIRES: field_of(state.setup->variant), and a player is to move.
Board board_of(Reversi<std::uint64_t>::State const& state);

}  // namespace engawa::games::reversi::duel
