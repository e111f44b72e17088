// What holds for every game in the catalogue, tried by seeded random play. A new game is tested by these from its first
// line.
#include <algorithm>
#include <filesystem>
#include <set>

#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests {
namespace {

using games::GameEntry;
using games::Match;
using games::Rng;
using games::Seat;

constexpr int kMostPlies = 5000;

struct Setting {
  GameEntry const* game;
  Json options;
  std::uint64_t seed;
};

// Every preset of every game, a few seeds each.
std::vector<Setting> settings(std::uint64_t seeds) {
  std::vector<Setting> list;
  for (auto const& game : games::catalog())
    for (auto const& preset : game.info().presets)
      for (std::uint64_t seed = 0; seed < seeds; ++seed) list.push_back({&game, {{"preset", preset.id}}, seed});
  return list;
}

std::unique_ptr<Match> start(Setting const& setting) {
  return setting.game->start(setting.game->normalise(setting.options).value(), setting.seed).value();
}

std::string document_text(Match const& match) {
  std::string text = "{";
  match.write_document(text);
  return text + "}";
}

// The seat of a move: the one it names, else the one to act.
Seat seat_of(Match const& match, Json const& move) {
  if (!move.contains("seat")) return match.to_act().first();
  return static_cast<Seat>(std::stoi(move["seat"].get<std::string>().substr(1)));
}

Json random_move(Match const& match, Rng& rng) {
  auto const moves = match.moves();
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

bool has_null(Json const& value) {
  if (value.is_null()) return true;
  if (!value.is_structured()) return false;
  return std::any_of(value.begin(), value.end(), has_null);
}

// Refused things: wrong shapes, wrong types, absurd values.
std::vector<Json> const& nonsense() {
  static std::vector<Json> const list = {nullptr,
                                         true,
                                         7,
                                         -1,
                                         2.5,
                                         "f7",
                                         Json::array(),
                                         Json::array({1, 2}),
                                         Json::object(),
                                         {{"cell", 7}},
                                         {{"cell", nullptr}},
                                         {{"cell", ""}},
                                         {{"cell", "zz"}},
                                         {{"cell", "z9"}},
                                         {{"cell", "a0"}},
                                         {{"cell", "a01"}},
                                         {{"cell", "a-1"}},
                                         {{"cell", "a1 "}},
                                         {{"cell", "a99"}},
                                         {{"cell", "a999999999999"}},
                                         {{"cell", Json::array({"a1"})}},
                                         {{"seat", "s0"}},
                                         {{"CELL", "f7"}}};
  return list;
}

void check_refusals(Match& match, Json const& played_before) {
  auto const hash = match.hash();
  auto const document = document_text(match);
  auto const seat = match.to_act().first();
  std::string set, events;
  for (auto const& move : nonsense()) {
    auto const played = match.play(seat, move, set, events);
    INFO(move.dump());
    REQUIRE_FALSE(played);
    CHECK((played.error().code == "bad_message" || played.error().code == "illegal_move"));
    CHECK_FALSE(played.error().message.empty());
  }
  for (Seat other = 0; other < games::kMaxSeats; ++other) {
    if (match.to_act().has(other)) continue;
    CHECK(match.play(other, match.moves()[0], set, events).error().code == "not_your_turn");
  }
  auto const moves = match.moves();
  if (!played_before.is_null() && std::find(moves.begin(), moves.end(), played_before) == moves.end())
    CHECK_FALSE(match.play(seat, played_before, set, events));
  CHECK(set.empty());
  CHECK(events.empty());
  CHECK(match.hash() == hash);
  CHECK(document_text(match) == document);
}

void check_turn(Match const& match) {
  CHECK(match.moves().empty() == match.to_act().empty());
  CHECK(match.outcome().has_value() == match.to_act().empty());
  for (Seat seat = 0; seat < games::kMaxSeats; ++seat)
    if (match.to_act().has(seat)) CHECK(seat < match.seats());
  std::set<Seat> standing;
  for (auto const& place : match.standing().places) CHECK(standing.insert(place.seat).second);
}

TEST_CASE("playing at random, every law at every ply", "[laws]") {
  for (auto const& setting : settings(2)) {
    INFO(setting.game->info().id << ' ' << setting.options.dump() << " seed " << setting.seed);
    auto match = start(setting);
    CHECK(match->seats() == setting.game->seats(setting.game->normalise(setting.options).value()));
    Rng rng(setting.seed);
    Json last;
    auto document = Json::parse(document_text(*match));
    std::uint64_t hash = match->hash();
    while (!match->to_act().empty()) {
      REQUIRE(match->ply() < kMostPlies);
      check_turn(*match);
      if (match->ply() % 7 == 0) check_refusals(*match, last);
      auto const copy = match->clone();
      auto const move = random_move(*match, rng);
      last = parse_json(move.dump()).value();  // a move survives being text
      std::string set, events;
      auto const ply = match->ply();
      REQUIRE(match->play(seat_of(*match, move), last, set, events));
      CHECK(match->ply() == ply + 1);
      CHECK(copy->hash() == hash);  // the copy has not moved
      hash = match->hash();
      CHECK(hash != copy->hash());
      auto const patch = parse_json("{" + set + "}").value();
      CHECK_FALSE(has_null(patch));
      document.merge_patch(patch);
      auto const text = document_text(*match);
      CHECK(document == parse_json(text).value());
      CHECK_FALSE(has_null(document));
      CHECK(document["view"] == match->view());
      CHECK_FALSE(parse_json("[" + events + "]").value().empty());
    }
    check_turn(*match);
    CHECK(match->outcome() == match->standing());
    std::string set, events;
    CHECK(match->play(0, last, set, events).error().code == "game_over");
  }
}

TEST_CASE("the same options, seed and moves give the same hashes", "[laws]") {
  for (auto const& setting : settings(1)) {
    INFO(setting.game->info().id << ' ' << setting.options.dump());
    auto first = start(setting), second = start(setting);
    Rng rng(99);
    CHECK(first->hash() == second->hash());
    while (!first->to_act().empty()) {
      auto const move = random_move(*first, rng);
      auto const seat = seat_of(*first, move);
      std::string set[2], events[2];
      REQUIRE(first->play(seat, move, set[0], events[0]));
      REQUIRE(second->play(seat, move, set[1], events[1]));
      CHECK(first->hash() == second->hash());
      CHECK(set[0] == set[1]);
      CHECK(events[0] == events[1]);
    }
  }
}

TEST_CASE("normalised options stay as they are, also as text", "[laws]") {
  for (auto const& game : games::catalog()) {
    CHECK(game.normalise(Json::object()).value()["preset"] == game.info().presets[0].id);
    for (auto const& bad :
         {Json(nullptr), Json(1), Json("five"), Json::array(), Json{{"preset", 1}}, Json{{"preset", "x"}}})
      CHECK(game.normalise(bad).error().code == "bad_message");
  }
  for (auto const& setting : settings(1)) {
    auto const options = setting.game->normalise(setting.options).value();
    CHECK(options == setting.options);
    CHECK(setting.game->normalise(parse_json(options.dump()).value()).value() == options);
  }
}

TEST_CASE("bots answer legally, and the same for the same seed", "[laws]") {
  for (auto const& setting : settings(1)) {
    auto const match = start(setting);
    auto const moves = match->moves();
    auto const seat = match->to_act().first();
    std::stop_source stopped;
    stopped.request_stop();
    for (auto const& bot : setting.game->info().bots) {
      INFO(setting.options.dump() << ' ' << bot.id);
      for (int level = 1; level <= bot.levels; ++level) {
        auto const first = match->choose(seat, bot.id, level, {}, 5, {}).value();
        CHECK(match->choose(seat, bot.id, level, {}, 5, {}).value() == first);
        auto const hurried = match->choose(seat, bot.id, level, {}, 5, stopped.get_token()).value();
        auto const briefly = match->choose(seat, bot.id, level, {std::chrono::microseconds(1)}, 5, {}).value();
        for (auto const& move : {first, hurried, briefly})
          CHECK(std::find(moves.begin(), moves.end(), move) != moves.end());
      }
      CHECK(match->choose(seat, bot.id, 0, {}, 5, {}).error().code == "not_found");
      CHECK(match->choose(seat, bot.id, bot.levels + 1, {}, 5, {}).error().code == "not_found");
    }
    CHECK(match->choose(seat, "nobody", 1, {}, 5, {}).error().code == "not_found");
    CHECK(match->choose(15, setting.game->info().bots[0].id, 1, {}, 5, {}).error().code == "not_your_turn");
  }
}

bool knows(games::Info const& info, std::string_view bot, int level) {
  return std::any_of(info.bots.begin(), info.bots.end(),
                     [&](auto const& item) { return item.id == bot && level >= 1 && level <= item.levels; });
}

TEST_CASE("the facts of a game agree with each other", "[laws]") {
  for (auto const& setting : settings(1)) {
    auto const& info = setting.game->info();
    INFO(info.id << ' ' << setting.options.dump());
    auto const table = setting.game->table(setting.options);
    int const seats = setting.game->seats(setting.options);
    CHECK(table.size() == static_cast<std::size_t>(seats));
    CHECK((info.min_seats <= seats && seats <= info.max_seats));
    CHECK(table[0].bot.empty());
    for (auto const& seat : table)
      if (!seat.bot.empty()) CHECK(knows(info, seat.bot, seat.level));
    CHECK(knows(info, info.stand_in, info.stand_in_level));
    CHECK(parse_json(info.options_schema).value().is_object());
    CHECK_FALSE(info.title.ja.empty());
  }
}

TEST_CASE("every game has a recorded transcript", "[laws]") {
  for (auto const& game : games::catalog()) {
    auto const folder = std::filesystem::path(data_folder()) / game.info().id;
    INFO(folder);
    REQUIRE(std::filesystem::is_directory(folder));
    bool found = false;
    for (auto const& file : std::filesystem::directory_iterator(folder))
      found = found || file.path().extension() == ".transcript";
    CHECK(found);
  }
  CHECK(games::find_game("no such game") == nullptr);
}

}  // namespace
}  // namespace engawa::tests
