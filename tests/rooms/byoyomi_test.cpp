// Byo-yomi: the clock as a value, checked against tables and a plain model, and rooms in simulated time.
#include <algorithm>
#include <random>
#include <vector>

#include "server/state/input.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/timed_game.hpp"

namespace engawa::tests::byoyomi_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kSecond = 1000, kMinute = 60 * kSecond;

constexpr ClockRule byoyomi(std::int64_t main, int periods, std::int64_t period) {
  return {ClockKind::byoyomi, main, 0, period, periods};
}

// A minute, and then three times ten seconds.
constexpr ClockRule kRule = byoyomi(kMinute, 3, 10 * kSecond);

// A clock on which one seat moves repeatedly.
struct OneSeat {
  TurnClock clock;
  std::int64_t now = 1'000'000;

  explicit OneSeat(ClockRule const& rule) : clock(rule) {}
  // False if the time is up before the move.
  bool move(std::int64_t used, std::int64_t lag = 0) {
    clock.turn(0, now, false);
    now += used;
    if (clock.over_at() <= now - lag) return false;
    clock.moved(0, now, lag);
    return true;
  }
  std::int64_t left() const { return clock.left(0); }
};

// The rule as a person would apply it, with main time and periods kept separately.
struct Plain {
  std::int64_t main, period;
  int periods;

  bool move(std::int64_t used) {
    auto const of_main = std::min(main, used);
    main -= of_main;
    used -= of_main;
    for (; periods > 0 && used >= period; used -= period) --periods;
    return periods > 0;
  }
};

}  // namespace

// The example of https://senseis.xmp.net/?JapaneseTiming: 30 periods of a minute. The clock before each move, and the
// time that the move took.
TEST_CASE("Sensei's Library: a move costs as many periods as fit into its time", "[byoyomi]") {
  struct Row {
    std::int64_t minutes, used;
  };
  std::vector<Row> const table{
      {30, 40 * kSecond},                 //
      {30, 3 * kMinute + 30 * kSecond},   //
      {27, 9 * kMinute + 10 * kSecond},   //
      {18, 15 * kMinute + 20 * kSecond},  //
      {3, 55 * kSecond},                  //
      {3, kMinute + 5 * kSecond},         //
  };
  OneSeat seat(byoyomi(0, 30, kMinute));
  for (auto const& [minutes, used] : table) {
    CHECK(seat.left() == minutes * kMinute);
    CHECK(seat.move(used));
  }
  CHECK(seat.left() == 2 * kMinute);
  CHECK_FALSE(seat.move(2 * kMinute));  // lost
}

