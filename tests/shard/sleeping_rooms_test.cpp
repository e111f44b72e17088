#include "server/shard/sleeping_rooms.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "server/shard/services.hpp"
#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

using Codes = std::vector<std::string>;

struct Dormitory {
  boost::asio::io_context io{1};
  Services services;
  bool may_wake = true, may_read = true;
  Codes read, closed;
  std::vector<std::function<void()>> reading;  // the remaining work
  SleepingRooms rooms{io,
                      services,
                      {[this] { return may_wake; }, [this] { return may_read; },
                       [this](std::string const& code, std::function<void()> done) {
                         rooms.was_read(*rooms.take(code));
                         read.push_back(code);
                         reading.push_back(std::move(done));
                       },
                       [this](std::string const& code) { closed.push_back(code); }}};

  std::int64_t now() const { return services.clock.now(); }
  void finish_reading() {
    for (auto const& done : std::exchange(reading, {})) done();
    io.restart();
    io.run_one();  // the pause lasts as long as the read: no time
  }
};

}  // namespace

TEST_CASE("rooms of the last run are read one after the other, in their order", "[sleeping]") {
  Dormitory dormitory;
  dormitory.rooms.know({"B", "A", "B", "C"});
  CHECK(dormitory.services.sleepers == 3);
  dormitory.rooms.wake_due(dormitory.now());
  dormitory.rooms.wake_due(dormitory.now());
  CHECK(dormitory.read == Codes{"B"});
  dormitory.finish_reading();
  CHECK(dormitory.read == Codes{"B", "A"});
  dormitory.finish_reading();
  CHECK(dormitory.read == Codes{"B", "A", "C"});
  CHECK(dormitory.services.sleepers == 0);
}

TEST_CASE("no room is woken while another node may have it, the server drains, or there is no place", "[sleeping]") {
  Dormitory dormitory;
  dormitory.rooms.know({"A"});
  dormitory.may_wake = false;
  dormitory.rooms.wake_due(dormitory.now());
  dormitory.may_wake = true;
  dormitory.may_read = false;
  dormitory.rooms.wake_due(dormitory.now());
  dormitory.may_read = true;
  dormitory.services.draining = true;
  dormitory.rooms.wake_due(dormitory.now());
  CHECK(dormitory.read.empty());
  CHECK(dormitory.rooms.contains("A"));
}

TEST_CASE("a room is read when its alarm is due, and closed when nobody has come for long", "[sleeping]") {
  Dormitory dormitory;
  dormitory.rooms.add("A", {1000, 9000, 500, {}, {}});
  dormitory.rooms.add("B", {0, 2000, 500, {}, {}});
  dormitory.rooms.wake_due(999);
  CHECK((dormitory.read.empty() && dormitory.closed.empty()));
  dormitory.rooms.wake_due(1000);
  CHECK(dormitory.read == Codes{"A"});
  dormitory.finish_reading();
  dormitory.rooms.wake_due(2000);
  CHECK(dormitory.closed == Codes{"B"});
  CHECK_FALSE(dormitory.rooms.contains("B"));
}

TEST_CASE("a room that could not be read sleeps on for a while", "[sleeping]") {
  Dormitory dormitory;
  dormitory.rooms.add("A", {1000, INT64_MAX, 500, {}, {}});
  dormitory.rooms.add_again("A2", *dormitory.rooms.take("A"));
  auto const now = dormitory.now();
  dormitory.rooms.wake_due(now);
  CHECK(dormitory.read.empty());
  dormitory.rooms.wake_due(now + 1001);
  CHECK(dormitory.read == Codes{"A2"});
}

TEST_CASE("a node lets go of rooms that others have", "[sleeping]") {
  Dormitory dormitory;
  dormitory.rooms.know({"A", "B"});
  dormitory.rooms.keep_only({"B"});
  CHECK_FALSE(dormitory.rooms.contains("A"));
  CHECK(dormitory.rooms.contains("B"));
  CHECK(dormitory.services.sleepers == 1);
  CHECK(dormitory.services.metrics.rooms_moved == 1);
}
