// An id stands for one request: its repetition gets the first answer, and other content with the same id is refused.
#include <initializer_list>
#include <string>

#include "protocol/content.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::server {
namespace {

std::uint32_t content(std::string const& frame) {
  auto const decoded = protocol::decode(frame);
  INFO(frame);
  REQUIRE(std::holds_alternative<protocol::ClientFrame>(decoded));
  return std::get<protocol::ClientFrame>(decoded).content;
}

RoomSetup with_hints() {
  auto setup = open_setup("classic");
  setup.hints_allowed = true;
  return setup;
}

struct Game {
  FakeEnvironment host;
  FakePeer ann, ben;
  std::unique_ptr<Room> room = open_room(with_hints(), host);

  Game() {
    start_game(*room, {{ann, "g_ann"}, {ben, "g_ben"}});
    host.settle(*room);
  }
  Json ask(FakePeer& peer, Json const& frame) {
    request(*room, peer, frame);
    host.settle(*room);
    return peer.answer(frame["id"]);
  }
};

Json move(Json const& id, char const* cell, int ply = 0) {
  return {{"type", "move"}, {"id", id}, {"ply", ply}, {"move", {{"cell", cell}}}};
}

}  // namespace

TEST_CASE("the content of a frame is all that it says but the id and the hash, in any order and spelling",
          "[repetition]") {
  auto const plain = content(R"({"type":"move","id":"a","ply":3,"move":{"cell":"f5","wild":1}})");
  for (auto const* same : {
           R"({"move":{"wild":1,"cell":"f5"},"ply":3,"type":"move","id":7})",
           R"({ "type" : "move", "id":"a", "ply":3, "move":{ "cell":"f5", "wild":1 } })",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"\u00665","wild":1}})",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"f5","wild":1.0}})",
           R"({"type":"move","id":"a","ply":3,"hash":"0123456789ab","move":{"cell":"f5","wild":1}})",
       })
    CHECK(content(same) == plain);
  for (auto const* other : {
           R"({"type":"move","id":"a","ply":4,"move":{"cell":"f5","wild":1}})",
           R"({"type":"move","id":"a","move":{"cell":"f5","wild":1}})",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"f6","wild":1}})",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"f5","wild":"1"}})",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"f5"},"wild":1})",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"f5","wild":[1]}})",
           R"({"type":"move","id":"a","ply":3,"move":{"cell":"f5","wild":null}})",
           R"({"type":"preview","id":"a","ply":3,"move":{"cell":"f5","wild":1}})",
       })
    CHECK(content(other) != plain);
  CHECK(content(R"({"type":"say","id":1,"text":"[1,2]"})") != content(R"({"type":"say","id":1,"text":"[2,1]"})"));
  CHECK(content(R"({"type":"start","id":1,"a":[1,2]})") != content(R"({"type":"start","id":1,"a":[2,1]})"));
  CHECK(content(R"({"type":"start","id":1})") != 0);
}

TEST_CASE("an id with other content is refused and changes nothing", "[repetition]") {
  Game game;
  CHECK(game.ask(game.ann, move(3, "f5"))["type"] == "ok");
  auto const seq = game.room->state().seq();
  for (Json const& other : std::initializer_list<Json>{
           {{"type", "say"}, {"id", 3}, {"text", "hello"}}, move(3, "f6", 2), {{"type", "resign"}, {"id", 3}}}) {
    auto const answer = game.ask(game.ann, other);
    CHECK(answer["type"] == "error");
    CHECK(answer["code"] == "id_reused");
  }
  CHECK(game.room->state().seq() == seq);
  // The first request still has its answer, the other guest has ids of their own, and "3" is not 3.
  CHECK(game.ask(game.ann, move(3, "f5")) == Json{{"type", "ok"}, {"re", 3}, {"seq", seq}});
  CHECK(game.ask(game.ben, {{"type", "say"}, {"id", 3}, {"text", "hello"}})["type"] == "ok");
  CHECK(game.ask(game.ann, {{"type", "say"}, {"id", "3"}, {"text", "hello"}})["type"] == "ok");
}

TEST_CASE("the id of a refused request is used, too, unless waiting may help", "[repetition]") {
  Game game;
  auto const first = game.ask(game.ann, move(3, "a1"));
  CHECK(first["code"] == "illegal_move");
  CHECK(game.ask(game.ann, move(3, "a1")) == first);
  CHECK(game.ask(game.ann, move(3, "f5"))["code"] == "id_reused");
  CHECK(game.ask(game.ann, move(3, "a1")) == first);
  CHECK(game.room->state().ply() == 0);
}

