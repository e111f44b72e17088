#include "server/shard/shard_times.hpp"

#include <string>
#include <utility>

#include "games/catalog.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

// The alerts (docker/monitoring/alerts.yml) ask for 100 and 250 ms.
constexpr Histogram::Bounds kMoveMicros{250,   500,   1000,   2500,   5000,    10000,
                                        25000, 50000, 100000, 250000, 1000000, 2500000};
constexpr Histogram::Bounds kLagMicros{100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000, 250000, 1000000};
constexpr auto kLook = std::chrono::milliseconds(250);

std::uint64_t micros(std::chrono::nanoseconds time) {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count());
}

}  // namespace

ShardTimes::ShardTimes() : loop_lag_(kLagMicros) {
  for (std::size_t i = 0; i < games::catalog().size(); ++i) moves_.emplace_back(kMoveMicros);
}

void ShardTimes::move_acknowledged(std::string_view game, std::chrono::nanoseconds time) {
  auto const games = games::catalog();
  for (std::size_t i = 0; i < games.size(); ++i)
    if (games[i].info().id == game) return moves_[i].observe(micros(time));
}

void ShardTimes::loop_was_late(std::chrono::nanoseconds time) { loop_lag_.observe(micros(time)); }

void LoopLag::start() {
  due_ = std::chrono::steady_clock::now() + kLook;
  wait();
}

void LoopLag::wait() {
  timer_.expires_at(due_);
  timer_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    for (auto const now = std::chrono::steady_clock::now(); due_ <= now; due_ += kLook)
      times_.loop_was_late(now - due_);
    wait();
  });
}

void add_times(Gauges& gauges, std::vector<std::unique_ptr<Shard>> const& shards) {
  auto const games = games::catalog();
  for (std::size_t game = 0; game < games.size(); ++game) {
    HistogramSeries series{std::string(games[game].info().id), {}};
    for (auto const& shard : shards) series.parts.push_back(&shard->times().moves_of(game));
    gauges.move_micros.push_back(std::move(series));
  }
  for (std::size_t shard = 0; shard < shards.size(); ++shard)
    gauges.lag_micros.push_back({std::to_string(shard), {&shards[shard]->times().loop_lag()}});
}

}  // namespace engawa::server