// https://www.gokgs.com/help/timesystems.html: with five periods of 30 seconds, five moves of more than 30 seconds lose.
TEST_CASE("KGS: the fifth move that takes more than its 30 seconds loses", "[byoyomi]") {
  OneSeat seat(byoyomi(0, 5, 30 * kSecond));
  for (int slow = 0; slow < 4; ++slow) {
    CHECK(seat.move(30 * kSecond + 1));
    for (int quick = 0; quick < 10; ++quick) CHECK(seat.move(29'999));
    CHECK(seat.left() == (4 - slow) * 30 * kSecond);
  }
  CHECK_FALSE(seat.move(30 * kSecond + 1));
}

TEST_CASE("main time first, then periods: what each move leaves", "[byoyomi]") {
  struct Row {
    std::int64_t used, main, periods;
  };
  std::vector<Row> const table{
      {20'000, 40'000, 3},  // main time is not renewed
      {39'999, 1, 3},       //
      {1, 0, 3},            // the end of the main time costs no period
      {9'999, 0, 3},        // in time
      {10'000, 0, 2},       // a period that is used up is lost
      {0, 0, 2},            //
      {19'999, 0, 1},       // one more; the last period is just enough
      {9'999, 0, 1},        //
  };
  OneSeat seat(kRule);
  for (auto const& [used, main, periods] : table) {
    CHECK(seat.move(used));
    CHECK(seat.left() == main + periods * 10'000);
  }
  CHECK_FALSE(seat.move(10'000));
  OneSeat at_once(kRule);
  CHECK(at_once.move(kMinute + 20'000));  // main time and two periods in one move
  CHECK(at_once.left() == 10'000);
}

TEST_CASE("the way of a move costs no period", "[byoyomi]") {
  OneSeat seat(kRule);
  CHECK(seat.move(kMinute + 10'000 + 200, 300));
  CHECK(seat.left() == 30'000);
  CHECK(seat.move(30'000 + 100, 300));
  CHECK(seat.left() == 10'000);
}

TEST_CASE("a clock agrees with the plain rule, and what is told is what was used", "[byoyomi]") {
  std::mt19937_64 chance(7);
  auto const below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(chance() % static_cast<std::uint64_t>(most));
  };
  int flags = 0, moves = 0;
  for (int game = 0; game < 2000; ++game) {
    auto const period = 1 + below(50);
    auto const periods = static_cast<int>(1 + below(6));
    auto const main = std::max<std::int64_t>(0, below(400) - 200);
    OneSeat seat(byoyomi(main, periods, period));
    Plain plain{main, period, periods};
    std::int64_t used = 0, given_back = 0;
    for (int i = 0; i < 40; ++i) {
      auto const took = below(4) == 0 ? below(3 * period) : below(period + 1);
      auto const before = seat.left();
      bool const in_time = seat.move(took);
      CHECK(in_time == plain.move(took));
      if (!in_time) {
        ++flags;
        break;
      }
      ++moves;
      CHECK(seat.left() == plain.main + plain.periods * period);
      CHECK(seat.left() <= before);  // it never grows
      used += took;
      given_back += took - (before - seat.left());
      CHECK(took - (before - seat.left()) < period);  // less than a period is given back
    }
    CHECK(main + periods * period - seat.left() == used - given_back);
  }
  CHECK(flags > 500);
  CHECK(moves > 5000);
}

TEST_CASE("the document tells main time and periods in one number, and a step what has changed", "[byoyomi]") {
  TimedGame game(timed(kRule));
  CHECK(game.clock() == Json({{"kind", "byoyomi"},
                              {"initial_ms", 60000},
                              {"period_ms", 10000},
                              {"periods", 3},
                              {"running", "s0"},
                              {"at", 1'000'000},
                              {"left", {{"s0", 90000}, {"s1", 90000}}}}));
  game.host.pass(*game.room, 75'000);  // the main time, a period and a half
  CHECK(game.move(game.first)["type"] == "ok");
  auto const step = game.first.frames[game.first.frames.size() - 2]["set"]["clock"];
  CHECK(step == Json({{"running", "s1"}, {"at", game.host.time}, {"left", {{"s0", 20000}}}}));
  game.host.pass(*game.room, 1000);
  CHECK(game.move(game.second)["type"] == "ok");
  CHECK(game.left("s1") == 89'000);
  game.host.pass(*game.room, 9'999);
  CHECK(game.move(game.first)["type"] == "ok");
  auto const same = game.first.frames[game.first.frames.size() - 2]["set"]["clock"];
  CHECK(same == Json({{"running", "s1"}, {"at", game.host.time}}));  // made within the period: the time is unchanged
  CHECK(game.left("s0") == 20'000);
}

TEST_CASE("a period that is lost while nobody moves needs no input and no alarm; the last one ends the game",
          "[byoyomi]") {
  TimedGame game(timed(kRule));
  auto const stored = game.host.stored.size();
  CHECK(game.host.alarm_at == game.host.time + 90'000);
  game.host.pass(*game.room, 89'999);
  CHECK(game.host.stored.size() == stored);
  CHECK(game.second.document["phase"] == "playing");
  game.host.pass(*game.room, 1);
  CHECK(game.second.document["phase"] == "over");
  CHECK(game.second.document["result"]["reason"] == "time");
  CHECK(game.second.document["result"]["winner"] == "s1");
  CHECK(game.second.frames.back()["events"][0] == Json({{"kind", "flag"}, {"seat", "s0"}}));
  CHECK(game.clock()["left"] == Json({{"s1", 90'000}}));
  FakeEnvironment other;
  auto const replay = open_room(game.room->state().setup(), other, game.host.stored);
  CHECK(replay->state().document() == game.room->state().document());
}

TEST_CASE("where time costs only a bot's move, the last period comes again", "[byoyomi]") {
  TimedGame game(timed(kRule, false));
  game.host.pass(*game.room, 90'000);
  CHECK(game.second.document["ply"] == 1);
  CHECK(game.left("s0") == 10'000);
  CHECK(game.clock()["running"] == "s1");
  CHECK(game.move(game.second)["type"] == "ok");
  game.host.pass(*game.room, 9'999);
  CHECK(game.second.document["ply"] == 2);
  game.host.pass(*game.room, 1);
  CHECK(game.second.document["ply"] == 3);
  CHECK(game.left("s0") == 10'000);
}

TEST_CASE("a period stands still while nobody is connected, and what was used is used", "[byoyomi]") {
  TimedGame game(timed(kRule));
  game.host.pass(*game.room, 77'000);  // seven seconds of the second period
  game.room->leave(game.first);
  game.room->leave(game.second);
  game.host.pass(*game.room, 3'600'000);
  FakePeer back;
  join(*game.room, back, "g_first");
  game.host.settle(*game.room);
  CHECK(back.document["clock"]["left"]["s0"] == 13'000);
  CHECK(back.document["clock"]["at"] == game.host.time);
  game.host.pass(*game.room, 2'999);
  CHECK(game.move(back)["type"] == "ok");
  CHECK(back.document["clock"]["left"]["s0"] == 20'000);
}

TEST_CASE("who leaves and comes back within a turn gets no new period by it", "[byoyomi]") {
  auto setup = timed(byoyomi(0, 3, 10'000));
  setup.bot_delay_ms = 10'000;  // so that the bot has not moved yet
  TimedGame game(setup);
  game.host.pass(*game.room, 4'000);
  request(*game.room, game.first, {{"type", "stand"}, {"id", 50}});
  game.host.pass(*game.room, 100);
  request(*game.room, game.first, {{"type", "sit"}, {"id", 51}, {"seat", 0}});
  game.host.settle(*game.room);
  CHECK(game.first.document["ply"] == 0);
  CHECK(game.clock()["running"] == "s0");
  CHECK(game.left("s0") == 26'000);
  CHECK(game.move(game.first)["type"] == "ok");
  CHECK(game.left("s0") == 30'000);
}

TEST_CASE("a turn that a stand-in plays renews the period that its player had begun", "[byoyomi]") {
  auto setup = timed(kRule);
  setup.grace_ms = 1000;
  TimedGame game(setup);
  game.host.pass(*game.room, 67'000);
  game.room->leave(game.first);
  game.host.pass(*game.room, 1000);
  CHECK(game.second.document["ply"] == 1);
  FakePeer back;
  join(*game.room, back, "g_first");
  game.host.settle(*game.room);
  CHECK(game.left("s0") == 30'000);
}

TEST_CASE("a crash in the middle of byo-yomi takes neither time nor a period from anybody", "[byoyomi]") {
  for (std::int64_t const used : {70'000 + 4'000, 4'000}) {
    TimedGame game(timed(kRule));
    game.host.pass(*game.room, used);
    CHECK(game.move(game.first)["type"] == "ok");
    game.host.pass(*game.room, used);
    CHECK(game.move(game.second)["type"] == "ok");
    auto const left = game.left("s0"), other = game.left("s1");
    CHECK(left == (used > kMinute ? 20'000 : 86'000));
    game.host.pass(*game.room, left - 1);  // none of this is stored: the first player thinks, in the last period
    FakeEnvironment later;
    later.time = game.host.time + 500'000;
    later.stored = game.host.stored;
    auto const again = open_room(game.room->state().setup(), later, game.host.stored);
    again->restarted();
    later.pass(*again, 10'000);  // no player is back yet
    FakePeer back;
    join(*again, back, "g_first");
    later.settle(*again);
    CHECK(back.document["clock"]["running"] == "s0");
    CHECK(back.document["clock"]["left"] == Json({{"s0", left}, {"s1", other}}));
    later.pass(*again, left - 1);
    CHECK(again->state().phase() == Phase::playing);
    later.pass(*again, 1);
    CHECK(again->state().phase() == Phase::over);
  }
}

TEST_CASE("a set-up keeps its byo-yomi, and those from before have none", "[byoyomi]") {
  auto const setup = timed(byoyomi(0, 3, 30'000));
  CHECK(read_setup(write_setup(setup)).value().clock == setup.clock);
  for (auto const& rule :
       {ClockRule{}, ClockRule{ClockKind::move, 60'000}, ClockRule{ClockKind::fischer, 60'000, 2000}}) {
    auto const text = write_setup(timed(rule));
    CHECK(text.find("period") == std::string::npos);
    CHECK(read_setup(text).value().clock == rule);
  }
  auto text = write_setup(setup);
  auto const at = text.find(R"("period_ms":30000)");
  CHECK(at != std::string::npos);
  CHECK(read_setup(text.replace(at, 17, R"("period_ms":0)")).error().code == "internal");  // damaged
}

}  // namespace engawa::tests::byoyomi_test