TEST_CASE("questions are answered whatever their ids were used for", "[repetition]") {
  Game game;
  CHECK(game.ask(game.ann, {{"type", "say"}, {"id", 3}, {"text", "hello"}})["type"] == "ok");
  CHECK(game.ask(game.ann, {{"type", "ping"}, {"id", 3}})["type"] == "pong");
  CHECK(game.ask(game.ann, {{"type", "log"}, {"id", 3}}).contains("log"));
  CHECK(game.ask(game.ann, {{"type", "preview"}, {"id", 3}, {"ply", 0}, {"move", {{"cell", "f5"}}}})["code"] !=
        "id_reused");
  CHECK(game.ask(game.ann, {{"type", "sync"}, {"id", 3}})["type"] == "ok");
  CHECK(game.ask(game.ann, {{"type", "hint"}, {"id", 3}}).contains("hint"));
  // A query does not use up its id.
  CHECK(game.ask(game.ben, {{"type", "hint"}, {"id", 4}})["type"] == "error");
  CHECK(game.ask(game.ben, {{"type", "say"}, {"id", 4}, {"text", "hello"}})["type"] == "ok");
}

TEST_CASE("the journal stores the content of unusual requests only", "[repetition]") {
  Game game;
  auto const stored = [&](FakePeer& peer, Json const& frame) {
    CHECK(game.ask(peer, frame)["type"] == "ok");
    return Json::parse(game.host.stored.back()).contains("content");
  };
  CHECK_FALSE(stored(game.ann, move(3, "f5")));
  CHECK_FALSE(stored(game.ben, {{"type", "say"}, {"id", 4}, {"text", "hello"}}));
  CHECK(stored(game.ben, {{"type", "say"}, {"id", 5}, {"text", " hello "}}));
  CHECK(stored(game.ben, {{"type", "say"}, {"id", 6}, {"text", "hello"}, {"later", true}}));
  CHECK_FALSE(stored(game.ann, {{"type", "resign"}, {"id", 7}}));
}

TEST_CASE("an id stays one request after a restart, from the journal and from a snapshot", "[repetition]") {
  Game game;
  auto const say = Json{{"type", "say"}, {"id", "x"}, {"text", "before the game"}};
  CHECK(game.ask(game.ann, move(3, "f5"))["type"] == "ok");
  CHECK(game.ask(game.ann, say)["type"] == "ok");
  auto const odd = Json{{"type", "say"}, {"id", "z"}, {"text", "odd"}, {"later", 1}};
  CHECK(game.ask(game.ann, odd)["type"] == "ok");
  auto const setup = game.room->state().setup();
  REQUIRE_FALSE(game.host.snapshots.empty());
  auto const& [seq, snapshot] = game.host.snapshots.back();
  std::vector<std::string> const after(game.host.stored.begin() + static_cast<std::ptrdiff_t>(seq),
                                       game.host.stored.end());
  for (bool const from_snapshot : {false, true}) {
    FakeEnvironment host;
    host.stored = game.host.stored;
    auto loaded = from_snapshot ? Room::load(setup, after, host, {}, snapshot)
                                : Room::load(setup, game.host.stored, host, {}, {});
    REQUIRE(loaded.has_value());
    auto& room = **loaded;
    room.restarted();
    FakePeer ann;
    join(room, ann, "g_ann");
    auto const ask = [&](Json const& frame) {
      request(room, ann, frame);
      host.commit(room);
      return ann.answer(frame["id"]);
    };
    CHECK(ask(move(3, "f5"))["type"] == "ok");
    CHECK(ask(move(3, "d3"))["code"] == "id_reused");
    CHECK(ask(say)["type"] == "ok");
    CHECK(ask(odd)["type"] == "ok");
    CHECK(ask({{"type", "say"}, {"id", "z"}, {"text", "odd"}})["code"] == "id_reused");
    CHECK(ask({{"type", "say"}, {"id", "x"}, {"text", "after it"}})["code"] == "id_reused");
    CHECK(ask({{"type", "say"}, {"id", 2}, {"text", "the id of start"}})["code"] == "id_reused");  // in the snapshot
    CHECK(ask({{"type", "say"}, {"id", "y"}, {"text", "after it"}})["type"] == "ok");
  }
}

TEST_CASE("the time of a move is reported once, when it is stored, and that of nothing else", "[repetition]") {
  Game game;
  auto const at = [](int second) { return std::chrono::steady_clock::time_point(std::chrono::seconds(second)); };
  auto const send = [&](FakePeer& peer, Json const& frame, int second) {
    auto decoded = std::get<protocol::ClientFrame>(protocol::decode(frame.dump()));
    decoded.received = at(second);
    game.room->receive(peer, decoded);
  };
  game.host.hold_journal = true;
  send(game.ann, move(11, "f5"), 1);
  send(game.ann, move(11, "f5"), 2);  // again, since no answer came
  send(game.ben, {{"type", "say"}, {"id", 11}, {"text", "well"}}, 3);
  send(game.ann, move(12, "f6", 1), 4);  // not her turn
  CHECK(game.host.acknowledged.empty());
  game.host.commit(*game.room);
  CHECK(game.host.acknowledged == std::vector{at(1)});
  send(game.ben, move(12, "f6", 1), 5);
  game.room->leave(game.ben);
  game.host.commit(*game.room);
  CHECK(game.host.acknowledged == std::vector{at(1)});
}

}  // namespace engawa::server
