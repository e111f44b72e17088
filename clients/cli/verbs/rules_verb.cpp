#include "clients/cli/verbs/rules_verb.hpp"

#include <algorithm>
#include <charconv>
#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "clients/console/console.hpp"
#include "clients/console/door.hpp"
#include "clients/console/offline.hpp"
#include "games/core/ranking.hpp"

namespace engawa::cli {
namespace {

using games::Seat;
using games::seat_name;

constexpr std::int64_t kMaxTime = std::int64_t{1} << 53;  // ms; the largest integer that all JSON readers keep exact
constexpr std::int64_t kBudgetMs = 60'000;                // for hint and solve, unless the request has its own

// A seed is a decimal string, because not all JSON readers keep integers above 2^53 exact; small seeds may be plain
// integers.
Result<std::uint64_t> read_seed(Json const& request) {
  auto const found = request.find("seed");
  if (found == request.end()) return std::uint64_t{0};
  if (found->is_number_unsigned()) return found->get<std::uint64_t>();
  if (found->is_string()) {
    auto const& text = found->get_ref<std::string const&>();
    std::uint64_t seed = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (!text.empty() && error == std::errc{} && end == text.data() + text.size()) return seed;
  }
  return refuse("bad_message", "seed must be a decimal string or integer from 0 to 18446744073709551615");
}

Json seat_list(games::SeatSet seats) {
  Json list = Json::array();
  for (int i = 0; i < games::kMaxSeats; ++i)
    if (seats.has(static_cast<Seat>(i))) list.push_back(seat_name(static_cast<Seat>(i)));
  return list;
}

Json outcome_json(games::Ranking const& ranking) {
  Json places = Json::array();
  for (auto const& place : ranking.places)
    places.push_back({{"seat", seat_name(place.seat)}, {"rank", place.rank}, {"score", place.score}});
  Json outcome = {{"ranking", std::move(places)}, {"reason", ranking.reason}};
  if (ranking.lost) {
    outcome["lost"] = true;
  } else if (auto const winner = games::unique_winner(ranking)) {
    outcome["winner"] = seat_name(*winner);
  } else {
    outcome["draw"] = true;
  }
  return outcome;
}

Json error_json(Refusal const& refusal) { return {{"error", {{"code", refusal.code}, {"message", refusal.message}}}}; }

Json state_json(games::Match const& match, games::GameTime at, std::string_view events) {
  auto const outcome = match.outcome();
  Json state = {{"to_act", seat_list(match.to_act())},
                {"legal", match.moves()},
                {"view", match.view()},
                {"outcome", outcome ? outcome_json(*outcome) : Json(nullptr)},
                {"events", parse_json(std::string("[").append(events).append("]")).value()}};
  if (match.timed()) state["at"] = at;
  return state;
}

// Adds the events until `at` to the list of events, which has no brackets yet.
void elapse(games::Match& match, games::GameTime at, std::string& events) {
  std::string set;
  auto const mark = events.size();
  match.elapse(at, set, events);
  if (mark > 0 && events.size() > mark) events.insert(mark, ",");
}

// The seat that the request names, else the only one to act.
Result<Seat> acting_seat(games::Match const& match, Json const& request) {
  auto const acting = match.to_act();
  if (acting.empty()) return refuse("game_over", "the game is over");
  auto const name = read_string(request, "seat", 3);
  if (!name) return name.error();
  if (!*name && acting.size() > 1) return refuse("bad_message", "several seats are to act: name one with \"seat\"");
  if (!*name) return acting.first();
  for (int seat = 0; seat < match.seats(); ++seat)
    if (seat_name(static_cast<Seat>(seat)) == **name) return static_cast<Seat>(seat);
  return refuse("bad_message", "seat must be one of s0 to " + seat_name(static_cast<Seat>(match.seats() - 1)));
}

Result<games::Budget> read_budget(Json const& request) {
  auto const ms = read_int(request, "budget_ms", 1, 3'600'000);
  if (!ms) return ms.error();
  return games::Budget{std::chrono::milliseconds(ms->value_or(kBudgetMs))};
}

// Each ply has its own random numbers, so that the same question has the same answer.
std::uint64_t ply_seed(std::uint64_t seed, games::Match const& match) { return games::Rng(seed ^ match.ply()).next(); }

}  // namespace

struct RulesFilter::Verb {
  std::string_view name;
  Result<Json> (RulesFilter::*answer)(Json const&);
};

Json RulesFilter::answer(std::string_view line) {
  auto const request = parse_json(line);
  if (!request) return error_json(request.error());
  auto const reply = dispatch(*request);
  if (!reply) return error_json(reply.error());
  return *reply;
}

Result<Json> RulesFilter::dispatch(Json const& request) {
  static constexpr Verb verbs[] = {
      {"new", &RulesFilter::start},   {"move", &RulesFilter::move},   {"wait", &RulesFilter::wait},
      {"bot", &RulesFilter::bot},     {"hint", &RulesFilter::hint},   {"moves", &RulesFilter::moves},
      {"solve", &RulesFilter::solve}, {"state", &RulesFilter::state},
  };
  if (!request.is_object()) return refuse("bad_message", "a line must be a JSON object");
  auto const name = read_string(request, "do", 16);
  if (!name) return name.error();
  std::string names;
  for (auto const& verb : verbs) {
    names.append(names.empty() ? "" : ", ").append(verb.name);
    if (*name != verb.name) continue;
    if (!match_ && verb.name != "new") return refuse("not_started", "begin with {\"do\":\"new\"}");
    return (this->*verb.answer)(request);
  }
  return refuse("unknown_type", "do must be one of " + names);
}

Result<Json> RulesFilter::start(Json const& request) {
  auto const seed = read_seed(request);
  if (!seed) return seed.error();
  auto const options = game_.normalise(request.value("options", Json::object()));
  if (!options) return options.error();
  auto match = game_.start(*options, *seed);
  if (!match) return match.error();
  seed_ = *seed;
  return adopt({std::move(*match), 0, ""});
}

Json RulesFilter::adopt(Moment moment) {
  match_ = std::move(moment.match);
  at_ = moment.at;
  return state_json(*match_, at_, moment.events);
}

// A copy of the game at the request's time, after all events that are due by then.
Result<RulesFilter::Moment> RulesFilter::moment(Json const& request) const {
  auto const at = read_int(request, "at", 0, kMaxTime);
  if (!at) return at.error();
  if (*at && !match_->timed()) return refuse("unsupported", "this game knows no time: leave out \"at\"");
  if (*at && **at < at_)
    return refuse("bad_message", "at must not be before the game's time, which is " + std::to_string(at_));
  Moment moment{match_->clone(), at->value_or(at_), ""};
  for (auto due = moment.match->due(); due && due->at <= moment.at; due = moment.match->due())
    elapse(*moment.match, due->at, moment.events);
  return moment;
}

Result<Json> RulesFilter::move(Json const& request) {
  auto found = moment(request);
  if (!found) return found.error();
  auto& [match, at, events] = *found;
  auto const seat = acting_seat(*match, request);
  if (!seat) return seat.error();
  if (!request.contains("move")) return refuse("bad_message", "a move needs \"move\"");
  if (!request.contains("at")) {
    // Events during the wait for the seat may make it wait longer.
    for (at = std::max(at, match->ready_at(*seat)); match->due() && match->due()->at <= at;
         at = std::max(at, match->ready_at(*seat)))
      elapse(*match, match->due()->at, events);
  }
  std::string set, made;
  auto const played = match->play(*seat, request["move"], set, made, at);
  if (!played) return played.error();
  if (!events.empty() && !made.empty()) events += ',';
  events += made;
  return adopt(std::move(*found));
}

Result<Json> RulesFilter::wait(Json const& request) {
  if (!match_->timed()) return refuse("unsupported", "this game knows no time: nothing happens by waiting");
  auto const ms = read_int(request, "ms", 0, kMaxTime);
  if (!ms) return ms.error();
  auto const until = read_int(request, "until", at_, kMaxTime);
  if (!until) return until.error();
  if (ms->has_value() == until->has_value())
    return refuse("bad_message", "wait needs either \"ms\", how long, or \"until\", a game time");
  auto found = moment({{"at", *ms ? std::min(kMaxTime, at_ + **ms) : **until}});
  if (!found) return found.error();
  return adopt(std::move(*found));
}

Result<Json> RulesFilter::state(Json const& request) {
  auto const found = moment(request);
  if (!found) return found.error();
  return state_json(*found->match, found->at, found->events);
}

Result<Json> RulesFilter::bot(Json const& request) {
  auto const found = moment(request);
  if (!found) return found.error();
  auto const& match = *found->match;
  auto const seat = acting_seat(match, request);
  if (!seat) return seat.error();
  auto const name = read_string(request, "bot", 32);
  if (!name) return name.error();
  auto const level = read_int(request, "level", 1, 100);
  if (!level) return level.error();
  prepare();
  auto chosen = match.choose(*seat, name->value_or(std::string(match.info().stand_in)),
                             static_cast<int>(level->value_or(1)), {}, ply_seed(seed_, match), {});
  if (!chosen) return chosen.error();
  return Json{{"move", std::move(*chosen)}};
}

Result<Json> RulesFilter::hint(Json const& request) {
  auto const found = moment(request);
  if (!found) return found.error();
  auto const seat = acting_seat(*found->match, request);
  if (!seat) return seat.error();
  auto const budget = read_budget(request);
  if (!budget) return budget.error();
  prepare();
  return found->match->hint(*seat, *budget, ply_seed(seed_, *found->match), {});
}

// All moves, or the effect of one: the request's other members are that move.
Result<Json> RulesFilter::moves(Json const& request) {
  auto const found = moment(request);
  if (!found) return found.error();
  Json move = request;
  for (auto const* own : {"do", "at", "seat"}) move.erase(own);
  if (move.empty()) return Json{{"moves", found->match->moves()}};
  auto const seat = acting_seat(*found->match, request);
  if (!seat) return seat.error();
  auto effect = found->match->effect(*seat, move);
  if (!effect) return effect.error();
  return Json{{"moves", Json::array({std::move(*effect)})}};
}

Result<Json> RulesFilter::solve(Json const& request) {
  auto const found = moment(request);
  if (!found) return found.error();
  auto const budget = read_budget(request);
  if (!budget) return budget.error();
  prepare();
  return found->match->solve(*budget, {});
}

// Once, and only if a request needs it.
void RulesFilter::prepare() {
  if (!std::exchange(prepared_, true)) prepare_game(game_, cache_, Manner().language());
}

int run_rules(std::string_view game, std::istream& in, std::ostream& out) {
  auto const entry = read_game(game);
  if (!entry) {
    print_error("engawa rules: " + shown(entry.error().message) + "\n");
    return static_cast<int>(entry.error().exit);
  }
  RulesFilter filter(**entry, cache_folder());
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    out << filter.answer(line).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
  }
  return 0;
}

}  // namespace engawa::cli
