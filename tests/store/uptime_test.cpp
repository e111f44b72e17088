// The warning to the operator about a clock that is far from the time at which the database was last in
// use.
#include "server/records/uptime.hpp"

#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

constexpr std::int64_t kDay = 86400000;
constexpr std::int64_t kThen = 1795849200000;  // 2026-11-28 07:00 UTC

}  // namespace

TEST_CASE("a clock that is far from the last use of the database is doubted", "[uptime]") {
  for (auto const ahead : {-kDay, -kDay / 2, std::int64_t{0}, kDay, 30 * kDay})
    CHECK(clock_doubt(kThen + ahead, kThen).empty());
  CHECK(clock_doubt(kThen, 0).empty());
  auto const ahead = clock_doubt(kThen + 730 * kDay, kThen);
  CAPTURE(ahead);
  CHECK(ahead.find("2028-11-27 07:00 UTC, 730 days after 2026-11-28 07:00 UTC") != std::string::npos);
  CHECK(ahead.find("nothing is deleted because of it") != std::string::npos);
  auto const behind = clock_doubt(0, kThen);
  CAPTURE(behind);
  CHECK(behind.find("1970-01-01 00:00 UTC, 20785 days before 2026-11-28 07:00 UTC") != std::string::npos);
  CHECK_FALSE(clock_doubt(kThen - kDay - 1, kThen).empty());
  CHECK_FALSE(clock_doubt(kThen + 30 * kDay + 1, kThen).empty());
  CHECK_FALSE(clock_doubt(kThen, std::int64_t{1} << 62).empty());  // a damaged row
  CHECK_FALSE(clock_doubt(kThen, -(std::int64_t{1} << 62)).empty());
}
