// A room without people may be dropped from memory and rebuilt from its journal: nobody notices.
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

using namespace engawa;
using namespace engawa::server;

namespace engawa::tests::sleep_test {

struct Table {
  FakeEnvironment host;
  RoomSetup setup = open_setup("753", "nim");
  std::unique_ptr<Room> room = open_room(setup, host);

  // As a shard does.
  void sleep_and_wake() {
    REQUIRE(room->dozing());
    auto const lasting = room->lasting();
    auto const alarm_at = host.alarm_at;
    auto const stored = host.stored.size();
    room = open_room(setup, host, host.stored);
    room->woken(lasting);
    CHECK(host.alarm_at == alarm_at);
    CHECK(host.stored.size() == stored);
  }
};

TEST_CASE("a room dozes when nobody is in it and nothing is under way", "[sleep]") {
  Table table;
  CHECK(table.room->dozing());
  FakePeer first, second;
  join(*table.room, first, "g_first");
  table.host.settle(*table.room);
  CHECK_FALSE(table.room->dozing());
  join(*table.room, second, "g_second");
  start_game(*table.room, {{first, "g_first"}, {second, "g_second"}});
  table.host.settle(*table.room);
  table.host.hold_journal = true;
  table.room->leave(first);
  table.room->leave(second);
  CHECK_FALSE(table.room->dozing());  // their departure has to be stored
  table.host.commit(*table.room);
  CHECK(table.room->dozing());
}

TEST_CASE("grace times pass in a room that sleeps", "[sleep]") {
  Table table;
  FakePeer first;
  join(*table.room, first, "g_first");
  request(*table.room, first, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  table.host.settle(*table.room);
  table.room->leave(first);
  table.host.settle(*table.room);
  REQUIRE(table.host.alarm_at > table.host.time);
  table.sleep_and_wake();
  table.host.pass(*table.room, 29000);
  CHECK(table.room->state().seats()[0].kind == SeatKind::human);
  table.sleep_and_wake();
  table.host.pass(*table.room, 2000);
  CHECK(table.room->state().seats()[0].kind == SeatKind::open);
  table.sleep_and_wake();
}

TEST_CASE("who comes to a room that has slept does not take over from a host who may still return", "[sleep]") {
  Table table;
  FakePeer first, second;
  join(*table.room, first, "g_first");
  request(*table.room, first, {{"type", "sit"}, {"id", 1}, {"seat", 0}});
  table.host.settle(*table.room);
  CHECK(table.room->state().host() == "g_first");
  table.room->leave(first);
  table.host.settle(*table.room);
  table.sleep_and_wake();
  join(*table.room, second, "g_second");
  table.host.settle(*table.room);
  CHECK(table.room->state().host() == "g_first");
  table.host.pass(*table.room, 31000);
  CHECK(table.room->state().host() == "g_second");
}

}  // namespace engawa::tests::sleep_test
