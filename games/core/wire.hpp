// What a game's folder specialises for MatchOf: the game's JSON form, and its bots.
#pragma once
#include <memory>
#include <string>

#include "base/json_read.hpp"
#include "base/json_write.hpp"
#include "base/result.hpp"
#include "games/core/rules.hpp"
#include "games/core/seat.hpp"
#include "games/core/thinker.hpp"
#include "games/core/thinking.hpp"

namespace engawa::games {

// The JSON form of a game. A specialisation has these static functions:
//
// - Result<Move> read_move(State const&, Json const&): refuses with bad_message or illegal_move; the move may be
//   illegal. It may be a template that also takes a PlainObject const& (base/plain_object.hpp): most moves are plain,
//   and reading those then builds no tree.
// - void write_move(State const&, Move const&, std::string&): the form that read_move reads, as short as possible.
// - std::string why_illegal(State const&, Seat, Move const&): one sentence.
// - void write_legal(State const&, std::string&): the document's `legal`, a quoted string.
// - void write_view(State const&, std::string&): the document's `view`, an object.
// - void write_change(State const& before, State const& after, std::string&): members of a merge patch of the view.
// - void write_events(State const& before, State const& after, Seat, Move const&, std::string&)
// - std::uint64_t hash(State const&)
// and may have
// - std::optional<Refusal> refusal_of(State const&, Seat, Move const&): a refusal before `too_soon` and `illegal_move`
// - void write_moves(State const&, Seat, std::vector<Move>&): if G::moves are too many to list, one for each different
//   result
// - Result<Json> effect(State const&, Seat, Move const&)
// - Result<Json> hint(State const&, Seat, Thinking&), or
//   Result<std::unique_ptr<Thinker>> begin_hint(State const&, Seat)
// - Result<Json> solve(State const&, Thinking&), or Result<std::unique_ptr<Thinker>> begin_solution(State const&), and
//   with it bool awaits_solution(State const&) and Result<void> learn(State&, Json const&)
// - void write_elapse_events(State const& before, State const& after, Due, std::string&): REQUIRED of Timed games
// - void write_learn_events(State const& before, State const& after, std::string&): REQUIRED with learn
template <class G>
struct Wire;

// A specialisation has
//   typename G::Move choose(State const&, Seat, std::string_view bot, int level, Thinking&)
// and may have, for bots that think long enough to be worth interrupting (nullptr for the others),
//   std::unique_ptr<Thought<typename G::Move>> begin(State const&, Seat, std::string_view bot, int level)
// REQUIRES: `seat` is to act and G::info() lists the bot and the level.
template <class G>
struct Bots;

template <class G>
void write_seats(SeatSet seats, std::string& out) {
  out += '"';
  bool first = true;
  for (int i = 0; i < kMaxSeats; ++i) {
    if (!seats.has(static_cast<Seat>(i))) continue;
    if (!first) out += ' ';
    first = false;
    out += 's';
    json_write::integer(out, i);
  }
  out += '"';
}

template <class G>
std::string move_text(typename G::State const& state, typename G::Move const& move) {
  std::string text;
  Wire<G>::write_move(state, move, text);
  return text;
}

}  // namespace engawa::games
