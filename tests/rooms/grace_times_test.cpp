// Reconnect times and the lag of players, without the room.
#include "server/room/grace_times.hpp"

#include "server/room/player_lags.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::grace_times_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kGrace = 30000;

// Two players, of whom only the host is connected.
struct Table {
  FakeEnvironment world;
  RoomState state;
  Members members;
  RoomTime time{world};
  GraceTimes grace{state, members, time, kGrace};
  PlayerLags lags{state, members};
  FakePeer host;

  explicit Table(RoomSetup const& setup = open_setup("classic")) : state(RoomState::make(setup).value()) {
    members.add(host, {"g_host", "Ann"});
    apply(InputKind::wake);
    apply(InputKind::sit, 0, "g_host");
    apply(InputKind::sit, 1, "g_other");
  }
  void apply(Input input) {
    input.at = time.now();
    REQUIRE(state.apply(input).has_value());
  }
  void apply(InputKind kind, int seat = -1, std::string const& guest = {}) {
    Input input;
    input.kind = kind;
    input.seat = seat;
    input.guest = guest;
    input.nick = guest;
    input.until = kind == InputKind::offline ? grace.end() : 0;
    apply(std::move(input));
  }
};

}  // namespace

TEST_CASE("a seat is overdue when its reconnect time is over", "[grace]") {
  Table table;
  table.apply(InputKind::offline, 1);
  auto const end = table.grace.end();
  CHECK(table.grace.next_end() == end);
  CHECK(table.grace.overdue_seats().empty());
  table.world.time += kGrace;
  CHECK(table.grace.overdue_seats() == std::vector<std::size_t>{1});
  CHECK(table.grace.input_of(1).kind == InputKind::vacate);
  table.apply(table.grace.input_of(1));
  CHECK(table.grace.overdue_seats().empty());
}

TEST_CASE("stopped times wait for the next person, and then begin again", "[grace]") {
  Table table;
  table.apply(InputKind::offline, 1);
  table.grace.stop();
  table.world.time += 10 * kGrace;
  CHECK(table.grace.overdue_seats().empty());
  CHECK(table.grace.go_on());
  CHECK_FALSE(table.grace.go_on());
  CHECK_FALSE(table.grace.stopped());
}

TEST_CASE("a creator who does not come is replaced as host by a connected player", "[grace]") {
  auto setup = open_setup("classic");
  setup.maker = "g_maker";
  setup.created_at = FakeEnvironment().time;
  setup.hold_ms = 5000;
  Table table(setup);
  CHECK_FALSE(table.grace.next_host().has_value());
  CHECK(table.grace.next_end() == setup.created_at + 5000);
  table.world.time += 5000;
  auto const next = table.grace.next_host();
  REQUIRE(next.has_value());
  CHECK(next->guest == "g_host");
  CHECK(next->seat == 0);
  table.apply(*next);
  CHECK_FALSE(table.grace.next_host().has_value());
}

TEST_CASE("the round trip of a player is given back, within a quota", "[grace]") {
  auto setup = open_setup("classic");
  setup.clock = {ClockKind::move, 10000};
  setup.timeout_forfeits = true;
  Table table(setup);
  CHECK_FALSE(table.lags.deadline().has_value());
  table.apply(InputKind::start, -1, "g_host");
  auto const end = table.time.now() + 10000;
  CHECK(table.lags.deadline()->at == end);
  table.host.round_trip = 120;
  CHECK(table.lags.deadline()->at == end + 120);
  table.host.round_trip = 5000;
  CHECK(table.lags.deadline()->at == end + LagQuota::kStart);
  table.lags.spend(0, LagQuota::kStart);
  CHECK(table.lags.deadline()->at == end + LagQuota::kGain);
  table.lags.begin_round();
  CHECK(table.lags.deadline()->at == end + LagQuota::kStart);
}

}  // namespace engawa::tests::grace_times_test
