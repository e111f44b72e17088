// The rules of one game as a WebAssembly module for the page: the catalogue has that game alone (build.mjs), and no
// bots. It imports nothing that the page must implement. One match, one thread.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "clients/web/rules/exchange.hpp"
#include "games/catalog.hpp"
#include "games/record/lines.hpp"
#include "games/record/result.hpp"

namespace {

using namespace engawa;
using games::Seat;
using rules::input;
using rules::tell;

std::unique_ptr<games::Match> match;

Refusal no_match() { return refuse("not_started", "start a game first"); }

// The result of an input: a step as in the protocol, with the hash of the state after it.
std::uint32_t tell_step(std::string_view move, std::string_view set, std::string_view events,
                        games::Match const& after) {
  std::string text = "{";
  if (!move.empty()) text.append(R"("move":)").append(move) += ',';
  text.append(R"("set":{)").append(set).append(R"(},"events":[)").append(events).append(R"(],"state":")");
  text.append(record::state_text(after.hash())).append("\"");
  if (auto const ranking = after.outcome()) json_write::raw_member(text, "result", record::result_json(*ranking, ""));
  return tell(text += '}');
}

// Negative: the seat to act.
Seat seat_of(int seat) { return seat < 0 ? match->to_act().first() : static_cast<Seat>(seat); }

// Negative: as early as the game accepts it.
games::GameTime time_of(double at, Seat seat) {
  return at < 0 ? match->ready_at(seat) : static_cast<games::GameTime>(at);
}

}  // namespace

// Begins a game. Input: the options, then the seed as records write it (a decimal number or 64 hexadecimal digits).
EXPORT(start) std::uint32_t start(std::uint32_t options_bytes) {
  auto const wish = parse_json(std::string_view(input()).substr(0, options_bytes));
  if (!wish) return tell(wish.error());
  auto const seed = record::read_seed(std::string_view(input()).substr(options_bytes));
  if (!seed) return tell(refuse("bad_message", "a seed is a decimal number or 64 hexadecimal digits"));
  auto const& game = games::catalog().front();
  auto const options = game.normalise(*wish);
  if (!options) return tell(options.error());
  auto started = game.start(*options, *seed);
  if (!started) return tell(started.error());
  match = std::move(*started);
  return tell_step({}, {}, {}, *match);
}

// Input: the move.
EXPORT(play) std::uint32_t play(int seat, double at) {
  if (!match) return tell(no_match());
  auto const move = parse_json(input());
  if (!move) return tell(move.error());
  std::string set, events;
  auto const who = seat_of(seat);
  auto const played = match->play(who, *move, set, events, time_of(at, who));
  return played ? tell_step(*played, set, events, *match) : tell(played.error());
}

// The answer that `play` would give; nothing changes. Input: the move.
EXPORT(preview) std::uint32_t preview(int seat, double at) {
  if (!match) return tell(no_match());
  auto const move = parse_json(input());
  if (!move) return tell(move.error());
  if (!match->info().previews) return tell(refuse("unsupported", "this game has no previews"));
  std::string set, events;
  auto const who = seat_of(seat);
  auto const next = match->clone();
  auto const played = next->play(who, *move, set, events, time_of(at, who));
  return played ? tell_step(*played, set, events, *next) : tell(played.error());
}

// Applies the next event that is due by then without a move, one for each call.
EXPORT(elapse) std::uint32_t elapse(double at) {
  if (!match) return tell(no_match());
  auto const time = static_cast<games::GameTime>(at);
  auto const due = match->due();
  if (!due || due->at > time) return tell(refuse("too_soon", "nothing is due yet"));
  std::string set, events;
  match->elapse(time, set, events);
  return tell_step({}, set, events, *match);
}

// The solver's answer for the opening, from a record. Input: the solution.
EXPORT(learn) std::uint32_t learn() {
  if (!match) return tell(no_match());
  auto const solution = parse_json(input());
  if (!solution) return tell(solution.error());
  std::string set, events;
  auto const learnt = match->learn(*solution, set, events);
  return learnt ? tell_step({}, set, events, *match) : tell(learnt.error());
}

// `ply`, `to_act`, `legal` and `view` as in the document.
EXPORT(document) std::uint32_t document() {
  if (!match) return tell(no_match());
  std::string text = "{";
  match->write_document(text);
  return tell(text += '}');
}

// {"moves":[...]}: every legal move in the form that `play` takes, with "seat" if several seats are to act.
EXPORT(legal) std::uint32_t legal() {
  if (!match) return tell(no_match());
  return tell(R"({"moves":)" + match->moves().dump() + "}");
}
