// The game of games/README.md on the terminal, as its terminal.cpp describes it.
#include <nlohmann/json.hpp>

#include "clients/cli/board/board_picture.hpp"
#include "tests/catch.hpp"
#include "tests/tutorial/room_at.hpp"

using namespace engawa;
using namespace engawa::cli;

static Phrases const kEnglish(Lang::En, false);

// The visible screen without colours: later painting covers earlier.
static std::vector<std::string> painted(Picture const& picture) {
  auto const [rows, columns] = picture.size();
  std::vector<std::string> lines(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), ' '));
  for (auto const& patch : picture.patches())
    lines[static_cast<std::size_t>(patch.row)].replace(static_cast<std::size_t>(patch.column), patch.text.size(),
                                                       patch.text);
  return lines;
}

TEST_CASE("a piece onto which a move may go is seen, and marked", "[terminal]") {
  auto table = room_at({4, 0});
  table.legal = "0 1 4";
  Look const look{table, 0, kEnglish};
  CHECK(board_lines(look) == std::vector<std::string>{"    a b c", " 1  O** .", " 2  . X*.", " 3  . . ."});
  Aim aim;
  settle(look, aim);
  CHECK(aim.cell == Cell{0, 0});
  CHECK(painted(paint_board(look, aim, {4, 20})) ==  // the small scale
        std::vector<std::string>{"     a  b  c ", " 1  [O] +  . ", " 2   . +X  . ", " 3   .  .  . "});
}

TEST_CASE("a described board is drawn and played by cells", "[terminal]") {
  auto const table = room_at({4, 0});
  Look const look{table, 0, kEnglish};
  CHECK(board_lines(look) == std::vector<std::string>{"    a b c", " 1  O * *", " 2  * X *", " 3  * * *"});
  CHECK(possible(look) == "You can play: b1 c1 a2 c2 a3 b3 c3");
  CHECK(read_move(look, "c2").move == R"({"cell":5})");
  Aim aim;
  settle(look, aim);
  CHECK(aim.cell == Cell{1, 0});
  CHECK(press(look, aim, {Key::Kind::Down}).known);
  CHECK(press(look, aim, {Key::Kind::Enter}).move == R"({"cell":4})");
  Json const event{{"kind", "mark"}, {"seat", "s1"}, {"cell", 0}};
  CHECK(kEnglish.events(table, Json::array({event}), 0) == std::vector<std::string>{"seat 2 (B) plays"});
}
