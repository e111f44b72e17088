// Clocks in a room, in simulated time: whose clock runs, the cost of running out, and the times when nobody can move.
#include "tests/catch.hpp"
#include "tests/rooms/timed_game.hpp"

namespace engawa::tests::clock_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr ClockRule kFischer{ClockKind::fischer, 60000, 2000};

}  // namespace

TEST_CASE("each has a time of their own, and every move adds to it", "[clock]") {
  TimedGame game(timed(kFischer));
  CHECK(game.clock() == Json({{"kind", "fischer"},
                              {"initial_ms", 60000},
                              {"increment_ms", 2000},
                              {"running", "s0"},
                              {"at", 1'000'000},
                              {"left", {{"s0", 60000}, {"s1", 60000}}}}));
  game.host.pass(*game.room, 5000);
  CHECK(game.move(game.first)["type"] == "ok");
  CHECK(game.left("s0") == 57000);
  CHECK(game.left("s1") == 60000);
  CHECK(game.clock()["running"] == "s1");
  auto const step = game.first.frames[game.first.frames.size() - 2]["set"]["clock"];
  CHECK(step == Json({{"running", "s1"}, {"at", game.host.time}, {"left", {{"s0", 57000}}}}));
}

TEST_CASE("who runs out of time is out, and the game ends when one is left", "[clock]") {
  TimedGame game(timed(kFischer));
  game.host.pass(*game.room, 59999);
  CHECK(game.second.document["phase"] == "playing");
  game.host.pass(*game.room, 1);
  CHECK(game.second.document["phase"] == "over");
  CHECK(game.second.document["result"]["reason"] == "time");
  CHECK(game.second.document["result"]["winner"] == "s1");
  CHECK(game.clock()["left"] == Json({{"s1", 60000}}));
  CHECK_FALSE(game.clock().contains("running"));
  CHECK(game.second.frames.back()["events"][0] == Json({{"kind", "flag"}, {"seat", "s0"}}));
}

TEST_CASE("with more players a bot plays the lost seat on, and it comes last", "[clock]") {
  TimedGame game(timed(kFischer, true, "five"));
  game.host.pass(*game.room, 60000);
  CHECK(game.first.document["phase"] == "playing");
  CHECK(game.first.document["seats"]["s0"]["resigned"] == true);
  CHECK(game.first.document["ply"] == 1);
  CHECK(game.move(game.first)["code"] == "not_your_turn");
  for (int i = 0; i < 100 && game.first.document["phase"] == "playing"; ++i) {
    if (game.second.document["to_act"] == "s1") CHECK(game.move(game.second)["type"] == "ok");
    game.host.settle(*game.room);
  }
  CHECK(game.first.document["phase"] == "over");
}

TEST_CASE("a time for the whole game may also cost only a bot's move", "[clock]") {
  TimedGame game(timed(kFischer, false));
  game.host.pass(*game.room, 60000);
  CHECK(game.second.document["ply"] == 1);
  CHECK(game.left("s0") == 2000);
  CHECK(game.clock()["running"] == "s1");
}

TEST_CASE("a time for each move may cost the game", "[clock]") {
  TimedGame game(timed({ClockKind::move, 5000, 0}));
  CHECK(game.clock()["left"] == Json({{"s0", 5000}}));
  game.host.pass(*game.room, 4000);
  CHECK(game.move(game.first)["type"] == "ok");
  CHECK(game.clock()["left"] == Json({{"s1", 5000}}));
  game.host.pass(*game.room, 5000);
  CHECK(game.first.document["result"]["reason"] == "time");
}

TEST_CASE("the way of a move is not paid for, within the quota", "[clock]") {
  TimedGame game(timed(kFischer));
  game.first.round_trip = 250;
  game.host.pass(*game.room, 1000);
  CHECK(game.move(game.first)["type"] == "ok");
  CHECK(game.left("s0") == 60000 - 1000 + 250 + 2000);
  CHECK(Json::parse(game.host.stored.back())["lag"] == 250);
  FakeEnvironment other;
  auto const replay = open_room(game.room->state().setup(), other, game.host.stored);
  CHECK(replay->state().document() == game.room->state().document());
}

TEST_CASE("nobody is given more than a move took", "[clock]") {
  TimedGame game(timed(kFischer));
  game.first.round_trip = 250;
  game.host.pass(*game.room, 100);
  CHECK(game.move(game.first)["type"] == "ok");
  CHECK(game.left("s0") == 62000);
}

