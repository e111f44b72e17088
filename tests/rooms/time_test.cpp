// Timed games and simultaneous games, in a room: forced moves, waits, and stopped clocks.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::time_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kHurry = 10000;

// Two people in a duel of bubbles, in progress.
struct Bubbles {
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer left, right;

  explicit Bubbles(RoomSetup setup = open_setup("duel", "bubbles")) : room(open_room(std::move(setup), host)) {
    start_game(*room, {{left, "g_left"}, {right, "g_right"}});
    host.settle(*room);
  }
  Json const& field(std::string const& seat) const { return left.document["view"]["fields"][seat]; }
  // The answer to a shot of the left player.
  Json shoot(int id, int angle, int shot) {
    request(*room, left, {{"type", "move"}, {"id", id}, {"move", {{"angle", angle}, {"shot", shot}}}});
    host.settle(*room);
    return left.answer(id);
  }
};

Json last_step(FakePeer const& peer) {
  for (auto frame = peer.frames.rbegin(); frame != peer.frames.rend(); ++frame)
    if ((*frame)["type"] == "step") return *frame;
  return nullptr;
}

}  // namespace

TEST_CASE("a shot is forced when the hurry time is up", "[time]") {
  Bubbles game;
  CHECK(game.left.document["elapsed"] == Json({{"ms", 0}, {"at", 1'000'000}}));
  game.host.pass(*game.room, kHurry - 1);
  CHECK(game.field("s0")["shot"] == 0);
  game.host.pass(*game.room, 1);
  CHECK(game.field("s0")["shot"] == 1);
  CHECK(game.field("s1")["shot"] == 1);
  auto const step = last_step(game.left);
  CHECK(step["events"][0]["forced"] == true);
  CHECK(step["by"] == "s1");
  CHECK_FALSE(step.contains("move"));
  CHECK(game.left.fault.empty());
}

TEST_CASE("a shot before the last has landed is too soon, and changes nothing", "[time]") {
  Bubbles game;
  CHECK(game.shoot(10, 0, 0)["type"] == "ok");
  auto const before = game.left.document;
  auto const refused = game.shoot(11, 0, 1);
  CHECK(refused["code"] == "too_soon");
  CHECK(refused["retry_ms"] == game.field("s0")["ready"]);
  CHECK(game.left.document == before);
  CHECK(game.shoot(12, 0, 0)["code"] == "stale");
  game.host.pass(*game.room, game.field("s0")["ready"].get<std::int64_t>());
  CHECK(game.shoot(13, 0, 1)["type"] == "ok");
}

TEST_CASE("what is due happens before a move that comes later", "[time]") {
  Bubbles game;
  game.host.time += kHurry + 5;  // the alarm is late
  CHECK(game.shoot(10, 500, 0)["code"] == "stale");
  CHECK(game.field("s0")["shot"] == 1);
  CHECK(game.left.fault.empty());
}

TEST_CASE("nobody's shot is stale because somebody else shot", "[time]") {
  Bubbles game;
  request(*game.room, game.right, {{"type", "move"}, {"id", 5}, {"ply", 0}, {"move", {{"angle", 3000}}}});
  request(*game.room, game.left, {{"type", "move"}, {"id", 5}, {"ply", 0}, {"move", {{"angle", -3000}}}});
  game.host.settle(*game.room);
  CHECK(game.right.answer(5)["type"] == "ok");
  CHECK(game.left.answer(5)["type"] == "ok");
}

TEST_CASE("game time stands still while nobody is connected", "[time]") {
  Bubbles game;
  game.host.pass(*game.room, 4000);
  game.room->leave(game.left);
  game.room->leave(game.right);
  game.host.settle(*game.room);
  game.host.pass(*game.room, 3'600'000);
  CHECK(game.room->state().match()->ply() == 0);
  FakePeer back;
  join(*game.room, back, "g_left");
  game.host.settle(*game.room);
  CHECK(back.document["elapsed"]["ms"] == 4000);
  CHECK(back.document["elapsed"]["at"] == game.host.time);
  game.host.pass(*game.room, kHurry - 4000 - 1);
  CHECK(back.document["view"]["fields"]["s0"]["shot"] == 0);
  game.host.pass(*game.room, 1);
  CHECK(back.document["view"]["fields"]["s0"]["shot"] == 1);
}

