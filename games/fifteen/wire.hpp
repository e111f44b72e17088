// The 15-puzzle as JSON: moves `{"tile":7}`, the view, events, hint and solution (wire.md).
#pragma once
#include "games/core/wire.hpp"
#include "games/fifteen/rules.hpp"

namespace engawa::games {

template <>
struct Wire<fifteen::Fifteen> {
  using State = fifteen::Race;
  using Move = fifteen::Move;

  template <class Object>
  static Result<Move> read_move(State const& state, Object const& json);
  static void write_move(State const& state, Move const& move, std::string& out);
  static std::string why_illegal(State const& state, Seat seat, Move const& move);
  static void write_legal(State const& state, std::string& out);
  static void write_view(State const& state, std::string& out);
  static void write_change(State const& before, State const& after, std::string& out);
  static void write_events(State const& before, State const& after, Seat seat, Move const& move, std::string& out);
  static void write_elapse_events(State const& before, State const& after, Due due, std::string& out);
  static std::uint64_t hash(State const& state);

  static Result<std::unique_ptr<Thinker>> begin_hint(State const& state, Seat seat);
  // For the first seat's board.
  static Result<std::unique_ptr<Thinker>> begin_solution(State const& state);
  // Whether the number of steps that the start needs is still missing. Never for 5x5, which has no exact solver.
  static bool awaits_solution(State const& state);
  // No precondition: a solution that does not solve the START is refused with bad_message.
  static Result<void> learn(State& state, Json const& solution);
  static void write_learn_events(State const& before, State const& after, std::string& out);
};

}  // namespace engawa::games
