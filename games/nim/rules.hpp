// The 753 game as a game (Rules): rows of cells; a move takes adjacent untaken cells of one row. Pure functions, any
// thread. Rules: docs/reference/rules.md, section 2.
#pragma once
#include <array>
#include <cstdint>

#include "base/expect.hpp"
#include "games/core/rules.hpp"
#include "games/core/stack_list.hpp"

namespace engawa::games::nim {

inline constexpr std::size_t kMaxRows = 8;
inline constexpr int kMaxCells = 32;  // per row

// Takes the cells from..from+count-1 of a row. Moves are ordered by row, from, count. No initialisers: a list has room
// for thousands of moves, and would write them all before it is filled.
struct Move {
  std::uint8_t row, from, count;
  friend constexpr auto operator<=>(Move, Move) = default;
};

// The cells of a move as bits of its row.
constexpr std::uint32_t cells_of(Move move) {
  EXPECT(move.from + move.count <= kMaxCells, move.from, move.count);
  return static_cast<std::uint32_t>(((std::uint64_t{1} << move.count) - 1) << move.from);
}

struct Position {
  std::array<std::uint32_t, kMaxRows> untaken{};  // bit i of a row: cell i
  std::array<std::uint8_t, kMaxRows> length{};    // 0: no such row
  bool misere = false;                            // taking the last cell loses
  std::uint32_t ply = 0;                          // s0 plays the even ones
  Move last{0, 0, 0};                             // count 0: nothing has been taken

  std::size_t rows() const {
    std::size_t count = 0;
    while (count < kMaxRows && length[count] > 0) ++count;
    return count;
  }
  bool empty() const {
    std::uint32_t all = 0;
    for (auto const row : untaken) all |= row;
    return all == 0;
  }
  friend bool operator==(Position const&, Position const&) = default;
};

Info const& info();

struct Nim {
  using State = Position;
  using Move = nim::Move;
  using Moves = StackList<Move, kMaxRows * kMaxCells*(kMaxCells + 1) / 2>;

  static Info const& info() { return nim::info(); }
  static int seats(State const&) { return 2; }
  static std::uint32_t ply(State const& state) { return state.ply; }
  static SeatSet to_act(State const& state) {
    return state.empty() ? SeatSet{} : SeatSet::of(static_cast<Seat>(state.ply & 1));
  }
  static Moves moves(State const& state, Seat seat);
  static bool legal(State const& state, Seat seat, Move move);
  static void apply(State& state, Seat seat, Move move);
  // Reason `last_taken`; the winner has score 1, and before the end both have 0.
  static std::optional<Ranking> outcome(State const& state);
  static Ranking standing(State const& state);
};

}  // namespace engawa::games::nim
