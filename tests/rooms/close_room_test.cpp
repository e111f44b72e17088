// A room that its host closes for good.
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::close_room_test {
using namespace engawa;
using namespace engawa::server;

namespace {

struct Table {
  FakeEnvironment host;
  std::unique_ptr<Room> room = open_room(open_setup("classic"), host);
  FakePeer first, second;

  Table() { start_game(*room, {{first, "g_first"}, {second, "g_second"}}); }
};

}  // namespace

TEST_CASE("everybody hears it once it is stored, and is sent away", "[close_room]") {
  Table table;
  table.host.hold_journal = true;
  REQUIRE(table.room->close_room({"g_first", "First"}).has_value());
  CHECK(table.first.closed == 0);
  CHECK_FALSE(table.second.document.contains("closed"));
  FakePeer early;
  join(*table.room, early, "g_early");
  CHECK(early.closed == 1013);  // it may still fail
  table.host.commit(*table.room);
  for (auto const* peer : {&table.first, &table.second}) {
    CHECK(peer->closed == 4008);
    CHECK(peer->document["closed"] == true);
  }
  FakePeer late;
  join(*table.room, late, "g_second");
  CHECK(late.answer("hello")["code"] == "room_closed");
  CHECK(late.closed == 4008);
  CHECK(table.room->settled());
  CHECK(table.room->listing().empty());
}

TEST_CASE("only the host closes the room, and only once", "[close_room]") {
  Table table;
  auto const before = table.room->state().document();
  CHECK(table.room->close_room({"g_second", "Second"}).error().code == "not_host");
  CHECK(table.room->state().document() == before);
  REQUIRE(table.room->close_room({"g_first", "First"}).has_value());
  CHECK(table.room->close_room({"g_first", "First"}).error().code == "room_closed");
}

TEST_CASE("nothing happens in a closed room: no bot moves, and no clock runs out", "[close_room]") {
  FakeEnvironment host;
  auto setup = open_setup("classic");
  setup.clock = {ClockKind::move, 5000};
  auto const room = open_room(setup, host);
  FakePeer first, second;
  start_game(*room, {{first, "g_first"}, {second, "g_second"}});
  REQUIRE(room->close_room({"g_first", "First"}).has_value());
  auto const seq = room->state().seq();
  host.pass(*room, 3'600'000);
  host.settle(*room);
  CHECK(room->state().seq() == seq);
  CHECK(host.thinking.empty());
}

TEST_CASE("a closed room takes no input when it is read again, though a seat is held in it", "[close_room]") {
  FakeEnvironment host;
  auto const room = open_room(open_setup("classic"), host);
  FakePeer first;
  join(*room, first, "g_first");
  request(*room, first, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  REQUIRE(room->hold_seat({"g_second", "Second"}).has_value());
  REQUIRE(room->close_room({"g_first", "First"}).has_value());
  host.commit(*room);
  FakeEnvironment other;
  auto const read = Room::load(room->state().setup(), host.stored, other, {});
  REQUIRE(read.has_value());
  (*read)->restarted();
  CHECK(other.waiting.empty());
  CHECK((*read)->dozing());
}

TEST_CASE("the journal and a snapshot know that the room is closed", "[close_room]") {
  FakeEnvironment host;
  auto const room = open_room(open_setup("classic"), host);
  FakePeer first;
  join(*room, first, "g_first");
  request(*room, first, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  REQUIRE(room->close_room({"g_first", "First"}).has_value());
  host.commit(*room);
  FakeEnvironment other;
  auto const read = Room::load(room->state().setup(), host.stored, other, {});
  REQUIRE(read.has_value());
  CHECK((*read)->state().is_closed());
  CHECK((*read)->state().document() == room->state().document());
  auto restored = RoomState::make(room->state().setup());
  REQUIRE(restored.has_value());
  REQUIRE(restored->restore(room->state().snapshot()).has_value());
  CHECK(restored->document() == room->state().document());
}

}  // namespace engawa::tests::close_room_test
