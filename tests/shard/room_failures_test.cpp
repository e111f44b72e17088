#include "server/shard/room_failures.hpp"

#include "tests/catch.hpp"

using namespace engawa::server;

TEST_CASE("a room that fails three times within a minute fails too often", "[failures]") {
  RoomFailures failures;
  CHECK_FALSE(failures.add("A", 0));
  CHECK_FALSE(failures.add("B", 1));
  CHECK_FALSE(failures.add("A", 30000));
  CHECK(failures.add("A", 60000));
  CHECK_FALSE(failures.add("B", 60000));
}

TEST_CASE("failures of a minute ago are forgotten", "[failures]") {
  RoomFailures failures;
  CHECK_FALSE(failures.add("A", 0));
  CHECK_FALSE(failures.add("A", 60000));
  CHECK_FALSE(failures.add("A", 60001));  // the first one again
  CHECK_FALSE(failures.add("A", 60002));
  CHECK(failures.add("A", 60003));
}

TEST_CASE("who puts a room back into service begins anew", "[failures]") {
  RoomFailures failures;
  CHECK_FALSE(failures.add("A", 0));
  CHECK_FALSE(failures.add("A", 1));
  failures.forget("A");
  CHECK_FALSE(failures.add("A", 2));
}
