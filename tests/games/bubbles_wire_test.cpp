// The bubble shooter from outside: options, refused moves, the view and the events, and that no secret leaks.
#include "games/bubbles/bots.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/wire.hpp"
#include "games/core/match_of.hpp"
#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::bubbles_wire_test {
namespace {

using namespace games::bubbles;
using games::Seat;

games::GameEntry const& bubbles() { return *games::find_game("bubbles"); }

Json parsed(std::string const& text) { return parse_json(text).value(); }

std::unique_ptr<games::Match> start(std::string const& options, std::uint64_t seed = 0) {
  return bubbles().start(bubbles().normalise(parsed(options)).value(), seed).value();
}

std::string document_of(games::Match const& match) {
  std::string text;
  match.write_document(text);
  return text;
}

TEST_CASE("options of bubbles are completed, and stay as they are", "[bubbles]") {
  struct Given {
    char const* options;
    char const* complete;
    int seats;
  };
  for (
      auto const& given :
      {Given{"{}", R"({"preset":"duel"})", 2},
       {R"({"preset":"puzzle"})", R"({"preset":"puzzle"})", 1},
       {R"({"preset":"party"})", R"({"preset":"party"})", 5},
       {R"({"colors":8})", R"({"seats":1,"colors":8,"attack":"classic","hurry_s":10})", 1},
       {R"({"seats":4,"attack":"everybubble","hurry_s":3})",
        R"({"seats":4,"colors":6,"attack":"everybubble","hurry_s":3})", 4},
       {R"({"field":["a......b"]})", R"({"seats":1,"colors":6,"attack":"classic","hurry_s":10,"field":["a......b"]})",
        1},
       {R"({"field":["...a....","...b...","...c....","......."],"colors":3,"seats":2})",
        R"({"seats":2,"colors":3,"attack":"classic","hurry_s":10,"field":["...a....","...b...","...c....","......."]})",
        2}}) {
    auto const complete = bubbles().normalise(parsed(given.options)).value();
    CHECK(complete == parsed(given.complete));
    CHECK(bubbles().normalise(complete).value() == complete);
    CHECK(bubbles().seats(complete) == given.seats);
    CHECK(bubbles().table(complete).size() == static_cast<std::size_t>(given.seats));
    CHECK(bubbles().start(complete, 1).value()->seats() == given.seats);
  }
}

TEST_CASE("wrong options of bubbles are refused with a sentence that says what is allowed", "[bubbles]") {
  struct Wrong {
    char const* options;
    char const* says;
  };
  for (auto const& wrong :
       {Wrong{R"({"seats":0})", "1 to 5"},
        {R"({"seats":6})", "1 to 5"},
        {R"({"seats":2.0})", "seats"},
        {R"({"colors":2})", "3 to 8"},
        {R"({"colors":9})", "3 to 8"},
        {R"({"colors":"6"})", "colors"},
        {R"({"hurry_s":2})", "3 to 60"},
        {R"({"hurry_s":61})", "3 to 60"},
        {R"({"attack":"none"})", "everybubble"},
        {R"({"attack":1})", "attack"},
        {R"({"seats":2,"rows":12})", "take seats, colors"},
        {R"({"preset":"duel","colors":5})", "take preset"},
        {R"({"preset":"solo"})", "duel, puzzle, party"},
        {R"({"field":[]})", "1 to 11"},
        {R"({"field":"abc"})", "1 to 11"},
        {R"({"field":["a.......","a......","a.......","a......","a.......","a......","a.......","a......",)"
         R"("a.......","a......","a.......","a......"]})",
         "1 to 11"},
        {R"({"field":[7]})", "row 0 of the field must be a text"},
        {R"({"field":["a......"]})", "row 0 of the field must have 8 letters"},
        {R"({"field":["a.......","a......."]})", "row 1 of the field must have 7 letters"},
        {R"({"field":["a......g"]})", "the 6 colours a to f"},
        {R"({"field":["a......d"],"colors":3})", "the 3 colours a to c"},
        {R"({"field":["a......A"]})", "a to f"},
        {R"({"field":["a...... "]})", "a to f"},
        {R"({"field":["........"]})", "needs a bubble"},
        {R"({"field":["a.......",".a....."]})", "must hang"},
        {R"({"field":["........","a......"]})", "must hang"},
        {R"({"field":["a.......","......a"],"colors":3})", "must hang"}}) {
    INFO(wrong.options);
    auto const refused = bubbles().normalise(parsed(wrong.options));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "bad_message");
    INFO(refused.error().message);
    CHECK(refused.error().message.find(wrong.says) != std::string::npos);
  }
}

