#include "server/shard/sleeping_rooms.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/expect.hpp"
#include "server/ops/freed_memory.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kTryAgainMs = 1000;
constexpr std::size_t kManyRooms = 1000;

}  // namespace

SleepingRooms::SleepingRooms(boost::asio::io_context& io, Services& services, Calls calls)
    : services_(services), calls_(std::move(calls)), rest_timer_(io) {}

void SleepingRooms::know(std::vector<std::string> const& codes) {
  auto const now = services_.clock.now();
  auto const& config = services_.config;
  auto const close_at = now + 1000 * std::max(config.idle_ttl_s, config.lobby_ttl_s);  // until the right one is known
  std::int64_t place = 0;
  for (auto const& code : codes) {
    if (contains(code)) continue;
    add(code, {++place, close_at, now, {}, {}});
    ++unread_;
    ++last_run_;
  }
}

void SleepingRooms::add(std::string const& code, Sleeper sleeper) {
  sleepers_.add(code, std::move(sleeper));
  ++services_.sleepers;
}

std::optional<Sleeper> SleepingRooms::take(std::string const& code) {
  auto sleeper = sleepers_.take(code);
  if (sleeper) --services_.sleepers;
  return sleeper;
}

void SleepingRooms::was_read(Sleeper const& sleeper) {
  if (sleeper.lasting || --unread_ > 0) return;
  if (last_run_ >= kManyRooms) give_back_freed_memory();
  spdlog::info("reopened {} rooms of the last run", last_run_);
}

void SleepingRooms::add_again(std::string const& code, Sleeper sleeper) {
  sleeper.alarm_at = services_.clock.now() + kTryAgainMs;
  add(code, std::move(sleeper));
}

// REQUIRES: it is in here.
void SleepingRooms::forget(std::string const& code) {
  EXPECT(sleepers_.contains(code), code);
  if (!take(code)->lasting) --unread_;
}

void SleepingRooms::keep_only(std::unordered_set<std::string> const& codes) {
  for (auto const& code : sleepers_.codes())
    if (!codes.contains(code)) {
      forget(code);
      count(services_.metrics.rooms_moved);
    }
}

void SleepingRooms::wake_due(std::int64_t now) {
  if (services_.draining || !calls_.may_wake()) return;
  for (auto code = sleepers_.due(now); !code.empty() && !waking_; code = sleepers_.due(now)) {
    if (sleepers_.is_over(code, now)) {
      forget(code);
      calls_.close(code);
    } else if (calls_.may_read()) {
      look_in(code);
    } else {
      return;
    }
  }
}

// Then it pauses for as long as the read took: most rooms that a node takes over may have been left long ago, and
// people who play now come first.
void SleepingRooms::look_in(std::string const& code) {
  using Steady = std::chrono::steady_clock;
  waking_ = true;
  calls_.look_in(code, [this, began = Steady::now()] {
    rest_timer_.expires_after(Steady::now() - began);
    rest_timer_.async_wait([this](boost::system::error_code error) {
      if (error) return;
      waking_ = false;
      wake_due(services_.clock.now());
    });
  });
}

}  // namespace engawa::server
