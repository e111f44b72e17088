// Laws of every game in the catalogue, checked by seeded random play. They test a new game from its first line.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::laws_test {
namespace {

using games::GameEntry;
using games::GameTime;
using games::Info;
using games::Match;
using games::Rng;
using games::Seat;

constexpr int kMostPlies = 200000;

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

// A match under random play, and its clock.
struct Play {
  std::unique_ptr<Match> match;
  Rng rng;
  GameTime at = 0;

  // An event: a move, or (empty) a due event.
  struct Turn {
    Seat seat = 0;
    Json move;
    GameTime at = 0;
  };

  // A move with its time: as early as allowed, or later. An earlier due event goes first.
  Turn next() {
    auto const moves = match->moves();
    Turn turn;
    turn.move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    turn.seat = seat_of(*match, turn.move);
    auto const pause = rng.below(4) == 0 ? rng.below(4000) : 0;
    turn.at = match->timed() ? std::max(at, match->ready_at(turn.seat)) + pause : 0;
    auto const due = match->due();
    if (due && (due->at <= turn.at || rng.below(50) == 0)) turn = {due->seat, Json(), std::max(at, due->at)};
    return turn;
  }

  void take(Turn const& turn, std::string& set, std::string& events) {
    at = std::max(at, turn.at);
    if (turn.move.is_null()) return match->elapse(turn.at, set, events);
    REQUIRE(match->play(turn.seat, turn.move, set, events, turn.at));
  }
};

Play begin(Setting const& setting, std::uint64_t seed) { return {start(setting), Rng(seed), 0}; }

bool has_null(Json const& value) {
  if (value.is_null()) return true;
  if (!value.is_structured()) return false;
  return std::any_of(value.begin(), value.end(), has_null);
}

// Refused inputs: wrong shapes, wrong types, absurd values.
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
                                         {{"cell", 7777}},
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

void check_refusals(Match& match, Json const& played_before, GameTime at) {
  auto const hash = match.hash();
  auto const document = document_text(match);
  auto const seat = match.to_act().first();
  std::string set, events;
  for (auto const& move : nonsense()) {
    auto const played = match.play(seat, move, set, events, at);
    INFO(move.dump());
    REQUIRE_FALSE(played);
    CHECK((played.error().code == "bad_message" || played.error().code == "illegal_move"));
    CHECK_FALSE(played.error().message.empty());
    CHECK(match.play_text(seat, move.dump(), set, events, at).error().message == played.error().message);
  }
  CHECK(match.play_text(seat, "{", set, events, at).error().code == "bad_json");
  for (Seat other = 0; other < games::kMaxSeats; ++other) {
    if (match.to_act().has(other)) continue;
    CHECK(match.play(other, match.moves()[0], set, events, at).error().code == "not_your_turn");
  }
  auto const moves = match.moves();
  bool const alone = match.to_act().size() == 1;
  if (match.ready_at(seat) > 0)
    CHECK(match.play(seat, moves[0], set, events, match.ready_at(seat) - 1).error().code == "too_soon");
  if (alone && !played_before.is_null() && std::find(moves.begin(), moves.end(), played_before) == moves.end())
    CHECK_FALSE(match.play(seat, played_before, set, events, at));
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

// The document as a client has it, by merging; compared with the real one at every ply of the first hundreds, then
// occasionally.
void check_step(Match const& match, Json& document, std::string const& set, bool look) {
  auto const patch = parse_json("{" + set + "}").value();
  document.merge_patch(patch);
  if (!look) return;
  CHECK_FALSE(has_null(patch["view"]));
  CHECK(document == parse_json(document_text(match)).value());
  CHECK_FALSE(has_null(document));
  CHECK(document["view"] == match.view());
}

TEST_CASE("playing at random, every law at every ply", "[laws]") {
  for (auto const& setting : settings(kSanitized ? 1 : 2)) {
    INFO(setting.game->info().id << ' ' << setting.options.dump() << " seed " << setting.seed);
    auto play = begin(setting, setting.seed);
    auto& match = *play.match;
    CHECK(match.seats() == setting.game->seats(setting.game->normalise(setting.options).value()));
    Json last;
    auto document = Json::parse(document_text(match));
    for (int count = 0; !match.to_act().empty(); ++count) {
      REQUIRE(count < kMostPlies);
      bool const look = count < (kSanitized ? 40 : 200) || count % 97 == 0;
      if (look) check_turn(match);
      auto turn = play.next();
      if (look && count % 7 == 0) check_refusals(match, last, play.at);
      auto const copy = look || !kSanitized ? match.clone() : nullptr;
      auto const hash = match.hash();
      auto const ply = match.ply();
      if (!turn.move.is_null()) last = turn.move = parse_json(turn.move.dump()).value();  // a move survives as text
      std::string set, events;
      play.take(turn, set, events);
      CHECK(match.ply() >= ply + (turn.move.is_null() ? 0 : 1));
      if (copy) CHECK(copy->hash() == hash);  // the copy has not moved
      if (copy && !turn.move.is_null()) {
        std::string text_set, text_events;
        CHECK(copy->play_text(turn.seat, turn.move.dump(), text_set, text_events, turn.at));
        CHECK(copy->hash() == match.hash());
        CHECK(text_set == set);
        CHECK(text_events == events);
      }
      CHECK(match.hash() != hash);
      check_step(match, document, set, look);
      CHECK_FALSE(parse_json("[" + events + "]").value().empty());
    }
    check_turn(match);
    CHECK(document == parse_json(document_text(match)).value());
    CHECK(match.outcome() == match.standing());
    CHECK_FALSE(match.due().has_value());
    std::string set, events;
    CHECK(match.play(0, last, set, events, play.at).error().code == "game_over");
  }
}

TEST_CASE("the same options, seed, moves and times give the same hashes", "[laws]") {
  for (auto const& setting : settings(1)) {
    INFO(setting.game->info().id << ' ' << setting.options.dump());
    auto first = begin(setting, 99), second = begin(setting, 99);
    CHECK(first.match->hash() == second.match->hash());
    for (int count = 0; count < 2000 && !first.match->to_act().empty(); ++count) {
      auto const turn = first.next();
      std::string set[2], events[2];
      first.take(turn, set[0], events[0]);
      second.take(turn, set[1], events[1]);
      CHECK(first.match->hash() == second.match->hash());
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
    CHECK(options["preset"] == setting.options["preset"]);
    CHECK(setting.game->normalise(parse_json(options.dump()).value()).value() == options);
  }
}

bool is_legal(Match const& match, Seat seat, Json const& move) {
  std::string set, events;
  return match.clone()->play(seat, move, set, events, match.ready_at(seat)).has_value();
}

TEST_CASE("bots answer legally, and the same for the same seed", "[laws]") {
  prepare_games();
  std::stop_source stopped;
  stopped.request_stop();
  games::Budget const few{std::chrono::microseconds(0),
                          100};  // iterations: the strongest levels have a hundred thousand
  for (auto const& setting : settings(1)) {
    auto const match = start(setting);
    auto const seat = match->to_act().first();
    for (auto const& bot : setting.game->info().bots) {
      INFO(setting.game->info().id << ' ' << setting.options.dump() << ' ' << bot.id);
      int const most = std::max(bot.last_level(), bot.once);  // including those of older rooms
      for (int level = 1; level <= most; ++level) {
        auto const first = match->choose(seat, bot.id, level, few, 5, {}).value();
        CHECK(match->choose(seat, bot.id, level, few, 5, {}).value() == first);
        auto const hurried = match->choose(seat, bot.id, level, few, 5, stopped.get_token()).value();
        auto const briefly = match->choose(seat, bot.id, level, {std::chrono::microseconds(1)}, 5, {}).value();
        for (auto const& move : {first, hurried, briefly}) CHECK(is_legal(*match, seat, move));
      }
      CHECK(match->choose(seat, bot.id, 0, {}, 5, {}).error().code == "not_found");
      CHECK(match->choose(seat, bot.id, most + 1, {}, 5, {}).error().code == "not_found");
    }
    CHECK(match->choose(seat, "nobody", 1, {}, 5, {}).error().code == "not_found");
    CHECK(match->choose(15, setting.game->info().bots[0].id, 1, {}, 5, {}).error().code == "not_your_turn");
  }
}

// For every legal move, and for refused ones.
void check_previews(Match& match, GameTime at) {
  auto const hash = match.hash();
  auto const document = document_text(match);
  std::vector<Json> moves;
  for (auto const& move : match.moves()) moves.push_back(move);
  for (auto const& move : nonsense()) moves.push_back(move);
  for (auto const& move : moves) {
    INFO(move.dump());
    auto const seat = move.is_object() && move.contains("seat") ? seat_of(match, move) : match.to_act().first();
    std::string set, events, expected_set, expected_events;
    auto const seen = match.preview(seat, move, set, events, at);
    auto const played = match.clone()->play(seat, move, expected_set, expected_events, at);
    REQUIRE(seen.has_value() == played.has_value());
    CHECK(set == expected_set);
    CHECK(events == expected_events);
    if (seen) CHECK(*seen == *played);
    if (!seen) CHECK(seen.error().code == played.error().code);
  }
  CHECK(match.hash() == hash);
  CHECK(document_text(match) == document);
}

TEST_CASE("a preview is the step that follows, and changes nothing", "[laws]") {
  int positions = 0;
  for (auto const& setting : settings(3)) {
    if (!setting.game->info().previews) continue;
    INFO(setting.game->info().id << ' ' << setting.options.dump() << " seed " << setting.seed);
    auto play = begin(setting, setting.seed + 77);
    for (int ply = 0; ply < 300 && !play.match->to_act().empty(); ++ply) {
      auto const turn = play.next();
      std::string set, events, told, told_events;
      if (!turn.move.is_null()) {
        if (ply % 7 == 0) check_previews(*play.match, turn.at);
        REQUIRE(play.match->preview(turn.seat, turn.move, told, told_events, turn.at));
      }
      play.take(turn, set, events);
      if (turn.move.is_null()) continue;
      REQUIRE(told == set);
      REQUIRE(told_events == events);
      ++positions;
    }
  }
  CHECK(positions > 0);
}

TEST_CASE("a game that hides something has no previews, for they would show it", "[laws]") {
  for (auto const& setting : settings(1)) {
    auto const match = start(setting);
    INFO(setting.game->info().id << ' ' << setting.options.dump());
    if (match->hides()) CHECK_FALSE(setting.game->info().previews);
    if (setting.game->info().previews) continue;
    std::string set, events;
    auto const seen = match->preview(match->to_act().first(), match->moves()[0], set, events, 0);
    REQUIRE_FALSE(seen);
    CHECK(seen.error().code == "unsupported");
    CHECK((set.empty() && events.empty()));
  }
}

// A preview must not depend on later chance.
TEST_CASE("a preview is the same whatever the rest of the seed is", "[laws]") {
  for (auto const& setting : settings(1)) {
    if (!setting.game->info().previews) continue;
    INFO(setting.game->info().id << ' ' << setting.options.dump());
    auto const options = setting.game->normalise(setting.options).value();
    auto const first = setting.game->start(options, games::Seed(1)).value();
    for (std::uint64_t seed = 2; seed < 12; ++seed) {
      auto const other = setting.game->start(options, games::Seed(seed)).value();
      if (document_text(*other) != document_text(*first)) continue;  // another opening
      for (auto const& move : first->moves()) {
        std::string set, events, other_set, other_events;
        auto const seat = seat_of(*first, move);
        REQUIRE(first->preview(seat, move, set, events, 0));
        REQUIRE(other->preview(seat, move, other_set, other_events, 0));
        CHECK(set == other_set);
        CHECK(events == other_events);
      }
    }
  }
}

TEST_CASE("hints are legal moves, solutions can be learnt", "[laws]") {
  prepare_games();
  for (auto const& setting : settings(2)) {
    INFO(setting.game->info().id << ' ' << setting.options.dump());
    auto const match = start(setting);
    auto const seat = match->to_act().first();
    games::Budget const budget{std::chrono::seconds(1)};
    auto const hint = match->hint(seat, budget, 5, {}).value();
    if (hint.contains("move")) CHECK(is_legal(*match, seat, hint["move"]));
    CHECK(match->hint(15, budget, 5, {}).error().code == "not_your_turn");
    auto const solution = match->solve(budget, {});
    if (!solution) CHECK(solution.error().code == "unsupported");
    std::string set, events;
    auto const hash = match->hash();
    for (auto const& nonsense : {Json(), Json(1), Json::object(), Json::array(), Json{{"length", -1}}})
      CHECK_FALSE(match->learn(nonsense, set, events));
    CHECK(match->hash() == hash);
    if (!match->awaits_solution()) continue;
    auto document = parse_json(document_text(*match)).value();
    REQUIRE(match->learn(solution.value(), set, events));
    CHECK_FALSE(match->awaits_solution());
    check_step(*match, document, set, true);
  }
}

bool knows(games::Info const& info, std::string_view bot, int level) {
  return std::any_of(info.bots.begin(), info.bots.end(), [&](auto const& item) {
    return item.id == bot && level >= item.first_level && level <= item.last_level();
  });
}

bool is_text(Json const& text) { return !text.value("en", "").empty() && !text.value("ja", "").empty(); }

// Every field of a form has a label in both languages, and so does each of its values.
void check_labels(Json const& schema) {
  auto const branches = schema.contains("oneOf") ? schema["oneOf"] : Json::array({schema});
  for (auto const& branch : branches)
    for (auto const& [name, option] : branch.at("properties").items()) {
      INFO(name);
      if (!option.contains("label")) continue;
      CHECK(is_text(option["label"]));
      CHECK(option.contains("order"));
      if (!option.contains("enum")) continue;
      for (auto const& value : option["enum"]) CHECK(is_text(option.at("labels").at(value.get<std::string>())));
    }
}

TEST_CASE("of bots with the same highest level the stand-in is the strongest, or else the last", "[laws]") {
  Info info;
  CHECK(games::strongest_bot(info) == nullptr);
  info.bots = {{"random", {}, 1}, {"mc", {}, 1}, {"greedy", {}, 1}};
  info.bots[2].listed = false;
  CHECK(games::strongest_bot(info)->id == "mc");
  info.stand_in = "random";
  CHECK(games::strongest_bot(info)->id == "random");
  info.stand_in = "mc";
  CHECK(games::strongest_bot(info)->id == "mc");
  info.bots[0].levels = 2;
  CHECK(games::strongest_bot(info)->id == "random");
}

TEST_CASE("the facts of a game agree with each other", "[laws]") {
  for (auto const& setting : settings(1)) {
    auto const& info = setting.game->info();
    INFO(info.id << ' ' << setting.options.dump());
    auto const table = setting.game->table(setting.game->normalise(setting.options).value());
    int const seats = setting.game->seats(setting.game->normalise(setting.options).value());
    CHECK(table.size() == static_cast<std::size_t>(seats));
    CHECK((info.min_seats <= seats && seats <= info.max_seats));
    CHECK(table[0].bot.empty());
    for (auto const& seat : table)
      if (!seat.bot.empty()) CHECK(knows(info, seat.bot, seat.level));
    CHECK(knows(info, info.stand_in, info.stand_in_level));
    auto const* const strongest = games::strongest_bot(info);
    REQUIRE(strongest);
    CHECK(strongest->listed);
    CHECK(parse_json(info.options_schema).value().is_object());
    CHECK_FALSE(info.title.ja.empty());
    CHECK((info.picture.empty() || info.picture.substr(0, 4) == "<svg"));
    check_labels(parse_json(info.options_schema).value());
    auto const match = start(setting);
    CHECK(info.simultaneous == (match->seats() > 1 ? match->to_act().size() > 1 : info.simultaneous));
    for (auto const& bot : info.bots) {
      INFO(bot.id);
      for (auto const* by_level : {&bot.pace_ms, &bot.cost_us})
        CHECK((by_level->empty() || by_level->size() == static_cast<std::size_t>(bot.levels)));
      CHECK(bot.about.en.empty() == bot.about.ja.empty());
      if (bot.listed) CHECK(bot.last_level() <= strongest->last_level());
    }
  }
}

// A move built from a word of `legal`, by a client that does not know the game.
Json move_of(std::string_view member, std::string const& word) {
  bool const digits = word.find_first_not_of("0123456789") == word.npos;
  return {{std::string(member), digits ? Json(std::stoi(word)) : Json(word)}};
}

TEST_CASE("a client that knows nothing of a game can play it where the game has a legal_member", "[laws]") {
  for (auto const& setting : settings(1)) {
    auto const member = setting.game->info().legal_member;
    if (member.empty()) continue;
    INFO(setting.game->info().id << ' ' << setting.options.dump());
    auto play = begin(setting, setting.seed);
    while (!play.match->to_act().empty()) {
      std::istringstream legal(parse_json(document_text(*play.match)).value()["legal"].get<std::string>());
      std::vector<Json> moves;
      for (std::string word; legal >> word;) moves.push_back(move_of(member, word));
      auto const legal_moves = play.match->moves();
      REQUIRE(std::is_permutation(moves.begin(), moves.end(), legal_moves.begin(), legal_moves.end()));
      std::string set, events;
      play.take(play.next(), set, events);
    }
  }
}

TEST_CASE("every game has a recorded transcript", "[laws]") {
  for (auto const& game : games::catalog()) {
    auto const folder = transcripts_of(game.info().id);
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
}  // namespace engawa::tests::laws_test
