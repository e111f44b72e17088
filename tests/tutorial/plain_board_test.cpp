// The game of games/README.md on the terminal, without a description of its board.
#include <nlohmann/json.hpp>

#include "clients/cli/board/board_picture.hpp"
#include "tests/catch.hpp"
#include "tests/tutorial/room_at.hpp"

using namespace engawa;
using namespace engawa::cli;

static Phrases const kEnglish(Lang::En, false);

TEST_CASE("a board that nobody has described is a table, and its moves are numbered", "[terminal]") {
  auto const table = room_at({4, 0});
  Look const look{table, 0, kEnglish};
  CHECK(board_lines(look) == std::vector<std::string>{"rows r0  O..", "rows r1  .X.", "rows r2  ..."});
  CHECK(possible(look) == "Type the number of a move: 1: 1  2: 2  3: 3  4: 5  5: 6  6: 7  7: 8");
  CHECK(read_move(look, "4").move == R"({"cell":5})");
  CHECK(read_move(look, "8").why == "the legal moves are numbered 1 to 7");
  CHECK_FALSE(read_move(look, "e4").known);
  Aim aim;
  for (char32_t const key : {U'1', U'7'}) CHECK(press(look, aim, {Key::Kind::Character, key}).known);
  CHECK(status(look, aim) == "Your turn: type a move's number and Enter: 17_");
  CHECK(press(look, aim, {Key::Kind::Backspace}).known);
  CHECK(press(look, aim, {Key::Kind::Enter}).move == R"({"cell":1})");
  auto const picture = paint_board(look, aim, {20, 40}).lines(false);
  CHECK(picture[0] == "rows r0  O..");
  CHECK(picture[4] == "Type the number of a move: 1: 1  2: 2");
}
