// Tic-tac-toe: three marks in a row on nine cells. Pure functions, any thread.
#pragma once
#include <array>

#include "games/core/rules.hpp"
#include "games/core/stack_list.hpp"

namespace engawa::games::tictactoe {

// 0 is the top left cell, 8 the bottom right one.
struct Move {
  std::uint8_t cell = 0;
  friend auto operator<=>(Move const&, Move const&) = default;
};

Info const& info();

struct TicTacToe {
  struct State {
    std::array<unsigned, 2> marks{};  // bit i: the seat has cell i
    std::uint8_t ply = 0;
    friend bool operator==(State const&, State const&) = default;
  };
  using Move = tictactoe::Move;
  using Moves = StackList<Move, 9>;

  static Info const& info() { return tictactoe::info(); }
  static int seats(State const&) { return 2; }
  static std::uint32_t ply(State const& state) { return state.ply; }
  static SeatSet to_act(State const& state);
  static Moves moves(State const& state, Seat seat);
  static bool legal(State const& state, Seat seat, Move move);
  static void apply(State& state, Seat seat, Move move);
  static std::optional<Ranking> outcome(State const& state);
  static Ranking standing(State const& state);
};

}  // namespace engawa::games::tictactoe
