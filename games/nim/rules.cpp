#include "games/nim/rules.hpp"

#include "base/expect.hpp"
#include "games/core/ranking.hpp"
#include "games/nim/analysis.hpp"

namespace engawa::games::nim {

auto Nim::moves(State const& state, Seat seat) -> Moves {
  Moves list;
  if (!to_act(state).has(seat)) return list;
  for (std::size_t row = 0; row < kMaxRows; ++row) {
    for (int from = 0; from < state.length[row]; ++from) {
      int const most = std::countr_one(state.untaken[row] >> from);
      for (int count = 1; count <= most; ++count)
        list.push_back(
            {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(count)});
    }
  }
  return list;
}

bool Nim::legal(State const& state, Seat seat, Move move) {
  if (!to_act(state).has(seat) || move.row >= kMaxRows || move.count < 1) return false;
  if (move.from + move.count > state.length[move.row]) return false;
  return (state.untaken[move.row] & cells_of(move)) == cells_of(move);
}

void Nim::apply(State& state, [[maybe_unused]] Seat seat, Move move) {
  EXPECT(legal(state, seat, move), seat, move.row, move.from, move.count);
  state.untaken[move.row] &= ~cells_of(move);
  state.last = move;
  ++state.ply;
}

Ranking Nim::standing(State const& state) {
  int const won = state.empty() ? 1 : 0;
  auto const last_mover = (state.ply + 1) & 1;
  auto const winner = static_cast<Seat>(state.misere ? 1 - last_mover : last_mover);
  return rank_by_score({{winner, 0, won}, {static_cast<Seat>(1 - winner), 0, 0}}, "last_taken");
}

std::optional<Ranking> Nim::outcome(State const& state) {
  if (!state.empty()) return std::nullopt;
  return standing(state);
}

static_assert(Rules<Nim>);

}  // namespace engawa::games::nim
