// The 753 game from outside: options, refused moves, the view, hint and solution.
#include <set>

#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::nim_options_test {
namespace {

games::GameEntry const& nim() { return *games::find_game("nim"); }

Json parsed(std::string const& text) { return parse_json(text).value(); }

std::unique_ptr<games::Match> start(std::string const& options, std::uint64_t seed = 0) {
  return nim().start(nim().normalise(parsed(options)).value(), seed).value();
}

TEST_CASE("nim's options are completed, and stay as they are", "[nim]") {
  struct Given {
    char const* options;
    char const* complete;
  };
  for (auto const& given : {Given{"{}", R"({"preset":"753"})"},
                            {R"({"preset":"puzzle"})", R"({"preset":"puzzle"})"},
                            {R"({"misere":true})", R"({"rows":[7,5,3],"misere":true})"},
                            {R"({"rows":["ooo",4,"oxo"]})", R"({"rows":[3,4,"oxo"],"misere":false})"},
                            {R"({"rows":[1]})", R"({"rows":[1],"misere":false})"},
                            {R"({"rows":[32,32,32,32,32,32,32,32],"puzzle":false})",
                             R"({"rows":[32,32,32,32,32,32,32,32],"misere":false})"},
                            {R"({"puzzle":true})", R"({"puzzle":true,"misere":false})"}}) {
    auto const complete = nim().normalise(parsed(given.options)).value();
    CHECK(complete == parsed(given.complete));
    CHECK(nim().normalise(complete).value() == complete);
    CHECK(nim().seats(complete) == 2);
    CHECK(nim().table(complete).size() == 2);
  }
}

TEST_CASE("nim's wrong options are refused with a sentence", "[nim]") {
  for (auto const* wrong : {R"({"rows":[]})",
                            R"({"rows":[0]})",
                            R"({"rows":[33]})",
                            R"({"rows":[-1]})",
                            R"({"rows":[2.0]})",
                            R"({"rows":[true]})",
                            R"({"rows":[null]})",
                            R"({"rows":"ooo"})",
                            R"({"rows":[""]})",
                            R"({"rows":["oOo"]})",
                            R"({"rows":["ooooooooooooooooooooooooooooooooo"]})",
                            R"({"rows":["xxx","x"]})",
                            R"({"rows":[1,1,1,1,1,1,1,1,1]})",
                            R"({"rows":{"r0":3}})",
                            R"({"misere":1})",
                            R"({"misere":null})",
                            R"({"puzzle":"yes"})",
                            R"({"puzzle":true,"rows":[3]})",
                            R"({"preset":"753","misere":true})",
                            R"({"preset":"753","rows":[3]})",
                            R"({"preset":"357"})",
                            R"({"preset":3})",
                            R"({"piles":[3]})",
                            R"([7,5,3])",
                            R"("753")",
                            R"({"rows":[18446744073709551615]})"}) {
    INFO(wrong);
    auto const refused = nim().normalise(parsed(wrong));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "bad_message");
    CHECK(refused.error().message.size() > 10);
  }
}

TEST_CASE("nim's wrong moves are refused and change nothing", "[nim]") {
  auto const match = start(R"({"rows":["ooxoo",3],"misere":true})");
  auto const hash = match->hash();
  struct Wrong {
    char const* move;
    char const* code;
    char const* says;
  };
  for (auto const& wrong : {Wrong{R"({"row":0,"from":2,"count":1})", "illegal_move", "cell 2 of row 0 is taken"},
                            {R"({"row":0,"from":1,"count":2})", "illegal_move", "cell 2 of row 0 is taken"},
                            {R"({"row":0,"from":0,"count":5})", "illegal_move", "cell 2 of row 0 is taken"},
                            {R"({"row":1,"from":2,"count":2})", "illegal_move", "cells 0 to 2"},
                            {R"({"row":1,"from":31,"count":32})", "illegal_move", "cells 0 to 2"},
                            {R"({"row":2,"from":0,"count":1})", "illegal_move", "rows are 0 to 1"},
                            {R"({"row":8,"from":0,"count":1})", "bad_message", "row must be"},
                            {R"({"row":0,"from":0,"count":0})", "bad_message", "count must be an integer from 1"},
                            {R"({"row":0,"from":0,"count":-1})", "bad_message", "count must be an integer from 1"},
                            {R"({"row":0,"from":-1,"count":1})", "bad_message", "from must be"},
                            {R"({"row":0,"from":0,"count":33})", "bad_message", "count must be"},
                            {R"({"row":0,"from":0,"count":1.0})", "bad_message", "count must be"},
                            {R"({"row":"0","from":0,"count":1})", "bad_message", "row must be"},
                            {R"({"row":0,"from":0})", "bad_message", "a move is"},
                            {R"([0,0,1])", "bad_message", "a move is"}}) {
    INFO(wrong.move);
    std::string set, events;
    auto const refused = match->play(0, parsed(wrong.move), set, events);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == wrong.code);
    CHECK(refused.error().message.find(wrong.says) != std::string::npos);
    CHECK((set.empty() && events.empty() && match->hash() == hash));
  }
}