TEST_CASE("game time stands still while the server is down", "[time]") {
  Bubbles game;
  game.host.pass(*game.room, 3000);
  CHECK(game.shoot(10, 100, 0)["type"] == "ok");
  game.host.pass(*game.room, 2000);  // none of this is stored
  FakeEnvironment later;
  later.time = game.host.time + 500'000;
  later.stored = game.host.stored;
  auto const again = open_room(game.room->state().setup(), later, game.host.stored);
  CHECK(again->state().document() == game.room->state().document());
  again->restarted();
  FakePeer back;
  join(*again, back, "g_left");
  later.settle(*again);
  CHECK(back.document["elapsed"]["ms"] == 3000);
}

TEST_CASE("a bot shoots when its last shot has landed", "[time]") {
  auto setup = open_setup("duel", "bubbles");
  setup.chairs[1] = {RoomSetup::Chair::Kind::bot, "random", 1};
  FakeEnvironment host;
  auto room = open_room(std::move(setup), host);
  FakePeer peer;
  start_game(*room, {{peer, "g_person"}});
  host.settle(*room);
  auto const& bot = peer.document["view"]["fields"]["s1"];
  CHECK(bot["shot"] == 1);  // no delay: at once
  host.pass(*room, bot["ready"].get<std::int64_t>() - 1);
  CHECK(bot["shot"] == 1);
  host.pass(*room, 1);
  CHECK(bot["shot"] == 2);
  CHECK(peer.document["view"]["fields"]["s0"]["shot"] == 0);
  CHECK(host.errors.empty());
}

TEST_CASE("a bot keeps its own pace from the start on", "[time]") {
  auto setup = open_setup("duel", "bubbles");
  setup.chairs[1] = {RoomSetup::Chair::Kind::bot, "random", 1};
  setup.bot_delay_ms = 800;
  FakeEnvironment host;
  auto room = open_room(std::move(setup), host);
  FakePeer peer;
  start_game(*room, {{peer, "g_person"}});
  host.settle(*room);
  auto const& bots = room->state().info().bots;
  auto const random =
      std::find_if(bots.begin(), bots.end(), [](games::BotInfo const& bot) { return bot.id == "random"; });
  auto const pace = random->pace_ms.at(0);
  auto const& shot = peer.document["view"]["fields"]["s1"]["shot"];
  host.pass(*room, pace - 1);
  CHECK(shot == 0);
  host.pass(*room, 1);
  CHECK(shot == 1);
  host.pass(*room, pace - 1);
  CHECK(shot == 1);
  host.pass(*room, 1);
  CHECK(shot == 2);
}

TEST_CASE("the solution of the opening is learnt after a restart too", "[time]") {
  FakeEnvironment host;
  auto setup = open_setup("eight", "fifteen");
  auto room = open_room(setup, host);
  FakePeer peer;
  start_game(*room, {{peer, "g_person"}});
  host.commit(*room);
  auto const legal = peer.document["legal"].get<std::string>();  // "s0:5 7;s1:..."
  request(*room, peer, {{"type", "move"}, {"id", 3}, {"move", {{"tile", std::stoi(legal.substr(3))}}}});
  host.commit(*room);
  FakeEnvironment later;
  later.time = host.time + 1000;
  later.stored = host.stored;
  auto const again = open_room(setup, later, host.stored);
  again->restarted();
  FakePeer back;
  join(*again, back, "g_person");
  later.settle(*again);
  CHECK(back.document["view"]["optimal"]["proved"] == true);
  CHECK(later.errors.empty());
}

TEST_CASE("the solution of the opening is learnt after the end too, also in a room that was closed meanwhile",
          "[time]") {
  FakeEnvironment host;
  auto setup = open_setup("eight", "fifteen");
  setup.options = R"({"tiles":[1,2,3,4,5,6,7,0,8],"seats":1})";
  auto room = open_room(setup, host);
  FakePeer peer;
  start_game(*room, {{peer, "g_person"}});
  host.commit(*room);
  REQUIRE(host.thinking.size() == 1);  // it has no answer yet
  request(*room, peer, {{"type", "move"}, {"id", 3}, {"move", {{"tile", 8}}}});
  host.commit(*room);
  REQUIRE(peer.document["phase"] == "over");
  auto const result = peer.document["result"];
  CHECK(peer.document["view"]["optimal"] == nullptr);

  FakeEnvironment later;
  later.time = host.time + 1000;
  later.stored = host.stored;
  SECTION("while the room is open") {
    host.settle(*room);
    CHECK(host.errors.empty());
  }
  SECTION("after a restart") {
    room = open_room(setup, later, host.stored);
    room->restarted();
    join(*room, peer, "g_person", peer.seq, peer.hash);
    later.settle(*room);
    CHECK(later.errors.empty());
  }
  CHECK(peer.document["view"]["optimal"] == Json{{"steps", 1}, {"proved", true}});
  CHECK(peer.document["result"] == result);
  CHECK(peer.fault.empty());
}

