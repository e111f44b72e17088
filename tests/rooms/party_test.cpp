// Several people in one room: hints that the host allows or not, who looks on, and the score of the evening.
#include <algorithm>
#include <string>

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::party_test {
using namespace engawa;
using namespace engawa::server;

namespace {

// Two people play nim, and one looks on.
struct Table {
  FakeEnvironment host;
  RoomSetup setup;
  std::unique_ptr<Room> room;
  FakePeer hana, ken, watcher;
  int id = 10;

  explicit Table(bool hints_allowed = false, std::string const& preset = "753") : setup(open_setup(preset, "nim")) {
    setup.hints_allowed = hints_allowed;
    room = open_room(setup, host);
    start_game(*room, {{hana, "g_hana"}, {ken, "g_ken"}});
    host.settle(*room);
  }
  // The code of the refusal, or the type of the answer.
  std::string ask(FakePeer& peer, Json frame) {
    frame["id"] = ++id;
    request(*room, peer, frame);
    host.settle(*room);
    auto const answer = peer.answer(id);
    return answer["type"] == "error" ? answer["code"] : answer["type"];
  }
  Json told(FakePeer const& peer) const {
    auto const last = std::find_if(peer.frames.rbegin(), peer.frames.rend(),
                                   [](Json const& frame) { return frame["type"] == "step"; });
    return last == peer.frames.rend() ? Json() : (*last)["events"];
  }
  void look_on() {
    join(*room, watcher, "g_watch");
    host.settle(*room);
  }
};

Json const kHint{{"type", "hint"}};

}  // namespace

TEST_CASE("people who play together have no hints unless the host allows them", "[party]") {
  Table table;
  CHECK(table.hana.document["settings"]["hints"] == "off");
  CHECK(table.ask(table.hana, kHint) == "hints_off");
  CHECK(table.ask(table.ken, kHint) == "hints_off");
  // Who has left plays no more.
  CHECK(table.ask(table.ken, {{"type", "stand"}}) == "ok");
  auto const seq = table.room->state().seq();
  CHECK(table.ask(table.hana, kHint) == "ok");
  CHECK(table.room->state().seq() == seq);
}

TEST_CASE("a hint among people is told to everybody before it is given, once for a position", "[party]") {
  Table table(true);
  table.look_on();
  CHECK(table.ken.document["settings"]["hints"] == "allowed");
  auto const seq = table.room->state().seq();
  auto const before = table.ken.document;
  CHECK(table.ask(table.hana, kHint) == "ok");
  CHECK(table.hana.answer(table.id).contains("hint"));
  for (auto* peer : {&table.hana, &table.ken, &table.watcher})
    CHECK(table.told(*peer) == Json::parse(R"([{"kind":"hint","seat":"s0"}])"));
  CHECK(table.hana.frames.back()["type"] == "ok");
  CHECK(table.room->state().seq() == seq + 1);
  CHECK(table.ken.document == before);
  CHECK(table.ask(table.hana, kHint) == "ok");
  CHECK(table.room->state().seq() == seq + 1);
  FakeEnvironment other;
  auto const rebuilt = open_room(table.setup, other, table.host.stored);
  CHECK(Json::parse(rebuilt->state().document()) == before);
}

TEST_CASE("a hint is given only when everybody will hear of it", "[party]") {
  Table table(true);
  table.host.hold_journal = true;
  request(*table.room, table.hana, {{"type", "hint"}, {"id", 5}});
  while (!table.host.thinking.empty()) {
    auto job = std::move(table.host.thinking.front());
    table.host.thinking.pop_front();
    table.room->thought(job.ticket, std::string(R"({"move":{"row":0,"from":0,"count":1}})"));
  }
  CHECK(table.hana.answer(5) == Json());
  table.host.commit(*table.room);
  CHECK(table.hana.answer(5)["type"] == "ok");
}

TEST_CASE("the host allows hints and takes them back, before a round and after it", "[party]") {
  Table table(false, "753");
  CHECK(table.ask(table.hana, {{"type", "configure"}, {"hints", "allowed"}}) == "already_started");
  CHECK(table.ask(table.hana, {{"type", "resign"}}) == "ok");
  auto const options = table.hana.document["options"];
  CHECK(table.ask(table.ken, {{"type", "configure"}, {"hints", "allowed"}}) == "not_host");
  CHECK(table.ask(table.hana, {{"type", "configure"}, {"hints", "allowed"}}) == "ok");
  CHECK(table.ken.document["settings"]["hints"] == "allowed");
  CHECK(table.ken.document["options"] == options);
  auto const seq = table.room->state().seq();
  CHECK(table.ask(table.hana, {{"type", "configure"}, {"hints", "allowed"}}) == "ok");
  CHECK(table.room->state().seq() == seq);
  CHECK(table.ask(table.hana, {{"type", "start"}}) == "ok");
  CHECK(table.ask(table.hana, kHint) == "ok");
  auto const restored = Room::load(table.setup, {}, table.host, {}, table.host.snapshots.back().second);
  REQUIRE(restored.has_value());
}

TEST_CASE("a program is no person: who lets one play has hints", "[party]") {
  FakeEnvironment host;
  auto room = open_room(open_setup("753", "nim"), host);
  FakePeer hana, program;
  join(*room, hana, "g_hana");
  join(*room, program, "g_program", {}, {}, R"({"name":"Greedy"})");
  request(*room, hana, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  request(*room, program, {{"type", "sit"}, {"id", 1}, {"seat", 1}});
  request(*room, hana, {{"type", "start"}, {"id", 2}});
  host.settle(*room);
  request(*room, hana, {{"type", "hint"}, {"id", 3}});
  host.settle(*room);
  CHECK(hana.answer(3)["type"] == "ok");
}

TEST_CASE("everybody sees how many look on, a moment later and not at every change", "[party]") {
  Table table;
  table.look_on();
  CHECK_FALSE(table.ken.document.contains("spectators"));
  table.host.pass(*table.room, 500);
  for (auto* peer : {&table.hana, &table.ken, &table.watcher}) CHECK(peer->document["spectators"] == 1);
  table.room->leave(table.watcher);
  table.host.pass(*table.room, 500);
  CHECK(table.ken.document["spectators"] == 1);
  table.host.pass(*table.room, 2500);
  CHECK_FALSE(table.ken.document.contains("spectators"));
  auto const seq = table.room->state().seq();
  FakePeer again;
  join(*table.room, again, "g_watch");
  table.host.settle(*table.room);
  table.room->leave(again);
  table.host.pass(*table.room, 60000);
  CHECK(table.room->state().parts().spectators == 0);
  CHECK(std::none_of(table.host.stored.begin() + static_cast<std::ptrdiff_t>(seq), table.host.stored.end(),
                     [](std::string const& line) { return line.find("spectators") != line.npos; }));
}

TEST_CASE("a spectator who comes while the store does not work ends nothing, and counts once it does", "[party]") {
  Table table;
  table.host.settle(*table.room);
  table.host.store_is_up = false;
  table.look_on();
  auto const seq = table.room->state().seq();
  table.host.pass(*table.room, 60000);
  CHECK(table.room->state().seq() == seq);
  CHECK_FALSE(table.ken.document.contains("spectators"));
  table.host.store_is_up = true;
  table.room->was_unreachable();
  table.host.pass(*table.room, 500);
  for (auto* peer : {&table.hana, &table.ken, &table.watcher}) CHECK(peer->document["spectators"] == 1);
}

TEST_CASE("who sits down looks on no more, and nobody looks on in a room that was left", "[party]") {
  FakeEnvironment host;
  auto const setup = open_setup("753", "nim");
  auto room = open_room(setup, host);
  FakePeer hana, ken;
  join(*room, hana, "g_hana");
  join(*room, ken, "g_ken");
  host.pass(*room, 500);
  CHECK(hana.document["spectators"] == 2);
  request(*room, hana, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  host.pass(*room, 3000);
  CHECK(ken.document["spectators"] == 1);
  room->leave(hana);
  room->leave(ken);
  host.settle(*room);
  CHECK(room->state().parts().spectators == 0);
  FakeEnvironment other;
  auto const rebuilt = open_room(setup, other, host.stored);
  CHECK(rebuilt->state().document() == room->state().document());
}

TEST_CASE("the score of the evening goes on over rounds and games", "[party]") {
  Table table;
  CHECK_FALSE(table.ken.document.contains("evening"));
  CHECK(table.ask(table.hana, {{"type", "resign"}}) == "ok");
  CHECK(table.ken.document["evening"] ==
        Json::parse(R"({"rounds":1,"people":{"g_hana":{"nick":"","wins":0},"g_ken":{"nick":"","wins":1}}})")
            .patch(Json::array({{{"op", "replace"},
                                 {"path", "/people/g_hana/nick"},
                                 {"value", table.ken.document["seats"]["s0"]["nick"]}},
                                {{"op", "replace"},
                                 {"path", "/people/g_ken/nick"},
                                 {"value", table.ken.document["seats"]["s1"]["nick"]}}})));
  CHECK(table.ask(table.hana, {{"type", "configure"}, {"options", {{"rows", {1}}}}}) == "ok");
  CHECK(table.ask(table.hana, {{"type", "start"}}) == "ok");
  CHECK(table.ask(table.hana, {{"type", "move"}, {"ply", 0}, {"move", {{"row", 0}, {"from", 0}, {"count", 1}}}}) ==
        "ok");
  auto const evening = table.ken.document["evening"];
  CHECK(evening["rounds"] == 2);
  CHECK(evening["people"]["g_hana"]["wins"] == 1);
  CHECK(evening == Json::parse(table.room->state().document())["evening"]);
  FakeEnvironment other;
  auto const rebuilt = open_room(table.setup, other, table.host.stored);
  CHECK(Json::parse(rebuilt->state().document())["evening"] == evening);
}

}  // namespace engawa::tests::party_test