TEST_CASE("nim's view, events and outcome", "[nim]") {
  auto const match = start(R"({"rows":["ooxoo",3],"misere":true})");
  CHECK(match->view() == parsed(R"({"rows":{"r0":"ooxoo","r1":"ooo"},"misere":true})"));
  std::string set, events;
  auto const journalled = match->play(0, parsed(R"({"count":1,"row":1,"from":1,"colour":"red"})"), set, events).value();
  CHECK(journalled == R"({"row":1,"from":1,"count":1})");
  CHECK(parsed("{" + set + "}") == parsed(R"({"ply":1,"to_act":"s1","legal":"0:0-1 0:3-4 1:0-0 1:2-2",
                   "view":{"rows":{"r1":"oxo"},"last":{"row":1,"from":1,"count":1}}})"));
  CHECK(events == R"({"kind":"take","seat":"s0","row":1,"from":1,"count":1})");
  for (auto const* move : {R"({"row":0,"from":0,"count":2})", R"({"row":0,"from":3,"count":2})",
                           R"({"row":1,"from":0,"count":1})", R"({"row":1,"from":2,"count":1})"})
    play(*match, parsed(move));
  auto const outcome = *match->outcome();
  CHECK(outcome.reason == "last_taken");
  CHECK(outcome.places[0].seat == 1);  // s0 took the last
  CHECK((outcome.places[0].score == 1 && outcome.places[1].score == 0 && outcome.places[1].rank == 2));
}

TEST_CASE("the eight winning first moves of 7-5-3, and the hint that explains them", "[nim]") {
  auto const match = start("{}");
  CHECK(match->solve({}, {}).value() == parsed(R"({"win":true,"moves":[
    {"row":0,"from":0,"count":1},{"row":0,"from":2,"count":1},{"row":0,"from":4,"count":1},{"row":0,"from":6,"count":1},
    {"row":1,"from":0,"count":1},{"row":1,"from":4,"count":1},{"row":2,"from":0,"count":1},{"row":2,"from":2,"count":1}]})"));
  CHECK(match->hint(0, {}, 1, {}).value() == parsed(R"({"groups":[
    {"row":0,"from":0,"length":7,"binary":"111"},{"row":1,"from":0,"length":5,"binary":"101"},
    {"row":2,"from":0,"length":3,"binary":"011"}],"columns":[2,2,3],"xor":1,"binary":"001","win":true,
    "move":{"row":0,"from":0,"count":1},"evens":"001","leaves":"even","winning":[{"row":0,"from":0,"count":1},
    {"row":0,"from":2,"count":1},{"row":0,"from":4,"count":1},{"row":0,"from":6,"count":1},{"row":1,"from":0,"count":1},
    {"row":1,"from":4,"count":1},{"row":2,"from":0,"count":1},{"row":2,"from":2,"count":1}]})"));
  CHECK(match->hint(1, {}, 1, {}).error().code == "not_your_turn");
  CHECK(match->perft(1) == 49);
  play(*match, parsed(R"({"row":0,"from":0,"count":1})"));
  CHECK(match->solve({}, {}).value() == parsed(R"({"win":false,"moves":[]})"));
  auto const lost = match->hint(1, {}, 1, {}).value();
  CHECK((lost["win"] == false && lost["xor"] == 0 && lost["columns"] == parsed("[2,2,2]")));
  for (auto const* member : {"move", "evens", "leaves"}) CHECK_FALSE(lost.contains(member));
}

TEST_CASE("the hint says which columns a move evens out, and when to leave an odd number of ones", "[nim]") {
  auto const hint = [](char const* options) { return start(options)->hint(0, {}, 1, {}).value(); };
  auto const both = hint(R"({"rows":[6,1]})");  // 6 -> 1: the columns of 4, 2 and 1 were odd
  CHECK((both["binary"] == "111" && both["columns"] == parsed("[1,1,1]") && both["evens"] == "111"));
  auto const last_long = hint(R"({"rows":[5,1],"misere":true})");  // all of the 5: a single stone is left
  CHECK((last_long["evens"] == "100" && last_long["leaves"] == "odd"));
  auto const singles = hint(R"({"rows":[1,1],"misere":true})");
  CHECK((singles["evens"] == "0" && singles["leaves"] == "odd" && singles["columns"] == parsed("[2]")));
  CHECK(hint(R"({"rows":[3,1],"misere":false})")["leaves"] == "even");
}

TEST_CASE("puzzles can be won by the first to move, and differ by seed", "[nim]") {
  for (auto const* options : {R"({"preset":"puzzle"})", R"({"puzzle":true,"misere":true})"}) {
    std::set<std::string> different;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      auto const match = start(options, seed);
      auto const rows = match->view()["rows"];
      CHECK((rows.size() >= 3 && rows.size() <= 5));
      different.insert(rows.dump());
      CHECK(match->solve({}, {}).value()["win"] == true);
      CHECK(start(options, seed)->hash() == match->hash());
    }
    CHECK(different.size() > 450);
  }
}

}  // namespace
}  // namespace engawa::tests::nim_options_test
