// Counters of the process, written by any thread, rendered as Prometheus text (exposition format 0.0.4).
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/ops/histogram.hpp"

namespace engawa::server {

struct Metrics {
  using Counter = std::atomic<std::uint64_t>;
#define COUNTER(member, name, labels, help) Counter member{0};
#define PART(member) Counter member{0};
#define VALUE(member, name, labels, type, help)
#define HISTOGRAM(member, name, unit, help)
#define SERIES(member, name, label, help)
#include "server/ops/metrics.def"

  // The close codes that are counted separately; the last entry is for all others.
  static constexpr std::array<int, 22> kCloseCodes{1000, 1001, 1002, 1003, 1006, 1007, 1008, 1009, 1011, 1012, 1013,
                                                   4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009, 4101, 4102, 4103};
  std::array<Counter, kCloseCodes.size() + 1> closed{};
  Counter& closed_with(int code) {
    std::size_t i = 0;
    while (i < kCloseCodes.size() && kCloseCodes[i] != code) ++i;
    return closed[i];
  }
};

// Adds without ordering: counters are only read for display.
inline void count(Metrics::Counter& counter, std::uint64_t by = 1) { counter.fetch_add(by, std::memory_order_relaxed); }

// The histograms of several threads, which are shown as one. REQUIRES: all have the same bounds.
struct HistogramSeries {
  std::string label;
  std::vector<Histogram const*> parts;
};

// Values that their owners provide at the moment of the request.
struct Gauges {
#define COUNTER(member, name, labels, help)
#define PART(member)
#define VALUE(member, name, labels, type, help) std::uint64_t member = 0;
#define HISTOGRAM(member, name, unit, help) Histogram const* member = nullptr;
#define SERIES(member, name, label, help) std::vector<HistogramSeries> member;
#include "server/ops/metrics.def"
  std::uint64_t tail_bytes = 0;
  std::optional<std::uint64_t> packed_bytes, record_bytes;  // empty: not counted yet
};

std::string prometheus_text(Metrics const& metrics, Gauges const& gauges);

}  // namespace engawa::server
