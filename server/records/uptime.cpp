#include "server/records/uptime.hpp"

#include <array>
#include <cstdlib>
#include <ctime>

#include "server/ops/wall_clock.hpp"
#include "server/records/archived_text.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kDay = 86400000;

std::string days(std::int64_t time) {
  auto const count = (time + kDay / 2) / kDay;
  return std::to_string(count) + (count == 1 ? " day" : " days");
}

std::string date(std::int64_t at) {
  auto const seconds = static_cast<std::time_t>(at / 1000);
  std::tm parts{};
  std::array<char, 32> text{};
  if (!gmtime_r(&seconds, &parts)) return "an unknown day";
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

}  // namespace

std::string clock_doubt(std::int64_t now, std::int64_t counted_at) {
  auto const ahead = now - counted_at;
  if (counted_at == 0 || (ahead >= -kDay && ahead <= 30 * kDay)) return {};
  return "the clock of this machine says " + date(now) + ", " + days(std::abs(ahead)) +
         (ahead < 0 ? " before " : " after ") + date(counted_at) +
         ", when the database was last in use: if one of the two is wrong, set the clock; nothing is deleted because "
         "of "
         "it, since what is old is also measured by how long servers have been up";
}

// If the time could not be counted now, it is included next time; if it was stored and only the answer was lost, the
// stored wall clock shows that.
void UptimeCounter::count() {
  auto const now = std::chrono::steady_clock::now();
  auto const elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - counted_).count();
  auto const count = [elapsed, wall = wall_clock()](Archive& archive) { return archive.count_uptime(elapsed, wall); };
  if (on_journal(journal_, count)) counted_ = now;
}

UptimeCounter::Clocks UptimeCounter::clocks() {
  count();
  auto const uptime = on_journal(journal_, [](Archive& archive) { return archive.uptime(); });
  return {wall_clock(), uptime.total};
}

}  // namespace engawa::server
