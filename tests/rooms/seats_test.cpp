#include "server/state/parts/seats.hpp"

#include "tests/catch.hpp"

namespace engawa::tests::seats_test {
using namespace engawa::server;

namespace {

constexpr auto kLobby = SeatStage::lobby;
constexpr auto kGame = SeatStage::game;

SeatState person(std::string const& guest, bool online) {
  SeatState seat;
  seat.kind = SeatKind::human;
  seat.guest = seat.nick = guest;
  seat.online = online;
  return seat;
}

// A bench with one seat in each state: 0 open, 1 closed, 2 bot, 3 held by a, 4 b here, 5 c away.
Seats lobby_bench() {
  Seats seats(6);
  seats[1].kind = SeatKind::closed;
  seats[2].kind = SeatKind::bot;
  seats[2].bot = "mcs";
  seats[2].level = 1;
  seats[3] = person("a", false);
  seats[3].kind = SeatKind::held;
  seats[4] = person("b", true);
  seats[5] = person("c", false);
  seats[3].until = seats[5].until = 50;
  return seats;
}

// 0 bot, 1 b here, 2 c away, 3 d with a stand-in, 4 e left, 5 f resigned, 6 g resigned and away, 7 h resigned and left.
Seats game_bench() {
  Seats seats(8);
  seats[0].kind = SeatKind::bot;
  seats[0].bot = "mcs";
  seats[0].level = 1;
  for (std::size_t i = 1; i < 8; ++i) seats[i] = person(std::string(1, static_cast<char>('a' + i)), i == 1 || i == 5);
  seats[2].until = 50;
  seats[3].stand_in = true;
  seats[4].left = seats[7].left = true;
  seats[5].resigned = seats[6].resigned = seats[7].resigned = true;
  return seats;
}

Seats bench(SeatStage stage) { return stage == kLobby ? lobby_bench() : game_bench(); }

bool same(SeatState const& a, SeatState const& b) {
  return a.kind == b.kind && a.guest == b.guest && a.nick == b.nick && a.online == b.online &&
         a.stand_in == b.stand_in && a.left == b.left && a.resigned == b.resigned && a.bot == b.bot &&
         a.level == b.level && a.until == b.until;
}

// The seats at which an event is possible, as a string of their numbers; there the seat must get the state in the
// table, and elsewhere all seats must stay unchanged.
std::string possible(SeatStage stage, SeatEvent event) {
  std::string at;
  auto const before = bench(stage);
  for (std::size_t seat = 0; seat < before.size(); ++seat) {
    auto seats = before;
    auto const status = status_of(before[seat]);
    auto const rule = seat_rule(stage, event, status);
    bool const new_person = event == SeatEvent::sit || event == SeatEvent::take_over || event == SeatEvent::hold;
    SeatChange const change{new_person ? "new" : "", new_person ? "New" : "", "random", 2, 60};
    auto const done = change_seat(seats, static_cast<int>(seat), stage, event, change);
    CHECK(done.has_value() == rule.code.empty());
    if (done) at += std::to_string(seat);
    if (done) CHECK(status_of(seats[seat]) == rule.to);
    if (!done) CHECK(done.error().code == rule.code);
    for (std::size_t other = 0; other < before.size(); ++other)
      if (!done || other != seat) CHECK(same(seats[other], before[other]));
  }
  return at;
}

}  // namespace

TEST_CASE("which event is possible in which state of a seat", "[seats]") {
  using E = SeatEvent;
  struct Row {
    E event;
    char const *lobby, *game;
  };
  for (auto const& row : {Row{E::sit, "0", ""},
                          {E::take_over, "", "04"},
                          {E::sit_again, "345", "1234567"},
                          {E::hold, "0", ""},
                          {E::stand, "34", "15"},
                          {E::open, "012", ""},
                          {E::close, "012", ""},
                          {E::bot, "012", ""},
                          {E::rejoin, "345", "1234567"},
                          {E::drop, "4", "1457"},
                          {E::grace_over, "35", "236"},
                          {E::forfeit, "", "12"},
                          {E::kick, "345", "1234567"},
                          {E::resign, "", "1"},
                          {E::start, "012345", "01234567"}}) {
    CAPTURE(static_cast<int>(row.event));
    CHECK(possible(kLobby, row.event) == row.lobby);
    CHECK(possible(kGame, row.event) == row.game);
  }
}

TEST_CASE("every refusal of the table is a sentence with a code", "[seats]") {
  for (auto const stage : {kLobby, kGame})
    for (std::size_t event = 0; event < kSeatEvents; ++event)
      for (std::size_t status = 0; status < kSeatStatuses; ++status) {
        auto const rule = seat_rule(stage, static_cast<SeatEvent>(event), static_cast<SeatStatus>(status));
        CHECK(rule.code.empty() == rule.sentence.empty());
      }
}

TEST_CASE("the benches of these tests have a seat in every state", "[seats]") {
  std::vector<bool> seen(kSeatStatuses);
  for (auto const stage : {kLobby, kGame})
    for (auto const& seat : bench(stage)) {
      seen[static_cast<std::size_t>(status_of(seat))] = true;
      CHECK(seat_rule(stage, SeatEvent::rejoin, status_of(seat)).code != "internal");
    }
  CHECK(seen == std::vector<bool>(kSeatStatuses, true));
}

TEST_CASE("a guest who sits elsewhere leaves the first seat", "[seats]") {
  auto seats = lobby_bench();
  REQUIRE(seat_guest(seats, 0, kLobby, SeatEvent::sit, {"b", "B", "random", 2, 0}));
  CHECK(seat_of(seats, "b") == 0);
  CHECK(seats[4].kind == SeatKind::open);
}

TEST_CASE("in a game only who has left a seat may take another", "[seats]") {
  auto seats = game_bench();
  CHECK(seat_guest(seats, 0, kGame, SeatEvent::take_over, {"b", "B", "random", 2, 0}).error().code == "forbidden");
  REQUIRE(seat_guest(seats, 0, kGame, SeatEvent::take_over, {"e", "E", "random", 2, 0}));
  CHECK(seat_of(seats, "e") == 0);
  CHECK(seats[0].plays_itself());
  CHECK(seats[4].kind == SeatKind::bot);
  CHECK(seats[4].bot == "random");
}

TEST_CASE("the start gives bots what nobody plays and stand-ins to who is on the way", "[seats]") {
  auto const players = [](Seats const& seats) {
    std::string letters;
    for (auto const& seat : seats) letters += seat.kind == SeatKind::bot ? 'b' : seat.bot_plays() ? 's' : 'h';
    return letters;
  };
  auto seats = lobby_bench();
  start_seats(seats, kLobby, {{}, {}, "random", 2, 0});
  CHECK(players(seats) == "bbbshh");
  CHECK(seats[2].bot == "mcs");
  CHECK(seats[0].bot == "random");
  auto next = game_bench();
  start_seats(next, kGame, {{}, {}, "random", 2, 0});
  CHECK(players(next) == "bhhsbhsb");
}

TEST_CASE("a seat that does not exist is refused", "[seats]") {
  auto seats = lobby_bench();
  for (int const seat : {-1, 6, 99})
    CHECK(change_seat(seats, seat, kLobby, SeatEvent::sit, {"new", "N", {}, 0, 0}).error().code == "bad_message");
}

}  // namespace engawa::tests::seats_test
