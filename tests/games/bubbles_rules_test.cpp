// The effects of a shot of the bubble shooter, on small fields: popping, falling, garbage, rows, losing and
// winning.
#include "games/bubbles/options.hpp"
#include "games/bubbles/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/bubbles_oracle.hpp"
#include "tests/games/bubbles_soak.hpp"

namespace engawa::tests::bubbles_rules_test {
namespace {

using namespace games::bubbles;
using games::Ranking;
using games::Seat;
using State = Bubbles::State;

// Seat 0 (and every other) has `rows` as its field and a bubble of `color` to shoot.
State stand_before(Rows const& rows, char color, int seats = 2) {
  Settings settings;
  settings.seats = static_cast<std::uint8_t>(seats);
  auto state = Bubbles::start(settings, read_grid(rows), 1);
  for (auto& field : state.fields) field.now = static_cast<Color>(color - 'a' + 1);
  return state;
}

Rows rows_after(State const& state, Seat seat = 0) { return rows_of(state.fields[seat].grid); }

// Straight up at one of these, a shot touches the bubble in the middle and comes to rest in r1c3.
Rows const kThreeAndOne = {"..aa...d", "..b...."};
Rows const kThreeAndFour = {"..aa...d", ".bb....", ".bb....."};

// A chain down to row 11, in colours that never pop on their own.
Rows chain(std::string const& colors) {
  Rows rows;
  for (std::size_t row = 0; row < colors.size(); ++row) rows.push_back(row % 2 == 0 ? "...x...." : "...x...");
  for (std::size_t row = 0; row < colors.size(); ++row) rows[row][3] = colors[row];
  return rows;
}

TEST_CASE("three of a colour pop, and what hung on them falls", "[bubbles]") {
  auto state = stand_before(kThreeAndOne, 'a');
  auto const shot = Bubbles::shoot(state, 0, 0);
  CHECK(cell_name(shot.landing.cell) == "r1c3");
  CHECK(cell_names(shot.removal.popped) == "r0c2 r0c3 r1c3");
  CHECK(cell_names(shot.removal.fallen) == "r1c2");
  CHECK(rows_after(state) == Rows{".......d"});
  CHECK(state.fields[0].popped == 3);
  CHECK(state.fields[0].fallen == 1);
}

TEST_CASE("two of a colour stay, and so does a group that was there before", "[bubbles]") {
  auto state = stand_before({"..aaa..."}, 'b');
  auto const shot = Bubbles::shoot(state, 0, 0);
  CHECK(shot.removal.popped == Mask{});
  CHECK(rows_after(state) == Rows{"..aaa...", "...b..."});
  state = stand_before({"...a...."}, 'a');
  Bubbles::shoot(state, 0, 0);
  CHECK(rows_after(state) == Rows{"...a....", "...a..."});
}

TEST_CASE("reaching the ceiling beside two of its colour pops too", "[bubbles]") {
  auto state = stand_before({"aa......", ".d....."}, 'a', 1);
  state.fields[0].grid = read_grid({"..a.a..", "d.......", "......."}, 1);
  auto const shot = Bubbles::shoot(state, 0, 0);
  CHECK(cell_names(shot.removal.popped) == "r0c2 r0c3 r0c4");
}

TEST_CASE("an attack is what pops and falls less three, or with everybubble falls twice", "[bubbles]") {
  CHECK(attack_of(Attack::kClassic, 0, 0) == 0);
  CHECK(attack_of(Attack::kClassic, 3, 0) == 0);
  CHECK(attack_of(Attack::kClassic, 4, 0) == 1);
  CHECK(attack_of(Attack::kClassic, 3, 5) == 5);
  CHECK(attack_of(Attack::kEverybubble, 0, 0) == 0);
  CHECK(attack_of(Attack::kEverybubble, 3, 1) == 5);
  CHECK(attack_of(Attack::kEverybubble, 4, 0) == 4);
}

TEST_CASE("an attack cancels the own queue, the rest goes round in seat order", "[bubbles]") {
  auto state = stand_before(kThreeAndFour, 'a', 3);
  auto shot = Bubbles::shoot(state, 1, 0);  // 3 + 4 - 3
  CHECK(shot.sent == 4);
  CHECK(shot.sent_to == std::array<int, 5>{2, 0, 2, 0, 0});
  CHECK(state.fields[0].queue == 2);
  CHECK(state.fields[2].queue == 2);

  state = stand_before(kThreeAndFour, 'a', 3);
  state.fields[1].queue = 1;
  shot = Bubbles::shoot(state, 1, 0);
  CHECK(shot.sent_to == std::array<int, 5>{1, 0, 2, 0, 0});
  CHECK(shot.garbage.empty());
  CHECK(state.fields[1].sent == 3);

  state = stand_before(kThreeAndFour, 'a', 3);
  state.fields[1].queue = 6;
  state.fields[2].place = 3;
  shot = Bubbles::shoot(state, 1, 0);
  CHECK(shot.sent == 0);
  CHECK(shot.garbage.size() == 2);  // the garbage that the attack did not cancel
  CHECK(state.fields[1].queue == 0);

  state = stand_before(kThreeAndFour, 'a', 3);
  state.fields[2].place = 3;  // eliminated players get nothing
  CHECK(Bubbles::shoot(state, 1, 0).sent_to == std::array<int, 5>{4, 0, 0, 0, 0});
}

TEST_CASE("seven pieces of garbage come in at a time, below the lowest of their columns", "[bubbles]") {
  auto state = stand_before({"...a....", "...b..."}, 'c');
  state.fields[0].queue = 9;
  auto grid = state.fields[0].grid;
  auto const shot = Bubbles::shoot(state, 0, 0);
  REQUIRE(shot.garbage.size() == 7);
  CHECK(state.fields[0].queue == 2);
  grid.put(shot.landing.cell, 3);
  for (auto const& piece : shot.garbage) {
    CHECK(piece.cell == below_lowest(grid, piece.cell.column));
    CHECK(piece.cell.column < 7);
    grid.put(piece.cell, piece.color);
  }
  CHECK(grid == state.fields[0].grid);
}

TEST_CASE("a new row comes with every 12th own shot, alone with every 9th", "[bubbles]") {
  for (int const seats : {1, 2}) {
    auto state = stand_before({"abcdefab"}, 'a', seats);
    int const every = seats == 1 ? 9 : 12;
    for (int i = 1; i <= every; ++i) {
      auto& field = state.fields[0];
      field.grid = read_grid({"abcdefab", "...c..."});
      field.now = 4;
      CHECK(field.drop_in == every + 1 - i);
      auto const shot = Bubbles::shoot(state, 0, 0);
      CHECK(shot.dropped == (i == every));
    }
    CHECK(state.fields[0].drop_in == every);
    CHECK(state.fields[0].grid.shift == 1);
    auto const rows = rows_after(state);
    CHECK(rows[0].find('.') == std::string::npos);
    CHECK(Rows(rows.begin() + 1, rows.end()) == Rows{"abcdefab", "...c...", "...d...."});
  }
}

TEST_CASE("a bubble in row 12 loses, after popping and falling", "[bubbles]") {
  auto state = stand_before(chain("abababababab"), 'c');
  auto shot = Bubbles::shoot(state, 0, 0);
  CHECK(cell_name(shot.landing.cell) == "r12c3");
  CHECK(shot.place == 2);
  CHECK(Bubbles::to_act(state).empty());
  auto const outcome = *Bubbles::outcome(state);
  CHECK(outcome.reason == "last_standing");
  CHECK(outcome.places == std::vector<Ranking::Place>{{1, 1, 0}, {0, 2, 0}});
  CHECK_FALSE(Bubbles::due(state));

  state = stand_before(chain("ababababaacc"), 'c');
  shot = Bubbles::shoot(state, 0, 0);
  CHECK(shot.place == 0);
  CHECK(rows_after(state).size() == 10);

  state = stand_before(chain("abababababa"), 'c');  // a new row pushes the shot down
  state.fields[0].drop_in = 1;
  CHECK(Bubbles::shoot(state, 0, 0).place == 2);
}

TEST_CASE("who is eliminated first is last", "[bubbles]") {
  auto state = stand_before(chain("abababababab"), 'c', 3);
  CHECK(Bubbles::shoot(state, 1, 0).place == 3);
  CHECK(Bubbles::to_act(state).size() == 2);
  CHECK_FALSE(Bubbles::legal(state, 1, {0}));
  CHECK(Bubbles::moves(state, 1).empty());
  CHECK(Bubbles::moves(state, 0).size() == 16001);
  CHECK(Bubbles::shoot(state, 0, 0).place == 2);
  CHECK(Bubbles::outcome(state)->places == std::vector<Ranking::Place>{{2, 1, 0}, {0, 2, 0}, {1, 3, 0}});
}

TEST_CASE("a puzzle is won when it is clear, with no row coming into it, and lost like a duel", "[bubbles]") {
  auto state = stand_before({"...aa..."}, 'a', 1);
  state.fields[0].drop_in = 1;
  auto shot = Bubbles::shoot(state, 0, 0);
  CHECK(shot.cleared);
  CHECK_FALSE(shot.dropped);
  CHECK(Bubbles::outcome(state)->reason == "cleared");
  CHECK(Bubbles::outcome(state)->places == std::vector<Ranking::Place>{{0, 1, 3}});
  state = stand_before(chain("abababababab"), 'c', 1);
  CHECK(Bubbles::shoot(state, 0, 0).place == 1);
  CHECK(Bubbles::outcome(state)->reason == "lost");

  state = stand_before({"...aa..."}, 'a', 2);  // a duel continues with an empty field
  CHECK_FALSE(Bubbles::shoot(state, 0, 0).cleared);
  CHECK(Bubbles::to_act(state).size() == 2);
}

TEST_CASE("alone, only colours that are left are drawn; in versus all", "[bubbles]") {
  for (int const seats : {1, 2}) {
    auto state = stand_before({"abababab"}, 'a', seats);
    unsigned seen = 0;
    for (int i = 0; i < 200; ++i) {
      auto& field = state.fields[0];
      field.grid = read_grid({"abababab", "cccabac"});
      field.grid.put({1, 3}, 1);
      field.drop_in = 9;
      field.queue = 0;
      field.now = 1;
      Bubbles::shoot(state, 0, -8000);
      seen |= 1u << (field.next - 1);
    }
    CHECK(seen == (seats == 1 ? 0b000111u : 0b111111u));
  }
}

TEST_CASE("everybody starts with the same field, and shoots other bubbles", "[bubbles]") {
  Settings settings;
  settings.seats = 5;
  bool differ = false;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto const state = Bubbles::start(settings, std::nullopt, seed);
    CHECK(depth(state.fields[0].grid) == 5);
    for (auto const& field : state.fields) CHECK(field.grid == state.fields[0].grid);
    differ = differ || state.fields[0].now != state.fields[1].now;
    CHECK(Bubbles::start(settings, std::nullopt, seed) == state);
    CHECK_FALSE(Bubbles::start(settings, std::nullopt, seed + 1) == state);
  }
  CHECK(differ);
}

TEST_CASE("a shot is forced straight up when its time is over", "[bubbles]") {
  auto state = stand_before({"...a...."}, 'b');
  CHECK(Bubbles::due(state) == games::Due{10000, 0});
  Bubbles::set_now(state, 4000);
  Bubbles::shoot(state, 0, 0);
  auto const ready = Bubbles::ready_at(state, 0);
  CHECK(ready > 4600);  // about 170 steps of 4 ms
  CHECK(ready < 4800);
  CHECK(Bubbles::due(state) == games::Due{10000, 1});
  Bubbles::set_now(state, 10003);
  Bubbles::elapse(state);
  CHECK(rows_after(state, 1) == Rows{"...a....", "...b..."});
  CHECK(Bubbles::ready_at(state, 1) == ready - 4000 + 10003);
  CHECK(Bubbles::due(state) == games::Due{ready + 10000, 0});
  CHECK(state.ply == 2);
}

TEST_CASE("random shots on random fields break no law, and are the same everywhere", "[bubbles]") {
  constexpr long kShots = kSanitized ? 4000 : 20000;
  auto const soak = soak_bubbles(kShots, 1);
  CHECK(soak.fault == "");
  CHECK(soak.shots == kShots);
  CHECK(soak.cleared > 0);
  CHECK(soak.out > 0);
  if (!kSanitized) CHECK(soak.hash == 0x1a0af28e91dba0a2u);
}

}  // namespace
}  // namespace engawa::tests::bubbles_rules_test
