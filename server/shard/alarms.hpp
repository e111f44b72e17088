// The alarms of a shard: one timer for all of them, set to the earliest one. The shard's thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <map>

#include "server/ops/server_clock.hpp"

namespace engawa::server {

// An object that is called at a time.
class Alarm {
 public:
  virtual ~Alarm() = default;
  virtual void ring() = 0;
  // In server time; 0: never.
  std::int64_t alarm_at() const { return at_; }

 private:
  friend class Alarms;
  std::int64_t at_ = 0;
};

class Alarms {
 public:
  // No alarm rings while `may_ring` returns false: then all wait. REQUIRES: the loop and the clock outlive it.
  Alarms(boost::asio::io_context& io, ServerClock const& clock, std::function<bool()> may_ring);

  // Calls its ring() at `at` (0: never), once. Replaces the earlier time. REQUIRES: set(alarm, 0) before it is
  // destroyed, as long as the loop runs.
  void set(Alarm& alarm, std::int64_t at);

 private:
  void arm();
  void ring();
  void ring_later();
  void wait();

  ServerClock const& clock_;
  std::function<bool()> may_ring_;
  boost::asio::steady_timer timer_;
  std::multimap<std::int64_t, Alarm*> alarms_;
  std::int64_t armed_for_ = 0;
};

}  // namespace engawa::server
