// The bubble shooter as JSON: moves, the view and its merge patches, events, effects and hints (wire.md).
// Nothing here depends on hidden state.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "games/bubbles/rules.hpp"
#include "games/core/wire.hpp"

namespace engawa::games::bubbles {

// "r4c3"
std::string cell_name(Cell cell);
// Names separated by spaces, by row and column.
std::string cell_names(Mask const& cells);

struct BubblesWire {
  using State = Bubbles::State;

  template <class Object>
  static Result<Move> read_move(State const& state, Object const& json);
  static void write_move(State const& state, Move move, std::string& out);
  static std::string why_illegal(State const& state, Seat seat, Move move);
  // `stale` if the move names a shot other than the next one.
  static std::optional<Refusal> refusal_of(State const& state, Seat seat, Move move);
  static void write_legal(State const& state, std::string& out);
  static void write_moves(State const& state, Seat seat, std::vector<Move>& moves);
  static void write_view(State const& state, std::string& out);
  static void write_change(State const& before, State const& after, std::string& out);
  static void write_events(State const& before, State const& after, Seat seat, Move move, std::string& out);
  static void write_elapse_events(State const& before, State const& after, Due due, std::string& out);
  static Result<Json> effect(State const& state, Seat seat, Move move);
  static Result<Json> hint(State const& state, Seat seat, Thinking& thinking);
  static std::uint64_t hash(State const& state);
};

}  // namespace engawa::games::bubbles

namespace engawa::games {

template <>
struct Wire<bubbles::Bubbles> : bubbles::BubblesWire {};

}  // namespace engawa::games
