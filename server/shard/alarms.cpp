#include "server/shard/alarms.hpp"

#include <chrono>
#include <utility>

namespace engawa::server {
namespace {

constexpr auto kTryAgain = std::chrono::milliseconds(100);

}  // namespace

Alarms::Alarms(boost::asio::io_context& io, ServerClock const& clock, std::function<bool()> may_ring)
    : clock_(clock), may_ring_(std::move(may_ring)), timer_(io) {}

void Alarms::set(Alarm& alarm, std::int64_t at) {
  if (alarm.at_ == at) return;
  if (alarm.at_ != 0) {
    auto const range = alarms_.equal_range(alarm.at_);
    for (auto it = range.first; it != range.second; ++it)
      if (it->second == &alarm) {
        alarms_.erase(it);
        break;
      }
  }
  alarm.at_ = at;
  if (at == 0) return;
  alarms_.emplace(at, &alarm);
  if (armed_for_ == 0 || at < armed_for_) arm();
}

// If the earliest alarm is cancelled, the timer stays and then finds nothing to do.
void Alarms::arm() {
  if (alarms_.empty()) return;
  armed_for_ = alarms_.begin()->first;
  timer_.expires_at(clock_.steady_at(armed_for_));
  wait();
}

void Alarms::wait() {
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error) ring();
  });
}

void Alarms::ring() {
  armed_for_ = 0;
  auto const now = clock_.now();
  if (!may_ring_()) return ring_later();
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    auto& alarm = *alarms_.begin()->second;
    alarms_.erase(alarms_.begin());
    alarm.at_ = 0;
    alarm.ring();
  }
  arm();
}

void Alarms::ring_later() {
  timer_.expires_after(kTryAgain);
  wait();
}

}  // namespace engawa::server
