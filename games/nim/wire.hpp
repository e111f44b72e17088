// The 753 game as JSON: moves `{"row":0,"from":2,"count":3}`, the view, events, hint and solution (wire.md).
#pragma once
#include "games/core/wire.hpp"
#include "games/nim/rules.hpp"

namespace engawa::games {

template <>
struct Wire<nim::Nim> {
  using State = nim::Position;
  using Move = nim::Move;

  template <class Object>
  static Result<Move> read_move(State const& state, Object const& json);
  static void write_move(State const& state, Move const& move, std::string& out);
  static std::string why_illegal(State const& state, Seat seat, Move const& move);
  static void write_legal(State const& state, std::string& out);
  static void write_view(State const& state, std::string& out);
  static void write_change(State const& before, State const& after, std::string& out);
  static void write_events(State const& before, State const& after, Seat seat, Move const& move, std::string& out);
  static std::uint64_t hash(State const& state);
  static Result<Json> hint(State const& state, Seat seat, Thinking& thinking);
  static Result<Json> solve(State const& state, Thinking& thinking);
};

}  // namespace engawa::games
