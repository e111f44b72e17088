#include "server/shard/room_directory.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/shard/house.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kMinute = 60000;

}  // namespace

TEST_CASE("a new room is in memory, and is found there", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  CHECK(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.find("AAAAAAAA").empty());
  CHECK(house.in_memory() == 1);
  CHECK(house.shared.metrics.rooms_loaded == 0);
}

TEST_CASE("a room that nobody has stored is not found, and takes no place", "[directory]") {
  House house;
  CHECK(house.find("AAAAAAAA") == "not_found");
  CHECK_FALSE(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.in_memory() == 0);
}

TEST_CASE("a shard has no more rooms in memory than it may", "[directory]") {
  House house({"AAAAAAAA"});
  house.shared.config.rooms = 1;
  CHECK(house.create("BBBBBBBB").empty());
  CHECK(house.create("CCCCCCCC") == "limit_reached");
  CHECK(house.find("AAAAAAAA") == "limit_reached");
}

TEST_CASE("a room is read once for all who wait for it", "[directory]") {
  House house({"AAAAAAAA"});
  int answers = 0;
  for (int i = 0; i < 3; ++i)
    house.rooms.with_room("AAAAAAAA", [&](Result<RoomSlot*> room) { answers += room ? 1 : 0; });
  house.settle();
  CHECK(answers == 3);
  CHECK(house.shared.metrics.rooms_loaded == 1);
}

TEST_CASE("a room that nobody is in sleeps after a minute, and is read again", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.tick_after(kMinute - 1000);
  CHECK(house.in_memory() == 1);
  house.tick_after(kMinute + 1000);
  CHECK(house.in_memory() == 0);
  CHECK(house.asleep() == 1);
  CHECK(house.rooms.has_room("AAAAAAAA"));
  CHECK(house.find("AAAAAAAA").empty());
  CHECK(house.in_memory() == 1);
  CHECK(house.asleep() == 0);
}

TEST_CASE("a room that slept while another node had it goes on from that node's last input", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.tick_after(kMinute + 1000);
  REQUIRE(house.asleep() == 1);
  constexpr std::int64_t later = 1000 * kMinute;  // the clock of the other node
  auto const at = house.shared.clock.now() + later;
  house.shared.journal->run(
      [at](Store& store) {
        auto const taken = store.take_room("AAAAAAAA");
        auto const seq = taken->inputs.size() + 1;
        CHECK(store.append("AAAAAAAA", taken->epoch, seq,
                           R"({"in":"spectators","at":)" + std::to_string(at) + R"(,"count":1})"));
      },
      {});
  std::int64_t ahead = 0;
  house.rooms.with_room("AAAAAAAA",
                        [&](Result<RoomSlot*> room) { ahead = room ? (*room)->room().lasting().ahead : -1; });
  house.settle();
  CHECK(ahead > later - kMinute);
}

TEST_CASE("a room that nobody comes to is closed, and its code still opens it", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.tick_after(1000 * house.shared.config.lobby_ttl_s + 1000);
  CHECK_FALSE(house.rooms.has_room("AAAAAAAA"));
  std::vector<std::string> open{"not asked"};
  house.shared.journal->run([&open](Store& store) { open = store.open_rooms(); }, {});
  house.settle();
  CHECK(open.empty());
  CHECK(house.find("AAAAAAAA").empty());
}

TEST_CASE("rooms of the last run are read, and sleep again at once", "[directory]") {
  House house({"AAAAAAAA"});
  house.rooms.know_rooms({"AAAAAAAA"});
  CHECK(house.rooms.has_room("AAAAAAAA"));
  house.settle();
  CHECK(house.shared.metrics.rooms_loaded == 1);
  CHECK(house.in_memory() == 0);
  CHECK(house.asleep() == 1);
}

TEST_CASE("a node shows no room that another one may have taken", "[directory]") {
  House house;
  CHECK(house.create("AAAAAAAA").empty());
  house.rooms.hold_until(house.shared.clock.now() - 1);
  CHECK_FALSE(house.rooms.is_held());
  CHECK(house.find("AAAAAAAA") == "busy");
  house.rooms.hold_until(house.shared.clock.now() + kMinute);
  CHECK(house.find("AAAAAAAA").empty());
}

TEST_CASE("a quarantined room is not opened before the operator retries it", "[directory]") {
  House house({"AAAAAAAA"}, "AAAAAAAA");
  CHECK(house.find("AAAAAAAA") == "internal");
  CHECK(house.in_memory() == 0);
  CHECK(house.retry("BBBBBBBB") == "not_found");
  CHECK(house.retry("AAAAAAAA").empty());
  CHECK(house.find("AAAAAAAA").empty());
}

TEST_CASE("the rooms are quiet when no hint is being computed, and those in memory are shown", "[directory]") {
  House house;
  CHECK(house.rooms.in_memory().quiet());
  CHECK(house.create("AAAAAAAA").empty());
  CHECK(house.rooms.in_memory().quiet());
  std::vector<std::string> shown;
  house.rooms.in_memory().for_each_room([&](std::string const& code, Room const&) { shown.push_back(code); });
  CHECK(shown == std::vector<std::string>{"AAAAAAAA"});
}
