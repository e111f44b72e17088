#include "server/shard/alarms.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

constexpr std::int64_t kHour = 3600000;

struct Bell final : Alarm {
  Bell(std::vector<std::string>& heard_, std::string name_) : heard(heard_), name(std::move(name_)) {}
  void ring() override { heard.push_back(name); }
  std::vector<std::string>& heard;
  std::string name;
};

struct Tower {
  boost::asio::io_context io{1};
  ServerClock clock;
  bool may_ring = true;
  Alarms alarms{io, clock, [this] { return may_ring; }};
  std::vector<std::string> heard;
  Bell first{heard, "first"}, second{heard, "second"};
  std::int64_t const due = clock.now() - 10;
};

using Heard = std::vector<std::string>;

}  // namespace

TEST_CASE("alarms that are due ring once, in the order of their times", "[alarms]") {
  Tower tower;
  tower.alarms.set(tower.second, tower.due);
  tower.alarms.set(tower.first, tower.due - 1);
  tower.io.poll();
  CHECK(tower.heard == Heard{"first", "second"});
  CHECK(tower.first.alarm_at() == 0);
  tower.io.poll();
  CHECK(tower.heard.size() == 2);
}

TEST_CASE("an alarm that is set again rings at the new time only", "[alarms]") {
  Tower tower;
  tower.alarms.set(tower.first, tower.due);
  tower.alarms.set(tower.second, tower.due);
  tower.alarms.set(tower.first, tower.due + kHour);
  tower.io.poll();
  CHECK(tower.heard == Heard{"second"});
  CHECK(tower.first.alarm_at() == tower.due + kHour);
  tower.alarms.set(tower.first, tower.due);  // earlier than the timer's alarm
  tower.io.poll();
  CHECK(tower.heard == Heard{"second", "first"});
}

TEST_CASE("an alarm at 0 does not ring", "[alarms]") {
  Tower tower;
  tower.alarms.set(tower.first, tower.due);
  tower.alarms.set(tower.first, 0);
  tower.io.poll();
  CHECK(tower.heard.empty());
}

TEST_CASE("alarms wait while nothing may ring", "[alarms]") {
  Tower tower;
  tower.may_ring = false;
  tower.alarms.set(tower.first, tower.due);
  tower.io.poll();
  CHECK(tower.heard.empty());
  CHECK(tower.first.alarm_at() == tower.due);
  tower.may_ring = true;
  tower.alarms.set(tower.second, tower.due - 1);
  tower.io.poll();
  CHECK(tower.heard == Heard{"second", "first"});
}
