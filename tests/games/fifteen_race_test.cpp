// The 15-puzzle from outside: moves, a race of several seats, time, the result of its solver, its bots.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::fifteen_race_test {
namespace {

using games::GameTime;
using games::Match;
using games::Seat;

games::GameEntry const& fifteen() { return *games::find_game("fifteen"); }

Json parsed(std::string const& text) { return parse_json(text).value(); }

std::unique_ptr<Match> start(std::string const& options, std::uint64_t seed = 0) {
  return fifteen().start(fifteen().normalise(parsed(options)).value(), seed).value();
}

// The patch and the events of an accepted move.
struct Answer {
  Json set, events;
};

Answer push(Match& match, Seat seat, int tile, GameTime at = 0) {
  std::string set, events;
  REQUIRE(match.play(seat, {{"tile", tile}}, set, events, at));
  return {parsed("{" + set + "}"), parsed("[" + events + "]")};
}

Answer wait(Match& match, GameTime at) {
  std::string set, events;
  match.elapse(at, set, events);
  return {parsed("{" + set + "}"), parsed("[" + events + "]")};
}

// Two steps from the goal.
constexpr char const* kNear = R"({"tiles":[1,2,3,4,5,6,0,7,8],"seats":3,"finish_s":10,"max_steps":50})";

TEST_CASE("a slide of several tiles is one move and counts them all", "[fifteen]") {
  auto const match = start(R"({"tiles":[1,2,3,4,5,6,7,8,9,10,11,12,0,13,14,15],"seats":2})");
  CHECK(match->view()["boards"]["s0"] == parsed(R"({"tiles":"1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15","steps":0})"));
  CHECK(match->perft(1) == 12);
  auto answer = push(*match, 0, 1);
  CHECK(answer.events == parsed(R"([{"kind":"slide","seat":"s0","tiles":[9,5,1],"steps":3}])"));
  CHECK(answer.set == parsed(R"({"ply":1,"legal":"s0:2 3 4 1 5 9;s1:1 5 9 13 14 15",
    "view":{"boards":{"s0":{"tiles":"0 2 3 4 1 6 7 8 5 10 11 12 9 13 14 15","steps":3}}}})"));
  push(*match, 0, 9);
  answer = push(*match, 0, 15, 4711);
  CHECK(answer.events == parsed(R"([{"kind":"slide","seat":"s0","tiles":[13,14,15],"steps":9},
    {"kind":"solved","seat":"s0","steps":9,"place":1,"ms":4711}])"));
  CHECK(answer.set["to_act"] == "s1");
  CHECK(answer.set["view"]["boards"]["s0"]["done"] == parsed(R"({"place":1,"ms":4711})"));
}

TEST_CASE("fifteen's wrong moves are refused and change nothing", "[fifteen]") {
  auto const match = start(kNear);
  auto const hash = match->hash();
  struct Wrong {
    char const* move;
    char const* code;
    char const* says;
  };
  for (auto const& wrong : {Wrong{R"({"tile":2})", "illegal_move", "1, 4, 7, 8 are"},
                            {R"({"tile":6})", "illegal_move", "tile 6 is not in a row or column with the hole"},
                            {R"({"tile":0})", "bad_message", "from 1 to 8"},
                            {R"({"tile":9})", "bad_message", "from 1 to 8"},
                            {R"({"tile":-1})", "bad_message", "from 1 to 8"},
                            {R"({"tile":"7"})", "bad_message", "from 1 to 8"},
                            {R"({"tile":7.0})", "bad_message", "from 1 to 8"},
                            {R"({"cell":7})", "bad_message", "a move is"},
                            {"7", "bad_message", "a move is"}}) {
    INFO(wrong.move);
    std::string set, events;
    auto const refused = match->play(1, parsed(wrong.move), set, events, 100);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == wrong.code);
    CHECK(refused.error().message.find(wrong.says) != std::string::npos);
    CHECK((set.empty() && events.empty() && match->hash() == hash));
  }
  std::string set, events;
  CHECK(match->play(3, {{"tile", 7}}, set, events, 0).error().code == "not_your_turn");
}

TEST_CASE("a race: places in the order of finishing, and an end of waiting", "[fifteen]") {
  auto const match = start(kNear);
  CHECK_FALSE(match->due());
  push(*match, 2, 7, 1000);
  push(*match, 1, 4, 1500);
  push(*match, 2, 8, 2000);
  REQUIRE(match->due());
  CHECK(*match->due() == games::Due{12000, 0});
  push(*match, 0, 8, 3000);  // past 7, which slides along
  CHECK(match->view()["boards"]["s0"]["done"] == parsed(R"({"place":2,"ms":3000})"));
  std::string set, events;
  CHECK(match->play(0, {{"tile", 8}}, set, events, 3000).error().code == "not_your_turn");
  CHECK(match->standing().places[0].seat == 2);
  CHECK(*match->due() == games::Due{12000, 1});
  auto const answer = wait(*match, 12000);
  CHECK(answer.events == parsed(R"([{"kind":"out","seat":"s1"}])"));
  CHECK(answer.set["view"]["boards"]["s1"]["out"] == true);
  CHECK(answer.set["to_act"] == "");
  auto const outcome = *match->outcome();
  CHECK(outcome.reason == "solved");
  CHECK(outcome.places == std::vector<games::Ranking::Place>{{2, 1, 2}, {0, 2, 2}, {1, 3, 1}});
}

