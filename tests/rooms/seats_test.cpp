#include "server/seats.hpp"

#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

// A bench with one seat in each state: 0 open, 1 closed, 2 bot, 3 held by a, 4 b online, 5 c offline, 6 d with a stand-in.
Seats one_of_each() {
  Seats seats(7);
  REQUIRE(set_open(seats, 1, false));
  REQUIRE(set_bot(seats, 2, "mcs", 1));
  REQUIRE(hold(seats, 3, "a", "A", 50));
  REQUIRE(sit(seats, 4, "b", "B"));
  REQUIRE(sit(seats, 5, "c", "C"));
  REQUIRE(go_offline(seats, 5, 60));
  REQUIRE(sit(seats, 6, "d", "D"));
  REQUIRE(go_offline(seats, 6, 60));
  REQUIRE(stand_in(seats, 6));
  return seats;
}

// The seats at which a transition is possible, as a string of their numbers; the others must stay as they were.
template <class Transition>
std::string possible(Transition const& transition) {
  std::string at;
  for (int seat = 0; seat < 7; ++seat) {
    auto seats = one_of_each();
    auto const before = one_of_each()[static_cast<std::size_t>(seat)];
    if (transition(seats, seat))
      at += std::to_string(seat);
    else {
      auto const& after = seats[static_cast<std::size_t>(seat)];
      CHECK((after.kind == before.kind && after.guest == before.guest && after.online == before.online &&
             after.stand_in == before.stand_in));
    }
  }
  return at;
}

}  // namespace

TEST_CASE("which transition is possible from which state of a seat", "[seats]") {
  CHECK(possible([](Seats& s, int i) { return sit(s, i, "new", "N").has_value(); }) == "0");
  CHECK(possible([](Seats& s, int i) { return sit(s, i, "a", "A").has_value(); }) == "03");
  CHECK(possible([](Seats& s, int i) { return hold(s, i, "new", "N", 9).has_value(); }) == "0");
  CHECK(possible([](Seats& s, int i) { return set_open(s, i, true).has_value(); }) == "012");
  CHECK(possible([](Seats& s, int i) { return set_bot(s, i, "mcs", 1).has_value(); }) == "012");
  CHECK(possible([](Seats& s, int i) { return go_online(s, i, "").has_value(); }) == "3456");
  CHECK(possible([](Seats& s, int i) { return go_offline(s, i, 9).has_value(); }) == "456");
  CHECK(possible([](Seats& s, int i) { return stand_in(s, i).has_value(); }) == "56");
  CHECK(possible([](Seats& s, int i) { return vacate(s, i).has_value(); }) == "356");
  CHECK(possible([](Seats& s, int i) { return resign(s, i).has_value(); }) == "456");
}

TEST_CASE("a guest who sits elsewhere leaves the first seat", "[seats]") {
  auto seats = one_of_each();
  REQUIRE(sit(seats, 0, "b", "B"));
  CHECK(seat_of(seats, "b") == 0);
  CHECK(seats[4].kind == SeatKind::open);
}

TEST_CASE("the start gives bots what nobody plays and stand-ins to who is on the way", "[seats]") {
  auto seats = one_of_each();
  fill_for_start(seats, "mcs", 1);
  std::string players;
  for (auto const& seat : seats) players += seat.kind == SeatKind::bot ? 'b' : seat.bot_plays() ? 's' : 'h';
  CHECK(players == "bbbshhs");
}

TEST_CASE("a seat that does not exist is refused", "[seats]") {
  auto seats = one_of_each();
  for (int const seat : {-1, 7, 99}) CHECK(sit(seats, seat, "new", "N").error().code == "bad_message");
}
