#include "games/tictactoe/rules.hpp"

#include "games/core/ranking.hpp"

namespace engawa::games::tictactoe {
namespace {

constexpr unsigned kFull = 0x1ff;

bool has_line(unsigned marks) {
  for (unsigned const line : {0x007u, 0x038u, 0x1c0u, 0x049u, 0x092u, 0x124u, 0x111u, 0x054u})
    if ((marks & line) == line) return true;
  return false;
}

unsigned taken(TicTacToe::State const& state) { return state.marks[0] | state.marks[1]; }

}  // namespace

SeatSet TicTacToe::to_act(State const& state) {
  bool const over = has_line(state.marks[0]) || has_line(state.marks[1]) || taken(state) == kFull;
  return over ? SeatSet{} : SeatSet::of(state.ply % 2);
}

TicTacToe::Moves TicTacToe::moves(State const& state, Seat seat) {
  Moves list;
  for (std::uint8_t cell = 0; cell < 9; ++cell)
    if (legal(state, seat, {cell})) list.push_back({cell});
  return list;
}

bool TicTacToe::legal(State const& state, Seat seat, Move move) {
  return to_act(state).has(seat) && move.cell < 9 && (taken(state) >> move.cell & 1u) == 0;
}

void TicTacToe::apply(State& state, Seat seat, Move move) {
  state.marks[seat] |= 1u << move.cell;
  ++state.ply;
}

std::optional<Ranking> TicTacToe::outcome(State const& state) {
  if (!to_act(state).empty()) return std::nullopt;
  return standing(state);
}

Ranking TicTacToe::standing(State const& state) {
  bool const line = has_line(state.marks[0]) || has_line(state.marks[1]);
  return rank_by_score({{0, 1, has_line(state.marks[0])}, {1, 1, has_line(state.marks[1])}}, line ? "line" : "full");
}

}  // namespace engawa::games::tictactoe