TEST_CASE("whoever has used up the steps is out; nobody may have solved it", "[fifteen]") {
  auto const match = start(R"({"tiles":[1,2,3,4,5,6,0,7,8],"seats":2,"max_steps":3})");
  push(*match, 0, 4);
  push(*match, 0, 5);
  auto const answer = push(*match, 0, 6);
  CHECK(answer.events[1] == parsed(R"({"kind":"out","seat":"s0"})"));
  CHECK(match->view()["boards"]["s0"]["out"] == true);
  push(*match, 1, 1);
  CHECK(match->to_act() == games::SeatSet::of(1));
  push(*match, 1, 3);  // two tiles at once may go beyond the last step
  auto const outcome = *match->outcome();
  CHECK(outcome.reason == "out");
  CHECK(outcome.places == std::vector<games::Ranking::Place>{{0, 1, 3}, {1, 1, 4}});
}

TEST_CASE("the last step may solve it", "[fifteen]") {
  auto const match = start(R"({"tiles":[1,2,3,4,5,6,0,7,8],"max_steps":2})");
  push(*match, 0, 8);
  CHECK(match->outcome()->reason == "solved");
  CHECK(match->hint(0, {}, 0, {}).error().code == "game_over");
  CHECK(match->solve({}, {}).value() == parsed(R"({"length":0,"moves":[],"nodes":0,"optimal":true})"));
}

TEST_CASE("the game learns how many steps its start needs", "[fifteen]") {
  auto const match = start(kNear);
  CHECK(match->awaits_solution());
  auto const solution = match->solve({}, {}).value();
  CHECK((solution["length"] == 2 && solution["moves"] == Json::array({7, 8}) && solution["optimal"] == true));
  CHECK(match->hint(1, {}, 0, {}).value() == parsed(R"({"move":{"tile":7},"path":[7,8],"steps":2,"proved":true})"));
  push(*match, 0, 4);  // a player moves meanwhile: only the start counts
  auto const hash = match->hash();
  std::string set, events;
  for (auto const* wrong :
       {"{}", "[]", R"({"moves":[7,8]})", R"({"moves":[8],"optimal":true})", R"({"moves":[7],"optimal":true})",
        R"({"moves":[7,8,8],"optimal":true})", R"({"moves":["7",8],"optimal":true})", R"({"moves":[7,8],"optimal":1})",
        R"({"moves":7,"optimal":true})", R"({"moves":[7,99],"optimal":true})", R"({"moves":[],"optimal":true})"}) {
    INFO(wrong);
    CHECK(match->learn(parsed(wrong), set, events).error().code == "bad_message");
  }
  CHECK((match->hash() == hash && set.empty() && events.empty()));
  REQUIRE(match->learn(solution, set, events));
  CHECK(parsed("{" + set + "}")["view"] == parsed(R"({"optimal":{"steps":2,"proved":true}})"));
  CHECK(events == R"({"kind":"optimal","steps":2,"proved":true})");
  CHECK_FALSE(match->awaits_solution());
  CHECK(match->view()["optimal"]["steps"] == 2);
  CHECK_FALSE(start(R"({"size":5})")->awaits_solution());
}

// Steps that a bot needs alone; -1 if it does not reach the goal.
int steps_of(std::string const& options, std::string_view bot, int level) {
  auto const match = start(options, 8);
  for (std::uint64_t ply = 0; !match->to_act().empty(); ++ply) {
    std::string set, events;
    REQUIRE(match->play(0, match->choose(0, bot, level, {}, ply, {}).value(), set, events, 0));
  }
  auto const outcome = *match->outcome();
  return outcome.reason == "solved" ? outcome.places[0].score : -1;
}

TEST_CASE("the bots solve it, the better ones in fewer steps", "[fifteen]") {
  if (fifteen().prepare != nullptr) fifteen().prepare(ENGAWA_TEST_CACHE, {});
  for (auto const* options : {R"({"size":3})", R"({"size":4})", R"({"scramble":"seed"})"}) {
    int const optimal = static_cast<int>(start(options, 8)->solve({}, {}).value()["length"]);
    int const falcon = steps_of(options, "hayabusa", 7), hare = steps_of(options, "usagi", 4);
    CHECK(falcon == optimal);
    CHECK(hare >= falcon);
    for (int const level : {1, 2, 3}) CHECK(steps_of(options, "kame", level) > falcon);
  }
  CHECK(steps_of(R"({"size":5})", "kame", 3) > 0);
  CHECK(steps_of(R"({"size":5})", "usagi", 5) > 0);
  CHECK(steps_of(R"({"size":5})", "hayabusa", 6) > 0);
}

}  // namespace
}  // namespace engawa::tests::fifteen_race_test
