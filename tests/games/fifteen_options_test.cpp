// Starts and options of the 15-puzzle: the article's scrambles, parity, completed and refused options.
#include <algorithm>
#include <set>

#include "games/fifteen/scramble.hpp"
#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::fifteen_options_test {
namespace {

using namespace games::fifteen;

games::GameEntry const& fifteen() { return *games::find_game("fifteen"); }

Json parsed(std::string const& text) { return parse_json(text).value(); }

std::vector<int> sequence(int a, int c, int x) {
  std::vector<int> values;
  for (int i = 0; i < 16; ++i, x = (a * x + c) % 16) values.push_back(x);
  return values;
}

TEST_CASE("the article's sequences: 512 of full period, all different", "[fifteen]") {
  std::set<std::vector<int>> different;
  for (int a = 0; a < 16; ++a) {
    for (int c = 0; c < 16; ++c) {
      for (int x = 0; x < 16; ++x) {
        auto const values = sequence(a, c, x);
        bool const full = std::set<int>(values.begin(), values.end()).size() == 16;
        CHECK(full == (c % 2 == 1 && a % 4 == 1));
        if (full) different.insert(values);
      }
    }
  }
  CHECK(different.size() == 512);
  CHECK(sequence(5, 1, 1) == std::vector<int>{1, 6, 15, 12, 13, 2, 11, 8, 9, 14, 7, 4, 5, 10, 3, 0});
}

TEST_CASE("the article's 480 scrambles are distinct and solvable", "[fifteen]") {
  std::set<std::array<Tile, 25>> different;
  int swapped = 0;
  for (int index = 0; index < kArticleScrambles; ++index) {
    auto const puzzle = article_scramble(index);
    CHECK((is_solvable(puzzle) && !is_solved(puzzle)));
    CHECK(puzzle.tiles[puzzle.hole] == 0);
    different.insert(puzzle.tiles);
    auto const values = sequence(1 + 4 * (index / 120), 1 + 2 * (index / 15 % 8), 1 + index % 15);
    int unlike = 0;
    for (std::size_t cell = 0; cell < 16; ++cell) unlike += puzzle.tiles[cell] != (values[cell] + 1) % 16;
    CHECK((unlike == 0 || unlike == 2));
    swapped += unlike == 2;
  }
  CHECK(different.size() == 480);
  CHECK(swapped == 240);
  CHECK(article_board(5, 1, 1).tiles == std::array<Tile, 25>{7, 2, 0, 13, 14, 3, 12, 9, 10, 15, 8, 5, 6, 11, 4, 1});
}

TEST_CASE("random scrambles can be solved and are spread evenly", "[fifteen]") {
  for (int const size : {3, 4, 5}) {
    games::Rng rng(3);
    std::vector<int> holes(static_cast<std::size_t>(size * size));
    int corner = 0;
    for (int i = 0; i < 9000; ++i) {
      auto const puzzle = random_scramble(size, rng);
      CHECK((is_solvable(puzzle) && !is_solved(puzzle)));
      ++holes[puzzle.hole];
      corner += puzzle.tiles[0] == 1;
    }
    int const expected = 9000 / (size * size);
    for (int const count : holes) CHECK(std::abs(count - expected) < expected / 4);
    CHECK(std::abs(corner - expected) < expected / 4);
  }
  // Exactly half of all 3x3 boards; swapping two tiles makes one of the other half.
  std::vector<int> tiles = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  int solvable = 0;
  do {
    Puzzle puzzle;
    puzzle.size = 3;
    for (std::size_t cell = 0; cell < 9; ++cell) puzzle.tiles[cell] = static_cast<Tile>(tiles[cell]);
    puzzle.hole = static_cast<Cell>(cell_of(puzzle, 0));
    solvable += is_solvable(puzzle);
  } while (std::next_permutation(tiles.begin(), tiles.end()));
  CHECK(solvable == 181440);
}

TEST_CASE("fifteen's options are completed, and stay as they are", "[fifteen]") {
  struct Given {
    char const* options;
    char const* complete;
    int seats;
  };
  for (auto const& given :
       {Given{"{}", R"({"preset":"race"})", 4},
        {R"({"preset":"solo"})", R"({"preset":"solo"})", 1},
        {R"({"preset":"eight"})", R"({"preset":"eight"})", 2},
        {R"({"preset":"twenty-four"})", R"({"preset":"twenty-four"})", 2},
        {R"({"preset":"article"})", R"({"preset":"article"})", 1},
        {R"({"seats":5})", R"({"size":4,"seats":5,"scramble":"random","finish_s":120,"max_steps":5000})", 5},
        {R"({"scramble":"seed","max_steps":1,"finish_s":3600})",
         R"({"size":4,"seats":1,"scramble":"seed","finish_s":3600,"max_steps":1})", 1},
        {R"({"tiles":[1,2,3,4,5,6,7,0,8],"finish_s":10})",
         R"({"tiles":[1,2,3,4,5,6,7,0,8],"seats":1,"finish_s":10,"max_steps":5000})", 1}}) {
    auto const complete = fifteen().normalise(parsed(given.options)).value();
    CHECK(complete == parsed(given.complete));
    CHECK(fifteen().normalise(complete).value() == complete);
    CHECK(fifteen().seats(complete) == given.seats);
    CHECK(fifteen().table(complete).size() == static_cast<std::size_t>(given.seats));
    auto const match = fifteen().start(complete, 5).value();
    CHECK(match->seats() == given.seats);
    CHECK(fifteen().start(complete, 5).value()->hash() == match->hash());
  }
}

TEST_CASE("fifteen's wrong options are refused with a sentence", "[fifteen]") {
  for (auto const* wrong : {R"({"size":2})",
                            R"({"size":6})",
                            R"({"size":4.0})",
                            R"({"size":"4"})",
                            R"({"seats":0})",
                            R"({"seats":6})",
                            R"({"scramble":"article"})",
                            R"({"scramble":1})",
                            R"({"scramble":"seed","size":3})",
                            R"({"finish_s":9})",
                            R"({"finish_s":3601})",
                            R"({"max_steps":0})",
                            R"({"max_steps":100001})",
                            R"({"tiles":"1 2 3"})",
                            R"({"tiles":[]})",
                            R"({"tiles":[1,2,3]})",
                            R"({"tiles":[1,2,3,4,5,6,7,8,0]})",
                            R"({"tiles":[2,1,3,4,5,6,7,8,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,7,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,9,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,-1,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,8.0,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,null,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,8,9]})",
                            R"({"tiles":[1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0]})",
                            R"({"tiles":[1,2,3,4,5,6,7,0,8],"size":3})",
                            R"({"tiles":[1,2,3,4,5,6,7,0,8],"scramble":"random"})",
                            R"({"preset":"race","seats":2})",
                            R"({"preset":"fifteen"})",
                            R"({"colour":"red"})",
                            "[1]",
                            "null",
                            R"({"tiles":[18446744073709551615,2,3,4,5,6,7,0,8]})"}) {
    INFO(wrong);
    auto const refused = fifteen().normalise(parsed(wrong));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "bad_message");
    CHECK(refused.error().message.size() > 10);
  }
}

}  // namespace
}  // namespace engawa::tests::fifteen_options_test
