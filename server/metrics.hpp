// Counters of the process, written by any thread, shown as Prometheus text (exposition format 0.0.4).
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "server/histogram.hpp"

namespace engawa::server {

struct Metrics {
  using Counter = std::atomic<std::uint64_t>;
  Counter connections_opened{0};
  Counter connections_closed{0};
  Counter messages_received{0};
  Counter messages_sent{0};
  Counter bytes_received{0};
  Counter bytes_sent{0};
  Counter refusals{0};
  Counter rate_limited{0};
  Counter rooms_created{0};
  Counter rooms_loaded{0};
  Counter rooms_dropped{0};
  Counter steps{0};
  Counter bot_moves{0};
  Counter outbox_overflows{0};
  Counter room_errors{0};
  Counter rooms_set_aside{0};
};

// Adds without ordering: counters are only read to be shown.
inline void count(Metrics::Counter& counter, std::uint64_t by = 1) { counter.fetch_add(by, std::memory_order_relaxed); }

struct Gauges {
  std::uint64_t journal_batches = 0;
  std::uint64_t journal_appends = 0;
  std::uint64_t journal_failures = 0;
  std::uint64_t journal_queue = 0;
  std::uint64_t store_outages = 0;
  bool store_up = true;
  std::uint64_t bot_queue = 0;
  Histogram const* journal_inputs = nullptr;  // in a transaction
  Histogram const* journal_micros = nullptr;  // that a transaction took
};

std::string prometheus_text(Metrics const& metrics, Gauges const& gauges);

}  // namespace engawa::server
