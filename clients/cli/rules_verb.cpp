#include "clients/cli/rules_verb.hpp"

#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "games/catalog.hpp"
#include "games/core/ranking.hpp"

namespace engawa::cli {
namespace {

using games::Seat;
using games::seat_name;

// A seed is a decimal string, since JSON integers above 2^53 do not survive everywhere; small ones may be plain
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
  if (auto const winner = games::unique_winner(ranking)) {
    outcome["winner"] = seat_name(*winner);
  } else {
    outcome["draw"] = true;
  }
  return outcome;
}

Json error_json(Refusal const& refusal) { return {{"error", {{"code", refusal.code}, {"message", refusal.message}}}}; }

Refusal not_started() { return refuse("not_started", "begin with {\"do\":\"new\"}"); }

}  // namespace

Json RulesFilter::answer(std::string_view line) {
  auto const request = parse_json(line);
  if (!request) return error_json(request.error());
  auto const reply = dispatch(*request);
  if (!reply) return error_json(reply.error());
  return *reply;
}

Result<Json> RulesFilter::dispatch(Json const& request) {
  if (!request.is_object()) return refuse("bad_message", "a line must be a JSON object");
  auto const verb = read_string(request, "do", 16);
  if (!verb) return verb.error();
  if (*verb == "new") return start(request);
  bool const known = *verb == "move" || *verb == "bot" || *verb == "perft" || *verb == "state";
  if (!known) return refuse("unknown_type", "do must be one of new, move, bot, perft, state");
  if (!match_) return not_started();
  if (*verb == "move") return move(request);
  if (*verb == "bot") return bot(request);
  if (*verb == "perft") return perft(request);
  return state("");
}

Result<Json> RulesFilter::start(Json const& request) {
  auto const seed = read_seed(request);
  if (!seed) return seed.error();
  auto const options = game_.normalise(request.value("options", Json::object()));
  if (!options) return options.error();
  auto match = game_.start(*options, *seed);
  if (!match) return match.error();
  match_ = std::move(*match);
  seed_ = *seed;
  return state("");
}

Result<Json> RulesFilter::move(Json const& request) {
  auto const seat = acting_seat(request);
  if (!seat) return seat.error();
  if (!request.contains("move")) return refuse("bad_message", "a move needs \"move\"");
  std::string set, events;
  auto const played = match_->play(*seat, request["move"], set, events);
  if (!played) return played.error();
  return state(events);
}

// The seat that the request names, else the only one to act.
Result<Seat> RulesFilter::acting_seat(Json const& request) const {
  auto const acting = match_->to_act();
  if (acting.empty()) return refuse("game_over", "the game is over");
  auto const name = read_string(request, "seat", 3);
  if (!name) return name.error();
  if (!*name && acting.size() > 1) return refuse("bad_message", "several seats are to act: name one with \"seat\"");
  if (!*name) return acting.first();
  for (Seat seat = 0; seat < match_->seats(); ++seat)
    if (seat_name(seat) == **name) return seat;
  return refuse("bad_message", "seat must be one of s0 to " + seat_name(static_cast<Seat>(match_->seats() - 1)));
}

Result<Json> RulesFilter::bot(Json const& request) const {
  auto const seat = acting_seat(request);
  if (!seat) return seat.error();
  auto const name = read_string(request, "bot", 32);
  if (!name) return name.error();
  auto const level = read_int(request, "level", 1, 100);
  if (!level) return level.error();
  // Each ply has random numbers of its own, so that asking twice gives the same answer.
  std::uint64_t const seed = games::Rng(seed_ ^ match_->ply()).next();
  auto const& info = match_->info();
  auto chosen = match_->choose(*seat, name->value_or(std::string(info.stand_in)), static_cast<int>(level->value_or(1)),
                               {}, seed, {});
  if (!chosen) return chosen.error();
  return Json{{"move", std::move(*chosen)}};
}

Result<Json> RulesFilter::perft(Json const& request) const {
  auto const depth = read_int(request, "depth", 0, 20);
  if (!depth) return depth.error();
  if (!*depth) return refuse("bad_message", "perft needs a depth from 0 to 20");
  return Json{{"nodes", match_->perft(static_cast<int>(**depth))}};
}

Json RulesFilter::state(std::string_view events) const {
  auto const outcome = match_->outcome();
  return {{"to_act", seat_list(match_->to_act())},
          {"legal", match_->moves()},
          {"view", match_->view()},
          {"outcome", outcome ? outcome_json(*outcome) : Json(nullptr)},
          {"events", parse_json(std::string("[").append(events).append("]")).value()}};
}

int run_rules(std::string_view game, std::istream& in, std::ostream& out) {
  auto const* const entry = games::find_game(game);
  if (entry == nullptr) {
    std::cerr << "engawa rules: there is no game \"" << game << "\"; there are";
    for (auto const& item : games::catalog()) std::cerr << ' ' << item.info().id;
    std::cerr << '\n';
    return 2;
  }
  RulesFilter filter(*entry);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    out << filter.answer(line).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
  }
  return 0;
}

}  // namespace engawa::cli
