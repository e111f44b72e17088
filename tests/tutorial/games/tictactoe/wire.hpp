// Tic-tac-toe as JSON: moves `{"cell":4}`, rows of `X`, `O` and `.`. Its bots are those that every game has.
#pragma once
#include "games/bots/flat_monte_carlo.hpp"
#include "games/core/match_of.hpp"
#include "games/tictactoe/rules.hpp"

namespace engawa::games {

template <>
struct Wire<tictactoe::TicTacToe> {
  using State = tictactoe::TicTacToe::State;
  using Move = tictactoe::Move;

  static Result<Move> read_move(State const& state, Json const& json);
  static void write_move(State const& state, Move const& move, std::string& out);
  static std::string why_illegal(State const& state, Seat seat, Move const& move);
  static void write_legal(State const& state, std::string& out);
  static void write_view(State const& state, std::string& out);
  static void write_change(State const& before, State const& after, std::string& out);
  static void write_events(State const& before, State const& after, Seat seat, Move const& move, std::string& out);
  static std::uint64_t hash(State const& state);
};

template <>
struct Bots<tictactoe::TicTacToe> {
  static tictactoe::Move choose(tictactoe::TicTacToe::State const& state, Seat seat, std::string_view bot, int,
                                Thinking& thinking) {
    if (bot == "random") return bots::random_move<tictactoe::TicTacToe>(state, seat, thinking.rng);
    return bots::flat_monte_carlo<tictactoe::TicTacToe>(state, seat, 200, thinking);
  }
};

}  // namespace engawa::games
