// Counters of the process, written by any thread, rendered as Prometheus text (exposition format 0.0.4).
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "server/ops/histogram.hpp"

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
  Counter storing_refused{0};
  Counter rooms_created{0};
  Counter rooms_loaded{0};
  Counter rooms_dropped{0};
  Counter steps{0};
  Counter bot_moves{0};
  Counter bot_slices{0};
  Counter bot_nanoseconds{0};  // processor time
  Counter bot_answers_shortened{0};
  Counter bot_answers_cut{0};
  Counter bot_answers_late{0};
  Counter outbox_overflows{0};
  Counter slow_readers{0};
  Counter room_errors{0};
  Counter rooms_set_aside{0};
  Counter rooms_taken_over{0};
  Counter rooms_moved{0};
  Counter lease_renewals{0};
  Counter lease_lapses{0};
  Counter splices_begun{0};
  Counter splices_ended{0};
  Counter spliced{0};
  Counter splice_failures{0};
  Counter links_refused{0};
  Counter upgrades_origin{0};
  Counter upgrades_limit{0};
  Counter upgrades_bad{0};
  Counter reads_delayed{0};
  Counter http_timeouts{0};
  Counter http_broken{0};
  Counter http_turned_away{0};
  Counter records_made{0};
  Counter analyses_made{0};

  // The close codes that are counted separately; the last entry is for all others.
  static constexpr std::array<int, 20> kCloseCodes{1000, 1001, 1002, 1003, 1006, 1007, 1008, 1009, 1011, 1012,
                                                   1013, 4002, 4003, 4004, 4005, 4006, 4007, 4101, 4102, 4103};
  std::array<Counter, kCloseCodes.size() + 1> closed{};
  Counter& closed_with(int code) {
    std::size_t i = 0;
    while (i < kCloseCodes.size() && kCloseCodes[i] != code) ++i;
    return closed[i];
  }
};

// Adds without ordering: counters are only read for display.
inline void count(Metrics::Counter& counter, std::uint64_t by = 1) { counter.fetch_add(by, std::memory_order_relaxed); }

struct Gauges {
  std::uint64_t journal_batches = 0;
  std::uint64_t journal_appends = 0;
  std::uint64_t journal_failures = 0;
  std::uint64_t journal_queue = 0;
  std::uint64_t store_outages = 0;
  bool store_up = true;
  std::uint64_t bot_queue = 0;
  std::uint64_t rooms_asleep = 0;
  Histogram const* journal_inputs = nullptr;  // per transaction
  Histogram const* journal_micros = nullptr;  // per transaction
  Histogram const* queue_micros = nullptr;    // per transaction
  Histogram const* task_micros = nullptr;     // per task
  Histogram const* commit_micros = nullptr;   // per transaction
  std::uint64_t database_bytes = 0, log_bytes = 0;
  std::uint64_t tail_rows = 0, tail_bytes = 0;
  std::optional<std::uint64_t> packed_bytes, record_bytes;  // empty: not counted yet
  std::uint64_t lost_commits = 0;
  std::uint64_t round_trips = 0;  // to PostgreSQL
};

std::string prometheus_text(Metrics const& metrics, Gauges const& gauges);

}  // namespace engawa::server