TEST_CASE("moves that are wrong, stale or too soon change nothing", "[bubbles]") {
  auto match = start(R"({"seats":2,"field":["...a...."]})");
  std::string set, events;
  REQUIRE(match->play(0, parsed(R"({"angle":0,"shot":0})"), set, events, 1000));
  auto const ready = match->ready_at(0);
  auto const document = document_of(*match);
  auto const hash = match->hash();
  set.clear(), events.clear();
  struct Wrong {
    char const* move;
    games::GameTime at;
    char const* code;
  };
  for (auto const& wrong : {Wrong{R"({"angle":8001})", ready, "bad_message"},
                            {R"({"angle":-8001})", ready, "bad_message"},
                            {R"({"angle":99999999999})", ready, "bad_message"},
                            {R"({"angle":1.5})", ready, "bad_message"},
                            {R"({"angle":"0"})", ready, "bad_message"},
                            {R"({"angle":null})", ready, "bad_message"},
                            {R"({"shot":1})", ready, "bad_message"},
                            {R"({})", ready, "bad_message"},
                            {R"([0])", ready, "bad_message"},
                            {R"({"angle":0,"shot":-1})", ready, "bad_message"},
                            {R"({"angle":0,"shot":"1"})", ready, "bad_message"},
                            {R"({"angle":0,"shot":0})", ready, "stale"},
                            {R"({"angle":0,"shot":2})", ready, "stale"},
                            {R"({"angle":0,"shot":0})", ready - 1, "stale"},
                            {R"({"angle":0,"shot":1})", ready - 1, "too_soon"},
                            {R"({"angle":0})", ready - 1, "too_soon"}}) {
    INFO(wrong.move);
    auto const played = match->play(0, parsed(wrong.move), set, events, wrong.at);
    REQUIRE_FALSE(played);
    CHECK(played.error().code == wrong.code);
    CHECK_FALSE(played.error().message.empty());
  }
  CHECK(match->play(2, parsed(R"({"angle":0})"), set, events, ready).error().code == "not_your_turn");
  CHECK(match->effect(0, parsed(R"({"angle":0,"shot":7})")).error().code == "stale");
  CHECK(match->effect(0, parsed(R"({"angle":9000})")).error().code == "bad_message");
  CHECK((set.empty() && events.empty()));
  CHECK(match->hash() == hash);
  CHECK(document_of(*match) == document);
  CHECK(match->play(0, parsed(R"({"angle":-8000})"), set, events, ready).value() == R"({"angle":-8000})");
  CHECK(match->play(1, parsed(R"({"shot":0,"angle":8000,"x":1})"), set, events, ready).value() ==
        R"({"angle":8000,"shot":0})");
}

TEST_CASE("the view, a shot's events and its effect are as documented", "[bubbles]") {
  Settings settings;
  auto state = Bubbles::start(settings, read_grid({"..aa....", "..b...."}), 1);
  state.fields[0].now = 1;
  state.fields[0].next = 2;
  std::string text;
  BubblesWire::write_view(state, text);
  auto const view = parsed(text);
  CHECK(view["rows"] == 12);
  CHECK(view["colors"] == 6);
  CHECK(view["attack"] == "classic");
  CHECK(view["hurry_ms"] == 10000);
  CHECK(view["fields"]["s0"] ==
        parsed(R"({"shift":0,"rows":{"r0":"..aa....","r1":"..b...."},"now":"a","next":"b","shot":0,"ready":0,
    "hurry":10000,"drop_in":12,"queue":0,"popped":0,"fallen":0,"sent":0})"));
  auto const before = state;
  CHECK(
      BubblesWire::effect(state, 0, {0}).value() ==
      parsed(
          R"({"angle":0,"cell":"r1c3","popped":"r0c2 r0c3 r1c3","fallen":"r1c2","path":[[16384,48159,0],[16384,4639,680]]})"));
  state.now = 500;
  Bubbles::apply(state, 0, {0});
  std::string events, change;
  BubblesWire::write_events(before, state, 0, {0}, events);
  CHECK(parsed("[" + events + "]") ==
        parsed(R"([{"kind":"shot","seat":"s0","shot":0,"angle":0,"color":"a","path":[[16384,48159,0],[16384,4639,680]],
    "cell":"r1c3","popped":"r0c2 r0c3 r1c3","fallen":"r1c2","sent":1},{"kind":"sent","seat":"s0","to":"s1","count":1}])"));
  BubblesWire::write_change(before, state, change);
  auto patch = parsed("{" + change + "}");
  CHECK(patch["fields"]["s0"].erase("next") == 1 - (state.fields[0].next == 2));
  CHECK(
      patch ==
      parsed(R"({"fields":{"s0":{"rows":{"r0":"........","r1":"......."},"now":"b","shot":1,"ready":1180,"hurry":11180,
    "drop_in":11,"popped":3,"fallen":1,"sent":1},"s1":{"queue":1}}})"));
}

