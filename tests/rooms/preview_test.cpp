// Previews: the effect of a move, requested from a room through the fake peer.
#include <algorithm>

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::preview_test {
using namespace engawa::server;

namespace {

// Two people in a running game, and a spectator.
struct Table {
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer first, second, watcher;
  int id = 100;

  Table(std::string const& preset, std::string const& game) : room(open_room(open_setup(preset, game), host)) {
    join(*room, first, "g_first");
    join(*room, second, "g_second");
    join(*room, watcher, "g_watch");
    request(*room, first, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
    request(*room, second, {{"type", "sit"}, {"id", 2}, {"seat", 1}});
    host.settle(*room);
    request(*room, first, {{"type", "start"}, {"id", 3}});
    host.settle(*room);
  }

  Json ask(FakePeer& peer, std::string const& type, Json const& fields) {
    Json frame = fields;
    frame["type"] = type;
    frame["id"] = ++id;
    request(*room, peer, frame);
    return peer.answer(id);
  }
};

Json step_of(FakePeer const& peer) {
  auto const found =
      std::find_if(peer.frames.rbegin(), peer.frames.rend(), [](Json const& frame) { return frame["type"] == "step"; });
  return found == peer.frames.rend() ? Json() : *found;
}

Json const kTake = {{"row", 0}, {"from", 0}, {"count", 5}};

}  // namespace

TEST_CASE("a preview is what the step says then, told to the asker alone; nothing changes", "[preview]") {
  Table table("753", "nim");
  auto const seq = table.room->state().seq();
  auto const document = table.room->state().document();
  auto const stored = table.host.stored.size();
  auto const seen = table.ask(table.first, "preview", {{"ply", 0}, {"move", kTake}});
  REQUIRE(seen["type"] == "ok");
  CHECK(seen["seq"] == seq);
  CHECK(seen["preview"]["ply"] == 0);
  CHECK(table.room->state().seq() == seq);
  CHECK(table.room->state().document() == document);
  CHECK(table.host.stored.size() == stored);
  for (auto const* peer : {&table.second, &table.watcher})
    CHECK(std::none_of(peer->frames.begin(), peer->frames.end(),
                       [](Json const& frame) { return frame.contains("preview"); }));
  request(*table.room, table.first, {{"type", "move"}, {"id", 9}, {"ply", 0}, {"move", kTake}});
  table.host.settle(*table.room);
  auto set = step_of(table.first)["set"];
  set.erase("clock");
  CHECK(set == seen["preview"]["set"]);
  CHECK(step_of(table.first)["events"] == seen["preview"]["events"]);
}

TEST_CASE("a preview is refused as its move would be", "[preview]") {
  Table table("753", "nim");
  Json const far = {{"row", 0}, {"from", 5}, {"count", 5}};
  Json const odd = {{"row", 0}, {"from", 0}, {"count", 0}};
  struct Case {
    FakePeer& peer;
    Json fields;
    char const* code;
  };
  for (auto const& [peer, fields, code] : std::initializer_list<Case>{
           {table.second, {{"ply", 0}, {"move", kTake}}, "not_your_turn"},
           {table.watcher, {{"ply", 0}, {"move", kTake}}, "not_your_turn"},
           {table.first, {{"ply", 1}, {"move", kTake}}, "stale"},
           {table.first, {{"move", kTake}}, "bad_message"},
           {table.first, {{"ply", 0}, {"move", far}}, "illegal_move"},
           {table.first, {{"ply", 0}, {"move", odd}}, "bad_message"},
       }) {
    INFO(fields.dump());
    CHECK(table.ask(peer, "preview", fields)["code"] == code);
    CHECK(table.ask(peer, "move", fields)["code"] == code);
  }
  table.ask(table.first, "resign", Json::object());
  table.host.settle(*table.room);
  CHECK(table.ask(table.first, "preview", {{"ply", 0}, {"move", kTake}})["code"] == "game_over");
}

TEST_CASE("there is no preview before the game", "[preview]") {
  FakeEnvironment host;
  auto room = open_room(open_setup("753", "nim"), host);
  FakePeer peer;
  join(*room, peer, "g_first");
  host.settle(*room);
  request(*room, peer, {{"type", "preview"}, {"id", 5}, {"ply", 0}, {"move", kTake}});
  CHECK(peer.answer(5)["code"] == "not_started");
}

TEST_CASE("a shot is not previewed: it would show the bubble after the next", "[preview]") {
  Table table("duel", "bubbles");
  table.host.pass(*table.room, 5000);
  auto const seen = table.ask(table.first, "preview", {{"move", {{"angle", 0}}}});
  CHECK(seen["code"] == "unsupported");
  CHECK_FALSE(seen.contains("preview"));
}

TEST_CASE("neither an answer nor a refusal of a preview is remembered under its id", "[preview]") {
  Table table("753", "nim");
  Json frame = {{"type", "preview"}, {"id", 50}, {"ply", 1}, {"move", kTake}};
  request(*table.room, table.first, frame);
  CHECK(table.first.answer(50)["code"] == "stale");
  frame["ply"] = 0;
  request(*table.room, table.first, frame);
  CHECK(table.first.answer(50)["type"] == "ok");
}

TEST_CASE("previews are rationed by the seat, and the wait is said", "[preview]") {
  Table table("753", "nim");
  Json const fields = {{"ply", 0}, {"move", kTake}};
  for (int i = 0; i < 20; ++i) CHECK(table.ask(table.first, "preview", fields)["type"] == "ok");
  auto const late = table.ask(table.first, "preview", fields);
  CHECK(late["code"] == "rate_limited");
  auto const wait = late["retry_ms"].get<int>();
  CHECK((wait > 0 && wait <= 101));
  // A new connection does not renew the allowance.
  FakePeer again;
  join(*table.room, again, "g_first");
  CHECK(table.ask(again, "preview", fields)["code"] == "rate_limited");
  table.host.time += wait;
  CHECK(table.ask(again, "preview", fields)["type"] == "ok");
}

TEST_CASE("a preview waits behind the step that made its position", "[preview]") {
  Table table("753", "nim");
  table.host.hold_journal = true;
  request(*table.room, table.first, {{"type", "move"}, {"id", 9}, {"ply", 0}, {"move", kTake}});
  Json const reply = {{"row", 1}, {"from", 0}, {"count", 1}};
  CHECK(table.ask(table.second, "preview", {{"ply", 1}, {"move", reply}}).is_null());
  table.host.commit(*table.room);
  CHECK(table.second.answer(table.id)["preview"]["ply"] == 1);
  CHECK(table.second.fault.empty());
}

}  // namespace engawa::tests::preview_test
