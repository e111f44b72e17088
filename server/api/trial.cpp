#include "server/api/trial.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace engawa::server {
namespace {

constexpr std::int64_t kLatest = 120'000;  // game time: bounds the number of due events

struct Outcome {
  std::string set, events;
};

// First the events that are due by then, then the move.
Result<Outcome> play(games::Match& match, Json const& entry, games::GameTime& clock, std::int64_t& retry_ms) {
  if (!entry.is_object()) return refuse("bad_message", R"(must be an object: {"seat":0,"move":{...}})");
  auto const seat = read_int(entry, "seat", 0, match.seats() - 1);
  if (!seat) return seat.error();
  auto const at = read_int(entry, "at", clock, kLatest);
  if (!at) return at.error();
  auto const move = entry.find("move");
  if (move == entry.end() || !move->is_object()) return refuse("bad_message", "move must be an object");
  auto const player = static_cast<games::Seat>(seat->value_or(0));
  if (match.timed()) clock = std::min(kLatest, at->value_or(std::max(clock, match.ready_at(player))));
  Outcome done;
  while (match.due() && match.due()->at <= clock) {
    done = {};  // it changes the position before the move; only the move's own effects are returned
    match.elapse(match.due()->at, done.set, done.events);
  }
  done = {};
  if (auto const played = match.play(player, *move, done.set, done.events, clock); !played) {
    if (played.error().code == "too_soon") retry_ms = match.ready_at(player) - clock;
    return played.error();
  }
  return done;
}

}  // namespace

Result<std::string> try_moves(games::GameEntry const& game, Json const& body, std::int64_t& retry_ms) {
  if (!body.is_object()) return refuse("bad_message", "the body must be a JSON object");
  auto const options = body.find("options");
  if (options != body.end() && !options->is_object()) return refuse("bad_message", "options must be an object");
  auto const normal = game.normalise(options == body.end() ? Json::object() : *options);
  if (!normal) return normal.error();
  auto const moves = body.value("moves", Json::array());
  if (!moves.is_array() || moves.size() > kMostTried)
    return refuse("bad_message", "moves must be a list of at most " + std::to_string(kMostTried) + " moves");
  auto match = game.start(*normal, games::Seed(0));
  if (!match) return match.error();
  Outcome last;
  games::GameTime clock = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    auto played = play(**match, moves[i], clock, retry_ms);
    if (!played) return refuse(played.error().code, "moves[" + std::to_string(i) + "]: " + played.error().message);
    last = std::move(*played);
  }
  std::string out = "{";
  (*match)->write_document(out);
  if (!moves.empty()) out += R"(,"set":{)" + last.set + R"(},"events":[)" + last.events + ']';
  return out += '}';
}

}  // namespace engawa::server
