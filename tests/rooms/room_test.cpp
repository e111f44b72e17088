#include <algorithm>

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::room_test {
using namespace engawa;
using namespace engawa::server;

namespace {

RoomSetup classic(std::int64_t clock_ms) {
  auto setup = open_setup("classic");
  if (clock_ms > 0) setup.clock = {ClockKind::move, clock_ms, 0};
  return setup;
}

// Two people in a classic game, in progress; the first is to move.
struct Duel {
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer black, white;

  explicit Duel(std::int64_t clock_ms = 0) : room(open_room(classic(clock_ms), host)) {
    start_game(*room, {{black, "g_black"}, {white, "g_white"}});
    host.commit(*room);
  }
  std::string first_legal() const {
    auto const legal = black.document["legal"].get<std::string>();
    return legal.substr(0, legal.find(' '));
  }
  Json move(int id) const {
    return {{"type", "move"}, {"id", id}, {"ply", room->state().ply()}, {"move", {{"cell", first_legal()}}}};
  }
};

}  // namespace

TEST_CASE("nothing is told before the journal has it", "[room]") {
  Duel duel;
  duel.host.hold_journal = true;
  auto const before = duel.white.frames.size();
  duel.black.frames.clear();
  request(*duel.room, duel.black, duel.move(10));
  request(*duel.room, duel.black, {{"type", "ping"}, {"id", 11}});
  CHECK(duel.black.frames.empty());
  CHECK(duel.white.frames.size() == before);
  duel.host.commit(*duel.room);
  CHECK(duel.black.types() == std::vector<std::string>{"step", "ok", "pong"});
  CHECK(duel.white.frames.size() == before + 1);
}

TEST_CASE("who comes while a step waits for the journal gets it once", "[room]") {
  Duel duel;
  duel.host.hold_journal = true;
  request(*duel.room, duel.black, duel.move(10));
  FakePeer watcher;
  join(*duel.room, watcher, "g_watch");
  CHECK(watcher.frames.empty());
  duel.host.commit(*duel.room);
  CHECK(watcher.types() == std::vector<std::string>{"welcome", "state"});
  CHECK(watcher.document == duel.white.document);
  CHECK(duel.white.fault.empty());
}

TEST_CASE("a journal that cannot store loses nothing that was told", "[room]") {
  Duel duel;
  duel.host.hold_journal = true;
  auto const seq = duel.black.seq;
  request(*duel.room, duel.black, duel.move(10));
  duel.room->failed(refuse("internal", "a test"));
  CHECK(duel.black.answer(10)["code"] == "internal");
  CHECK(duel.black.closed == 1011);
  CHECK(duel.white.closed == 1011);
  CHECK(duel.room->broken());
  FakeEnvironment other;
  auto const again = open_room(open_setup("classic"), other, duel.host.stored);
  CHECK(again->state().seq() == seq);
  CHECK(Json::parse(again->state().document()) == duel.black.document);
}

TEST_CASE("a repeated request has the first answer, also after a restart", "[room]") {
  Duel duel;
  auto const move = duel.move(10);
  request(*duel.room, duel.black, move);
  duel.host.commit(*duel.room);
  auto const first = duel.black.answer(10);
  CHECK(first["type"] == "ok");
  request(*duel.room, duel.black, move);
  CHECK(duel.black.answer(10) == first);
  CHECK(duel.room->state().ply() == 1);
  FakeEnvironment host;
  host.stored = duel.host.stored;
  auto const again = open_room(open_setup("classic"), host, duel.host.stored);
  again->restarted();
  FakePeer black;
  join(*again, black, "g_black", duel.black.seq);
  request(*again, black, move);
  host.commit(*again);
  CHECK(black.answer(10) == first);
  CHECK(again->state().ply() == 1);
}

TEST_CASE("the first answer is of the first body, also while it waits and on another socket", "[room]") {
  Duel duel;
  duel.host.hold_journal = true;
  auto const move = duel.move(10);
  request(*duel.room, duel.black, move);
  request(*duel.room, duel.black, {{"type", "say"}, {"id", 10}, {"text", "another body"}});
  FakePeer newer;
  join(*duel.room, newer, "g_black");
  request(*duel.room, newer, move);
  CHECK(duel.black.closed == 4004);
  CHECK(newer.frames.empty());
  duel.host.commit(*duel.room);
  CHECK(newer.answer(10)["type"] == "ok");
  CHECK(newer.seq == newer.answer(10)["seq"]);
  CHECK(duel.room->state().ply() == 1);
  CHECK_FALSE(newer.document.contains("chat"));
}

TEST_CASE("an id is a guest's own, and a number is not a text", "[room]") {
  Duel duel;
  request(*duel.room, duel.black, {{"type", "say"}, {"id", 7}, {"text", "number"}});
  request(*duel.room, duel.black, {{"type", "say"}, {"id", "7"}, {"text", "text"}});
  request(*duel.room, duel.white, {{"type", "say"}, {"id", 7}, {"text", "another guest's"}});
  duel.host.commit(*duel.room);
  CHECK(duel.white.document["chat"].size() == 3);
}

TEST_CASE("a viewer's chat has the last thirty lines, as the room's", "[room]") {
  Duel duel;
  for (int id = 10; id < 45; ++id) {
    duel.host.pass(*duel.room, 3000);
    request(*duel.room, duel.black, {{"type", "say"}, {"id", id}, {"text", "line " + std::to_string(id)}});
    duel.host.commit(*duel.room);
    CHECK(duel.white.document == parse_json(duel.room->state().document()).value());
  }
  CHECK(duel.white.document["chat"].size() == 30);
}

TEST_CASE("a refusal is remembered until the room is read anew, and then looked at anew", "[room]") {
  Duel duel;
  Json const early{{"type", "move"}, {"id", 20}, {"ply", 1}, {"move", {{"cell", "c3"}}}};
  request(*duel.room, duel.white, early);
  auto const refused = duel.white.answer(20);
  CHECK(refused["type"] == "error");
  request(*duel.room, duel.black, duel.move(10));
  duel.host.commit(*duel.room);
  auto const legal = duel.white.document["legal"].get<std::string>();
  Json const now{{"type", "move"}, {"id", 20}, {"ply", 1}, {"move", {{"cell", legal.substr(0, 2)}}}};
  request(*duel.room, duel.white, now);
  CHECK(duel.white.answer(20) == refused);
  CHECK(duel.room->state().ply() == 1);
  FakeEnvironment host;
  host.stored = duel.host.stored;
  auto const again = open_room(open_setup("classic"), host, duel.host.stored);
  FakePeer white;
  join(*again, white, "g_white");
  host.commit(*again);
  request(*again, white, now);
  host.commit(*again);
  auto const done = white.answer(20);
  CHECK(done["type"] == "ok");
  request(*again, white, now);
  CHECK(white.answer(20) == done);
  CHECK(again->state().ply() == 2);
}

TEST_CASE("a sync while a step waits for the journal leaves the step before its ok", "[room]") {
  Duel duel;
  duel.host.hold_journal = true;
  duel.black.may_repeat = true;
  duel.black.frames.clear();
  request(*duel.room, duel.black, duel.move(10));
  auto const seq = duel.black.seq;
  SECTION("with a number") { request(*duel.room, duel.black, {{"type", "sync"}, {"id", 11}, {"seq", seq}}); }
  SECTION("without") { request(*duel.room, duel.black, {{"type", "sync"}, {"id", 11}}); }
  duel.host.commit(*duel.room);
  REQUIRE(duel.black.frames.size() == 4);
  CHECK(duel.black.frames[0]["type"] == "step");
  CHECK(duel.black.frames[1] == Json{{"type", "ok"}, {"re", 10}, {"seq", seq + 1}});
  CHECK(duel.black.frames[3]["re"] == 11);
  CHECK(duel.black.document == duel.white.document);
}

TEST_CASE("nothing older follows the state that a full outbox was replaced by", "[room]") {
  struct NarrowPeer final : Peer {
    Room* room = nullptr;
    std::vector<Json> frames;
    int left = 3;
    void send(Frame frame, FrameKind kind) override {
      frames.push_back(Json::parse(*frame));
      if (kind == FrameKind::step && --left == 0) room->resend_state(*this);
    }
    void close(int, std::string_view) override {}
  };
  Duel duel;
  for (int i = 0; i < 5; ++i) {
    request(*duel.room, duel.black, {{"type", "say"}, {"id", "say" + std::to_string(i)}, {"text", "talk"}});
    duel.host.commit(*duel.room);
  }
  NarrowPeer late;
  late.room = duel.room.get();
  protocol::Hello hello;
  hello.seq = 0;
  duel.host.hold_journal = GENERATE(false, true);
  if (duel.host.hold_journal) request(*duel.room, duel.black, duel.move(10));
  duel.room->enter(late, {"g_late", "late"}, hello, "1", {});
  duel.host.commit(*duel.room);
  request(*duel.room, duel.white, {{"type", "say"}, {"id", "last"}, {"text", "after it"}});
  duel.host.commit(*duel.room);
  auto const state =
      std::find_if(late.frames.begin(), late.frames.end(), [](Json const& f) { return f["type"] == "state"; });
  REQUIRE(state != late.frames.end());
  REQUIRE(late.frames.end() - state == 2);
  CHECK((*state)["seq"].get<int>() + 1 == late.frames.back()["seq"]);
}

TEST_CASE("a client that comes back gets the missing steps, or everything", "[room]") {
  Duel duel;
  auto const seq = duel.white.seq;
  auto const document = duel.white.document;
  duel.room->leave(duel.white);
  request(*duel.room, duel.black, duel.move(10));
  duel.host.commit(*duel.room);
  FakePeer white;
  white.seq = seq;
  white.document = document;
  join(*duel.room, white, "g_white", seq);
  duel.host.commit(*duel.room);
  CHECK(white.types()[1] == "step");
  CHECK(white.fault.empty());
  CHECK(white.document == duel.black.document);
  FakePeer stranger;
  join(*duel.room, stranger, "g_new", 100000);
  CHECK(stranger.types()[1] == "state");
}

TEST_CASE("a game of bots and one person is the same from its journal", "[room]") {
  for (auto const* preset : {"five", "seed"}) {
    FakeEnvironment host;
    auto const room = open_room(open_setup(preset), host);
    FakePeer player;
    start_game(*room, {{player, "g_p"}});
    host.settle(*room);
    for (int id = 3; player.document["phase"] == "playing"; ++id) {
      auto const legal = player.document["legal"].get<std::string>();
      request(*room, player,
              {{"type", "move"},
               {"id", id},
               {"ply", player.document["ply"]},
               {"move", {{"cell", legal.substr(0, legal.find(' '))}}}});
      host.settle(*room);
      REQUIRE(player.answer(id)["type"] == "ok");
      REQUIRE(player.document == Json::parse(room->state().document()));
    }
    CHECK(player.fault.empty());
    CHECK(host.errors.empty());
    CHECK(player.document["result"]["ranking"].size() == (std::string(preset) == "five" ? 5 : 3));
    FakeEnvironment other;
    auto const again = open_room(open_setup(preset), other, host.stored);
    CHECK(again->state().document() == room->state().document());
    CHECK(again->state().match()->hash() == room->state().match()->hash());
  }
}

// Most votes change only the votes, and their patch is not made by comparing documents.
TEST_CASE("a vote for a rematch, given and taken back, is in every viewer's document as in the room's", "[room]") {
  Duel duel;
  int id = 10;
  auto const ask = [&](FakePeer& who, Json frame) {
    frame["id"] = id++;
    request(*duel.room, who, frame);
    duel.host.commit(*duel.room);
    for (auto const* peer : {&duel.black, &duel.white})
      CHECK(peer->document == Json::parse(duel.room->state().document()));
    return who.answer(id - 1)["type"];
  };
  auto const vote = [&](FakePeer& who, bool accept) { return ask(who, {{"type", "rematch"}, {"accept", accept}}); };
  CHECK(vote(duel.black, true) == "error");
  CHECK(ask(duel.white, {{"type", "resign"}}) == "ok");
  CHECK(vote(duel.white, false) == "ok");
  CHECK_FALSE(duel.black.document.contains("rematch"));
  CHECK(vote(duel.white, true) == "ok");
  CHECK(duel.black.document["rematch"] == Json{{"s1", true}});
  CHECK(vote(duel.white, true) == "ok");
  CHECK(duel.black.document["rematch"] == Json{{"s1", true}});
  CHECK(vote(duel.white, false) == "ok");
  CHECK_FALSE(duel.black.document.contains("rematch"));
  CHECK(vote(duel.black, true) == "ok");
  CHECK(duel.room->state().phase() == Phase::over);
  CHECK(vote(duel.white, true) == "ok");
  CHECK(duel.room->state().round() == 2);
  CHECK_FALSE(duel.black.document.contains("rematch"));
}

TEST_CASE("the clock plays for who is late, and stands still for an empty room", "[room]") {
  Duel duel(5000);
  auto& [host, room, black, white] = duel;
  CHECK(black.document["clock"]["running"] == "s0");
  host.pass(*room, 4999);
  CHECK(room->state().ply() == 0);
  host.pass(*room, 1);
  CHECK(room->state().ply() == 1);
  CHECK(black.frames.back()["events"].back() == Json{{"kind", "timeout"}, {"seat", "s0"}});
  host.pass(*room, 2000);
  room->leave(black);
  room->leave(white);
  host.pass(*room, 20'000);
  CHECK(room->state().ply() == 1);
  FakePeer again;
  join(*room, again, "g_white");
  host.settle(*room);
  CHECK(again.document["clock"]["left"]["s1"] == 3000);
  host.pass(*room, 3000);
  CHECK(room->state().ply() == 2);
}

TEST_CASE("bots keep a pace that people can follow", "[room]") {
  FakeEnvironment host;
  auto setup = open_setup("classic");
  setup.bot_delay_ms = 800;
  auto const room = open_room(setup, host);
  FakePeer player;
  join(*room, player, "g_p");
  request(*room, player, {{"type", "sit"}, {"id", 1}, {"seat", 1}});
  request(*room, player, {{"type", "start"}, {"id", 2}});
  host.settle(*room);
  host.pass(*room, 799);
  CHECK(room->state().ply() == 0);
  host.pass(*room, 1);
  CHECK(room->state().ply() == 1);
}

TEST_CASE("a bot's answer for a position that is gone is not played", "[room]") {
  Duel duel(5000);
  auto& [host, room, black, white] = duel;
  host.time += 5000;
  room->alarm();  // the stand-in thinks about black's move ...
  REQUIRE(host.thinking.size() == 1);
  auto const legal = black.document["legal"].get<std::string>();
  request(*room, black,
          {{"type", "move"},
           {"id", 3},
           {"ply", 0},
           {"move", {{"cell", legal.substr(0, 2)}}}});  // ... but black was not late
  CHECK(host.thinking.front().stop.stop_requested());
  room->thought(host.thinking.front().ticket, std::string(R"({"cell":"d3"})"));
  host.commit(*room);
  CHECK(black.answer(3)["type"] == "ok");
  CHECK(room->state().ply() == 1);
}

}  // namespace engawa::tests::room_test