TEST_CASE("who answers pings late gains the quota and no more", "[clock]") {
  LagQuota quota;
  std::int64_t gained = 0;
  for (int move = 0; move < 100; ++move) {
    auto const lag = quota.allowance(60000);
    CHECK(lag <= LagQuota::kMax);
    quota.spend(lag);
    gained += lag;
  }
  CHECK(gained == LagQuota::kStart + 99 * LagQuota::kGain);
  LagQuota patient;
  for (int move = 0; move < 100; ++move) patient.spend(patient.allowance(0));
  CHECK(patient.allowance(60000) == LagQuota::kMax);
}

TEST_CASE("a move that was made in time is in time, and one that was not is not", "[clock]") {
  TimedGame game(timed(kFischer));
  game.first.round_trip = 200;
  game.host.pass(*game.room, 60150);  // 150 ms late, because of the network
  CHECK(game.move(game.first)["type"] == "ok");
  CHECK(game.left("s0") == 50 + 2000);
  TimedGame late(timed(kFischer));
  late.first.round_trip = 200;
  late.host.time += 60300;  // the alarm is late as well
  CHECK(late.move(late.first)["code"] == "game_over");
  CHECK(late.first.document["result"]["reason"] == "time");
}

TEST_CASE("a clock stands still while nobody is connected, and what was used is used", "[clock]") {
  TimedGame game(timed(kFischer));
  game.host.pass(*game.room, 10000);
  game.room->leave(game.first);
  game.room->leave(game.second);
  game.host.pass(*game.room, 3'600'000);
  FakePeer back;
  join(*game.room, back, "g_first");
  game.host.settle(*game.room);
  CHECK(back.document["clock"]["left"]["s0"] == 50000);
  CHECK(back.document["clock"]["running"] == "s0");
  CHECK(back.document["clock"]["at"] == game.host.time);
}

TEST_CASE("a crash takes no time from anybody", "[clock]") {
  for (auto const& rule : {kFischer, ClockRule{ClockKind::move, 60000, 0}}) {
    TimedGame game(timed(rule));
    game.host.pass(*game.room, 4000);
    CHECK(game.move(game.first)["type"] == "ok");
    game.host.pass(*game.room, 30000);  // none of this is stored: the second player thinks
    FakeEnvironment later;
    later.time = game.host.time + 500'000;
    later.stored = game.host.stored;
    auto const again = open_room(game.room->state().setup(), later, game.host.stored);
    again->restarted();
    FakePeer back;
    later.pass(*again, 10'000);  // no player is back yet
    join(*again, back, "g_second");
    later.settle(*again);
    CHECK(back.document["clock"]["running"] == "s1");
    CHECK(back.document["clock"]["left"]["s1"] == 60000);
    if (rule.kind == ClockKind::fischer) CHECK(back.document["clock"]["left"]["s0"] == 58000);
    later.pass(*again, 59'999);
    CHECK(again->state().phase() == Phase::playing);
    later.pass(*again, 1);
    CHECK(again->state().phase() == Phase::over);
  }
}

TEST_CASE("a clock runs on while its player is away, until a bot sits in", "[clock]") {
  auto setup = timed(kFischer);
  setup.grace_ms = 10000;
  TimedGame game(setup);
  game.host.pass(*game.room, 1000);
  game.room->leave(game.first);
  game.host.pass(*game.room, 10000);
  CHECK(game.second.document["seats"]["s0"]["stand_in"] == true);
  CHECK(game.second.document["ply"] == 1);
  CHECK_FALSE(game.clock()["left"].contains("s0"));
  FakePeer back;
  join(*game.room, back, "g_first");
  game.host.settle(*game.room);
  CHECK(game.left("s0") == 49000);  // the bot's move cost nothing and added nothing
}

TEST_CASE("who stays away may forfeit the game", "[clock]") {
  auto setup = timed({});
  setup.grace_ms = 10000;
  setup.absent_forfeits = true;
  TimedGame game(setup);
  game.room->leave(game.first);
  game.host.pass(*game.room, 9999);
  CHECK(game.second.document["phase"] == "playing");
  game.host.pass(*game.room, 1);
  CHECK(game.second.document["result"]["reason"] == "absent");
  CHECK(game.second.document["result"]["winner"] == "s1");
}

}  // namespace engawa::tests::clock_test
