// When the journal retries a failing store, with times given by the test.
#include "server/store/outage.hpp"

#include <chrono>
#include <vector>

#include "tests/catch.hpp"

using engawa::server::Outage;
using namespace std::chrono_literals;

namespace {

using Pauses = std::vector<std::chrono::milliseconds>;

// An hour after the machine has started.
constexpr Outage::Time kBegin{1h};

// Fails at `now`, and is tried `tries` times, each when due; then it works. Returns the pauses; `now` is when it works.
Pauses pauses(Outage& outage, Outage::Time& now, int tries) {
  Pauses found;
  outage.begin(now);
  for (int i = 0; i < tries; ++i) {
    found.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(outage.next_try() - now));
    now = outage.next_try();
    if (i + 1 < tries) outage.failed_again(now);
  }
  outage.end(now);
  return found;
}

}  // namespace

TEST_CASE("the pause doubles up to two seconds", "[outage]") {
  Outage outage;
  auto now = kBegin;
  CHECK(pauses(outage, now, 7) == Pauses{100ms, 200ms, 400ms, 800ms, 1600ms, 2000ms, 2000ms});
}

TEST_CASE("a store that fails again soon is left alone for longer", "[outage]") {
  Outage outage;
  auto now = kBegin;
  CHECK(pauses(outage, now, 2) == Pauses{100ms, 200ms});
  now += 9999ms;
  CHECK(pauses(outage, now, 2) == Pauses{400ms, 800ms});
  now += 9999ms;
  CHECK(pauses(outage, now, 3) == Pauses{1600ms, 2000ms, 2000ms});
  now += 10s;
  CHECK(pauses(outage, now, 2) == Pauses{100ms, 200ms});
}

TEST_CASE("the first pause is no shorter on a machine that has just started", "[outage]") {
  Outage outage;
  Outage::Time now{1ms};
  CHECK(pauses(outage, now, 1) == Pauses{100ms});
}

TEST_CASE("an outage knows its length and what was refused", "[outage]") {
  Outage outage;
  outage.begin(kBegin);
  outage.refuse(2);
  outage.failed_again(kBegin + 100ms);
  outage.refuse(3);
  CHECK(outage.refused() == 5);
  CHECK(outage.end(kBegin + 2500ms) == 2s);
  outage.begin(kBegin + 1h);
  CHECK(outage.refused() == 0);
}
