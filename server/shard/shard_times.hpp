// How long a shard makes people wait: measured on its thread, read by any thread.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "server/ops/histogram.hpp"
#include "server/ops/metrics.hpp"

namespace engawa::server {

class Shard;

// In microseconds. One for each shard, so that no two threads write the same counters.
class ShardTimes {
 public:
  ShardTimes();

  void move_acknowledged(std::string_view game, std::chrono::nanoseconds time);
  void loop_was_late(std::chrono::nanoseconds time);

  // Of the game with this place in the catalogue.
  Histogram const& moves_of(std::size_t game) const { return moves_[game]; }
  Histogram const& loop_lag() const { return loop_lag_; }

 private:
  std::deque<Histogram> moves_;  // never moved, because other threads read them
  Histogram loop_lag_;
};

// Looks at regular times how late the loop is. A long stop counts for every look that was due meanwhile: otherwise the
// longer a loop stands still, the less it would be seen.
class LoopLag {
 public:
  // REQUIRES: both outlive it.
  LoopLag(boost::asio::io_context& io, ShardTimes& times) : timer_(io), times_(times) {}
  void start();

 private:
  void wait();

  boost::asio::steady_timer timer_;
  ShardTimes& times_;
  std::chrono::steady_clock::time_point due_;
};

// The times of all shards: the moves by game, the lag by shard.
void add_times(Gauges& gauges, std::vector<std::unique_ptr<Shard>> const& shards);

}  // namespace engawa::server
