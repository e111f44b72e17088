#include "games/nim/analysis.hpp"

#include "base/expect.hpp"

namespace engawa::games::nim {

Groups groups(Position const& position) {
  Groups list;
  for (std::size_t row = 0; row < kMaxRows; ++row) {
    for (auto rest = position.untaken[row]; rest != 0;) {
      int const from = std::countr_zero(rest);
      int const length = std::countr_one(rest >> from);
      list.push_back(
          {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(length)});
      rest &= ~cells_of({0, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(length)});
    }
  }
  return list;
}

Sum sum(Position const& position) {
  Sum total;
  for (auto const& group : groups(position)) total = total.with(group.length);
  return total;
}

Sum after(Position const& position, Sum before, Move move) {
  auto const row = position.untaken[move.row];
  EXPECT(move.count > 0 && (row & cells_of(move)) == cells_of(move), move.row, move.from, move.count);
  // The rest of the run on either side of the move. (A shift by 32 would be undefined.)
  int const left = move.from == 0 ? 0 : std::countl_one(row << (kMaxCells - move.from));
  int const end = move.from + move.count;
  int const right = end == kMaxCells ? 0 : std::countr_one(row >> end);
  return before.without(left + move.count + right).with(left).with(right);
}

Nim::Moves winning_moves(Position const& position) {
  Nim::Moves list;
  auto const total = sum(position);
  for (auto const& move : Nim::moves(position, static_cast<Seat>(position.ply & 1)))
    if (!after(position, total, move).won(position.misere)) list.push_back(move);
  return list;
}

}  // namespace engawa::games::nim
