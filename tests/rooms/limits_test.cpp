// The permissions of people in a room, without the room.
#include "server/room/room_limits.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::limits_test {
using namespace engawa;
using namespace engawa::server;

namespace {

RoomTuning narrow() {
  RoomTuning tuning;
  tuning.chat = {1, 2};
  tuning.previews = {1, 1};
  tuning.stored = {100, 1000};
  tuning.max_spectators = 2;
  return tuning;
}

}  // namespace

TEST_CASE("each guest has chat of their own, and each seat previews", "[limits]") {
  RoomLimits limits(narrow(), 2);
  CHECK(limits.take_chat("a", 1000) == 0);
  CHECK(limits.take_chat("a", 1000) == 0);
  auto const wait = limits.take_chat("a", 1000);
  CHECK(wait > 0);
  CHECK(limits.take_chat("b", 1000) == 0);
  CHECK(limits.take_chat("a", 1000 + wait) == 0);
  CHECK(limits.take_preview(0, 1000) == 0);
  CHECK(limits.take_preview(0, 1000) > 0);
  CHECK(limits.take_preview(1, 1000) == 0);
}

TEST_CASE("many guests who talk do not refill the chat of one", "[limits]") {
  RoomLimits limits(narrow(), 2);
  for (int i = 0; i < 2; ++i) CHECK(limits.take_chat("a", 1000) == 0);
  for (int i = 0; i < 20; ++i) CHECK(limits.take_chat("g" + std::to_string(i), 1000) == 0);
  CHECK(limits.take_chat("a", 1000) > 0);
}

TEST_CASE("an input is let in while anything is left to store, and may owe", "[limits]") {
  RoomLimits limits(narrow(), 2);
  CHECK(limits.storing_wait(1000) == 0);
  limits.charge_stored(1000, 1500);
  auto const wait = limits.storing_wait(1000);
  CHECK(wait > 5000);
  CHECK(limits.storing_wait(1000 + wait) == 0);
  RoomLimits woken(narrow(), 2);
  woken.restore(limits.stored());
  CHECK(woken.storing_wait(1000) == wait);
}

}  // namespace engawa::tests::limits_test