TEST_CASE("who has finished cannot resign any more", "[time]") {
  FakeEnvironment host;
  auto setup = open_setup("eight", "fifteen");
  setup.options = R"({"tiles":[1,2,3,4,5,6,7,0,8],"seats":2,"finish_s":10,"max_steps":100})";
  auto room = open_room(setup, host);
  FakePeer first, second;
  start_game(*room, {{first, "g_first"}, {second, "g_second"}});
  request(*room, first, {{"type", "move"}, {"id", 3}, {"move", {{"tile", 8}}}});
  request(*room, first, {{"type", "resign"}, {"id", 4}});
  host.settle(*room);
  CHECK(first.answer(3)["type"] == "ok");
  CHECK(first.answer(4)["code"] == "not_your_turn");
  CHECK(first.document["phase"] == "playing");
  host.pass(*room, 10000);  // the others' time is up
  CHECK(first.document["phase"] == "over");
  CHECK(first.document["result"]["winner"] == "s0");
  CHECK(first.document["view"]["boards"]["s1"]["out"] == true);
}

TEST_CASE("who is alone and resigns has not won", "[time]") {
  FakeEnvironment host;
  auto room = open_room(open_setup("solo", "fifteen"), host);
  FakePeer peer;
  start_game(*room, {{peer, "g_person"}});
  request(*room, peer, {{"type", "resign"}, {"id", 3}});
  host.settle(*room);
  CHECK(peer.document["result"]["lost"] == true);
  CHECK_FALSE(peer.document["result"].contains("winner"));
}

TEST_CASE("the asker alone gets a hint, and the game does not change", "[hint]") {
  FakeEnvironment host;
  auto setup = open_setup("753", "nim");
  setup.hints_allowed = true;
  auto room = open_room(setup, host);
  FakePeer first, second, watcher;
  join(*room, first, "g_first");
  join(*room, second, "g_second");
  join(*room, watcher, "g_watch");
  request(*room, first, {{"type", "hint"}, {"id", 1}});
  host.settle(*room);
  CHECK(first.answer(1)["code"] == "forbidden");
  request(*room, first, {{"type", "sit"}, {"id", 2}, {"seat", 0}});
  request(*room, second, {{"type", "sit"}, {"id", 2}, {"seat", 1}});
  host.settle(*room);
  request(*room, first, {{"type", "hint"}, {"id", 3}});
  CHECK(first.answer(3)["code"] == "not_started");
  request(*room, first, {{"type", "start"}, {"id", 4}});
  host.settle(*room);
  auto const seq = room->state().seq();
  request(*room, second, {{"type", "hint"}, {"id", 5}});
  CHECK(second.answer(5)["code"] == "not_your_turn");
  request(*room, first, {{"type", "hint"}, {"id", 6}});
  request(*room, first, {{"type", "hint"}, {"id", 7}});
  CHECK(first.answer(7)["code"] == "rate_limited");
  CHECK(first.answer(7)["retry_ms"] == 500);
  host.settle(*room);
  auto const hint = first.answer(6);
  CHECK(hint["type"] == "ok");
  CHECK(hint["seq"] == seq);
  CHECK(hint["hint"]["binary"] == "001");
  CHECK(hint["hint"]["win"] == true);
  CHECK(room->state().seq() == seq + 1);  // that everybody is told of it
  CHECK(room->state().ply() == 0);
  auto const told = [](FakePeer const& peer) {
    return std::any_of(peer.frames.begin(), peer.frames.end(),
                       [](Json const& frame) { return frame.contains("hint"); });
  };
  CHECK_FALSE(told(second));
  CHECK_FALSE(told(watcher));
}

TEST_CASE("who leaves before the hint comes is not missed", "[hint]") {
  FakeEnvironment host;
  auto room = open_room(open_setup("753", "nim"), host);
  FakePeer first;
  join(*room, first, "g_first");
  request(*room, first, {{"type", "sit"}, {"id", 2}, {"seat", 0}});
  request(*room, first, {{"type", "start"}, {"id", 4}});
  host.settle(*room);
  request(*room, first, {{"type", "hint"}, {"id", 6}});
  room->leave(first);
  host.settle(*room);
  CHECK(host.errors.empty());
  CHECK_FALSE(room->broken());
}

}  // namespace engawa::tests::time_test
