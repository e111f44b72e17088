// Games of speed begin with "3, 2, 1", and wait for a player who is alone with bots and requests it.
#include "server/room/bot_pace.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::countdown_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kCountdown = 3000, kHurry = 10000;

RoomSetup counted(char const* preset, char const* game) {
  auto setup = open_setup(preset, game);
  setup.countdown_ms = kCountdown;
  setup.bot_delay_ms = kNaturalPace;
  return setup;
}

// One person against bots.
struct Alone {
  FakeEnvironment host;
  RoomSetup setup;
  std::unique_ptr<Room> room;
  FakePeer me;
  int next_id = 10;

  explicit Alone(RoomSetup wish) : setup(std::move(wish)), room(open_room(setup, host)) {
    start_game(*room, {{me, "g_me"}});
    host.settle(*room);
  }
  Json ask(Json frame, FakePeer* peer = nullptr) {
    int const id = next_id++;
    frame["id"] = id;
    auto& asker = peer ? *peer : me;
    request(*room, asker, frame);
    host.settle(*room);
    return asker.answer(id);
  }
  Json shoot() { return ask({{"type", "move"}, {"move", {{"angle", 0}}}}); }
  Json pause(bool paused) { return ask({{"type", "pause"}, {"paused", paused}}); }
  int shots(char const* seat) const { return me.document["view"]["fields"][seat]["shot"]; }
};

Alone duel() { return Alone(counted("duel", "bubbles")); }

}  // namespace

TEST_CASE("no time passes and nobody moves while a game counts down", "[countdown]") {
  auto game = duel();
  CHECK(game.me.document["settings"]["countdown_ms"] == kCountdown);
  CHECK(game.me.document["elapsed"] == Json({{"ms", 0}, {"at", 1'000'000 + kCountdown}}));
  auto const early = game.shoot();
  CHECK(early["code"] == "too_soon");
  CHECK(early["retry_ms"] == kCountdown);
  game.host.pass(*game.room, kCountdown - 1);
  CHECK(game.shoot()["code"] == "too_soon");
  game.host.pass(*game.room, 1);
  CHECK(game.shots("s1") == 0);  // a bot starts no sooner than a person
  CHECK(game.shoot()["type"] == "ok");
  game.host.pass(*game.room, kHurry - 1);
  CHECK(game.shots("s0") == 1);
  CHECK(game.shots("s1") > 0);
  CHECK(game.host.errors.empty());
}

TEST_CASE("a shot is forced as long after a countdown as without one", "[countdown]") {
  auto game = duel();
  game.host.pass(*game.room, kCountdown + kHurry - 1);
  CHECK(game.shots("s0") == 0);
  game.host.pass(*game.room, 1);
  CHECK(game.shots("s0") == 1);
}

TEST_CASE("who is alone with bots can let the game wait, and it counts down again", "[countdown]") {
  auto game = duel();
  game.host.pass(*game.room, kCountdown + 4000);
  auto const shots = game.shots("s1");
  CHECK(game.pause(true)["type"] == "ok");
  CHECK(game.me.document["elapsed"] == Json({{"ms", 4000}}));
  CHECK(game.pause(true)["type"] == "ok");  // it already is so
  game.host.pass(*game.room, 60000);
  CHECK(game.shots("s0") == 0);
  CHECK(game.shots("s1") == shots);
  CHECK(game.pause(false)["type"] == "ok");
  CHECK(game.shoot()["code"] == "too_soon");
  game.host.pass(*game.room, kCountdown + kHurry - 4000 - 1);
  CHECK(game.shots("s0") == 0);
  game.host.pass(*game.room, 1);
  CHECK(game.shots("s0") == 1);
  CHECK(game.host.errors.empty());
  CHECK(game.me.fault.empty());
}

TEST_CASE("a move ends a pause, and so does somebody who comes", "[countdown]") {
  auto game = duel();
  game.host.pass(*game.room, kCountdown);
  game.pause(true);
  CHECK(game.shoot()["code"] == "too_soon");
  CHECK(game.me.document["elapsed"].contains("at"));
  game.pause(true);
  FakePeer watcher;
  join(*game.room, watcher, "g_watcher");
  game.host.settle(*game.room);
  CHECK(game.me.document["elapsed"].contains("at"));
  auto const refused = game.pause(true);
  CHECK(refused["code"] == "forbidden");
}

TEST_CASE("a game in which another person has a seat waits for nobody", "[countdown]") {
  FakeEnvironment host;
  auto const room = open_room(counted("duel", "bubbles"), host);
  FakePeer left, right;
  start_game(*room, {{left, "g_left"}, {right, "g_right"}});
  host.settle(*room);
  room->leave(right);
  host.settle(*room);
  request(*room, left, {{"type", "pause"}, {"id", 20}, {"paused", true}});
  host.settle(*room);
  CHECK(left.answer(20)["code"] == "forbidden");
}

TEST_CASE("a pause is refused before and after the game, and to who only watches", "[countdown]") {
  FakeEnvironment host;
  auto const room = open_room(counted("duel", "bubbles"), host);
  FakePeer me;
  join(*room, me, "g_me");
  request(*room, me, {{"type", "pause"}, {"id", 1}, {"paused", true}});
  host.settle(*room);
  CHECK(me.answer(1)["code"] == "forbidden");
  request(*room, me, {{"type", "sit"}, {"id", 2}, {"seat", 0}});
  request(*room, me, {{"type", "pause"}, {"id", 3}, {"paused", true}});
  host.settle(*room);
  CHECK(me.answer(3)["code"] == "not_started");
  request(*room, me, {{"type", "start"}, {"id", 4}});
  request(*room, me, {{"type", "resign"}, {"id", 5}});
  request(*room, me, {{"type", "pause"}, {"id", 6}, {"paused", true}});
  host.settle(*room);
  CHECK(me.answer(6)["code"] == "game_over");
}

TEST_CASE("a room that was paused is the same when its journal is read again", "[countdown]") {
  auto game = duel();
  game.host.pass(*game.room, kCountdown + 5000);
  game.pause(true);
  game.host.pass(*game.room, 5000);
  game.pause(false);
  game.host.pass(*game.room, kCountdown + 2000);
  auto const setup = read_setup(write_setup(game.setup));
  REQUIRE(setup.has_value());
  auto const again = open_room(*setup, game.host, game.host.stored);
  CHECK(again->state().document() == game.room->state().document());
}

TEST_CASE("a room without a countdown is stored as before there was one", "[countdown]") {
  auto setup = open_setup("duel", "bubbles");
  CHECK(write_setup(setup).find("countdown") == std::string::npos);
  FakeEnvironment host;
  CHECK(open_room(setup, host)->state().document().find("countdown") == std::string::npos);
}

}  // namespace engawa::tests::countdown_test