TEST_CASE("a forced shot, garbage, a row and the end are events", "[bubbles]") {
  Settings settings;
  auto state = Bubbles::start(settings,
                              read_grid({"...a....", "...b...", "...a....", "...b...", "...a....", "...b...",
                                         "...a....", "...b...", "...a....", "...b...", "...a....", "...b..."}),
                              1);
  auto& field = state.fields[0];
  field.now = 3;
  field.queue = 1;
  field.drop_in = 1;
  auto const before = state;
  auto const due = *Bubbles::due(state);
  state.now = due.at;
  Bubbles::elapse(state);
  std::string text;
  BubblesWire::write_elapse_events(before, state, due, text);
  auto const events = parsed("[" + text + "]");
  REQUIRE(events.size() == 4);
  CHECK(events[0]["kind"] == "shot");
  CHECK(events[0]["forced"] == true);
  CHECK(events[0]["angle"] == 0);
  CHECK(events[1]["kind"] == "row");
  CHECK(events[1]["cells"] == row_text(state.fields[0].grid, 0));
  CHECK(events[2]["kind"] == "garbage");
  CHECK(events[3] == parsed(R"({"kind":"out","seat":"s0","place":2})"));
  text.clear();
  BubblesWire::write_view(state, text);
  CHECK(parsed(text)["fields"]["s0"]["out"] == Json{{"place", 2}, {"ms", state.fields[0].ready}});
}

TEST_CASE("a move for every cell that can be reached, and a hint among the good ones", "[bubbles]") {
  auto const match = start(R"({"seats":1,"colors":3,"field":["a.b.c.ab"]})");
  auto const moves = match->moves();
  std::vector<std::string> cells;
  for (auto const& move : moves) {
    CHECK(move["shot"] == 0);
    cells.push_back(match->effect(0, move).value()["cell"].get<std::string>());
  }
  std::sort(cells.begin(), cells.end());
  CHECK(std::adjacent_find(cells.begin(), cells.end()) == cells.end());
  for (auto const* cell : {"r0c1", "r0c3", "r0c5", "r1c0", "r1c6"})
    CHECK(std::find(cells.begin(), cells.end(), cell) != cells.end());
  auto const hint = start(R"({"seats":1,"colors":3,"field":["aabbccaa"]})")->hint(0, {}, 1, {}).value();
  CHECK(hint["popped"] == 3);
  CHECK(hint["fallen"] == 0);
  CHECK(hint["move"]["shot"] == 0);
}

// Everything that a viewer of the match can see.
std::string everything_shown(Bubbles::State const& state) {
  games::MatchOf<Bubbles> const match(state);
  std::string text = document_of(match);
  text += match.moves().dump();
  for (Seat seat = 0; seat < 2; ++seat) {
    text += match.hint(seat, {}, 3, {}).value().dump();
    text += match.effect(seat, {{"angle", 1234}}).value().dump();
    for (auto const& bot : match.info().bots)
      for (int level = bot.first_level; level <= bot.last_level(); ++level)
        text += match.choose(seat, bot.id, level, {}, 5, {}).value().dump();
  }
  text += match.choose(0, "awa", 5, {}, 5, {}).value().dump();
  return text;
}

TEST_CASE("what is hidden changes nothing that is shown, nor what bots think", "[bubbles]") {
  Settings settings;
  auto state = Bubbles::start(settings, std::nullopt, 7);
  games::Rng rng(1);
  for (int i = 0; i < 8; ++i) {
    auto const shown = everything_shown(state);
    for (int k = 0; k < 2; ++k) {
      auto other = state;
      for (auto& field : other.fields) {
        field.shot_rng = games::Rng(rng.next());
        field.row_rng = games::Rng(rng.next());
        field.garbage_rng = games::Rng(rng.next());
      }
      REQUIRE(everything_shown(other) == shown);
    }
    auto const seat = static_cast<Seat>(i % 2);
    state.now = Bubbles::ready_at(state, seat);
    Bubbles::apply(state, seat, {static_cast<std::int16_t>(rng.below(12001) - 6000)});
    if (Bubbles::to_act(state).empty()) break;
  }
}

TEST_CASE("no generator's state and no seed is ever written", "[bubbles]") {
  Settings settings;
  auto constexpr seed = 0xfeedfacecafebeefu;
  auto state = Bubbles::start(settings, std::nullopt, seed);
  for (int i = 0; i < 30 && !Bubbles::to_act(state).empty(); ++i) {
    std::vector<std::uint64_t> secrets = {seed};
    for (auto const& field : state.fields)
      for (auto const stream : {field.shot_rng, field.row_rng, field.garbage_rng}) secrets.push_back(stream.mark());
    auto const before = state;
    auto const seat = static_cast<Seat>(i % 2);
    state.now = Bubbles::ready_at(state, seat);
    Move const move{static_cast<std::int16_t>(300 * i - 4500)};
    Bubbles::apply(state, seat, move);
    std::string text;
    BubblesWire::write_events(before, state, seat, move, text);
    BubblesWire::write_change(before, state, text);
    BubblesWire::write_view(before, text);
    for (auto const secret : secrets) CHECK((secret == 0 || text.find(std::to_string(secret)) == std::string::npos));
  }
}

}  // namespace
}  // namespace engawa::tests::bubbles_wire_test
