// The times of a round, without a room.
#include "server/state/parts/room_clock.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

namespace engawa::tests::room_clock_test {
using namespace engawa;
using namespace engawa::server;

namespace {

Seats two_people() {
  Seats seats(2);
  for (auto& seat : seats) {
    seat.kind = SeatKind::human;
    seat.online = true;
  }
  return seats;
}

ClockRule per_move() { return {ClockKind::move, 10000, 0, 0, 0}; }

std::string document(RoomClock const& clock, int round) {
  std::string out;
  clock.write(out, two_people(), round);
  clock.write_elapsed(out);
  return out;
}

}  // namespace

TEST_CASE("both times stand still while nobody is here", "[room_clock]") {
  RoomClock clock(per_move());
  clock.begin_round(1000, false);
  clock.begin_turn(games::Seat{0}, 1000, false);
  CHECK(clock.game_time(1500) == 500);
  CHECK(clock.room_time(500) == 1500);
  CHECK(clock.turns().over_at() == 11000);
  clock.sleep(3000);
  CHECK_FALSE(clock.game_time_runs());
  CHECK(clock.game_time(9000) == 2000);
  CHECK_FALSE(clock.ran_out(0, 99000));
  clock.wake(50000, true, games::Seat{0});
  CHECK(clock.game_time(50100) == 2100);
  CHECK(clock.turns().over_at() == 58000);
  CHECK_FALSE(clock.ran_out(0, 57999));
  CHECK(clock.ran_out(0, 58000));
  CHECK_FALSE(clock.ran_out(1, 58000));
}

TEST_CASE("nobody pays for the time in which the server was down", "[room_clock]") {
  RoomClock clock(per_move());
  clock.begin_round(1000, false);
  clock.begin_turn(games::Seat{0}, 1000, false);
  clock.was_down(4000);
  CHECK(clock.game_time(90000) == 3000);
  clock.wake(90000, true, games::Seat{0});
  CHECK(clock.turns().over_at() == 100000);
}

TEST_CASE("a round that begins in an empty room has no time yet", "[room_clock]") {
  RoomClock clock(per_move());
  clock.begin_round(1000, true);
  clock.begin_turn(games::Seat{0}, 1000, true);
  CHECK(clock.game_time(5000) == 0);
  CHECK_FALSE(clock.turns().running());
}

TEST_CASE("times write themselves and what has changed", "[room_clock]") {
  RoomClock clock(per_move());
  CHECK(document(clock, 0) == R"(,"clock":{"kind":"move","limit_ms":10000},"elapsed":{"ms":0})");
  clock.begin_round(1000, false);
  clock.begin_turn(games::Seat{0}, 1000, false);
  CHECK(
      document(clock, 1) ==
      R"(,"clock":{"kind":"move","limit_ms":10000,"running":"s0","at":1000,"left":{"s0":10000}},"elapsed":{"ms":0,"at":1000})");
  auto const before = clock.turns();
  clock.moved(0, 2000, 0);
  clock.begin_turn(games::Seat{1}, 2000, false);
  std::string set;
  clock.write_change(set, before, two_people(), 1);
  CHECK(set == R"(,"clock":{"running":"s1","at":2000,"left":{"s0":null,"s1":10000}})");
}

TEST_CASE("times survive a snapshot", "[room_clock]") {
  RoomClock clock(per_move()), back(per_move());
  clock.begin_round(1000, false);
  clock.begin_turn(games::Seat{1}, 1500, false);
  Json snapshot;
  clock.save(snapshot);
  CHECK(snapshot["clock_running"] == 1);
  CHECK(snapshot["running_since"] == 1000);
  back.restore(snapshot);
  CHECK(document(back, 1) == document(clock, 1));
  CHECK(back.turns() == clock.turns());
  clock.sleep(2000);
  Json asleep;
  clock.save(asleep);
  CHECK_FALSE(asleep.contains("clock_running"));
  CHECK_FALSE(asleep.contains("running_since"));
  back.restore(asleep);
  CHECK(back.turns() == clock.turns());
  CHECK(back.game_time(0) == 1000);
}

}  // namespace engawa::tests::room_clock_test
