// How long a client waits before it reconnects.
#include "clients/cli/net/backoff.hpp"

#include "tests/catch.hpp"

using namespace engawa::cli;
using std::chrono::seconds;

TEST_CASE("no pause is longer than 3 s while the server may only be restarting", "[backoff]") {
  std::mt19937 random(1);
  for (auto const kind : {Comeback::Soon, Comeback::BackOff})
    for (int tries = 0; tries <= 20; ++tries)
      for (int again = 0; again < 200; ++again) CHECK(pause_before(kind, tries, random) < seconds(3));
}

TEST_CASE("clients do not all come back at the same time", "[backoff]") {
  std::mt19937 random(1);
  for (int tries : {0, 1, 5, 50}) {
    auto const first = pause_before(Comeback::BackOff, tries, random);
    bool differs = false;
    for (int again = 0; again < 50; ++again)
      differs = differs || pause_before(Comeback::BackOff, tries, random) != first;
    CHECK(differs);
  }
}

TEST_CASE("a server that stays away is left in peace", "[backoff]") {
  std::mt19937 random(1);
  CHECK(pause_before(Comeback::BackOff, 100, random) > seconds(7));
}
