#include "server/ops/log_refusals.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "server/ops/log_lines.hpp"

namespace engawa::server {
namespace {

using Steady = std::chrono::steady_clock;
constexpr auto kPause = std::chrono::minutes(1);

struct RefusedKind {
  char const* setting;
  char const* sentence;
  char const* code = "limit_reached";
};
// In the order of the enumerators.
constexpr std::array kKinds{
    RefusedKind{"limits.http_connections_per_ip", "a connection: its address has the most HTTP connections"},
    RefusedKind{"limits.http_connections", "a connection: the server has the most HTTP connections"},
    RefusedKind{"limits.connections_per_ip", "a WebSocket: its address has the most"},
    RefusedKind{"limits.connections", "a WebSocket: the server has the most"},
    RefusedKind{"limits.accepts_per_s", "a connection: its address opens too many"},
    RefusedKind{"limits.messages_per_s", "a WebSocket was closed: it sent too many messages and did not slow down",
                "rate_limited"},
};

struct Count {
  std::optional<Steady::time_point> told;
  std::uint64_t untold = 0;
};

}  // namespace

void log_refused(Refused kind) {
  static std::mutex mutex;
  static std::array<Count, kKinds.size()> counts;
  auto const index = static_cast<std::size_t>(kind);
  auto const now = Steady::now();
  std::uint64_t untold = 0;
  {
    std::lock_guard const lock(mutex);
    auto& count = counts[index];
    if (count.told && now - *count.told < kPause) {
      ++count.untold;
      return;
    }
    count.told = now;
    untold = std::exchange(count.untold, 0);
  }
  auto const& [setting, sentence, code] = kKinds[index];
  LogAbout const about({.code = code, .reason = setting});
  if (untold == 0) return spdlog::warn("refused: {} ({})", sentence, setting);
  spdlog::warn("refused: {} ({}); the same {} times more since the last such line", sentence, setting, untold);
}

}  // namespace engawa::server
