// Counts of observations by size, as in Prometheus. One thread observes, any thread reads.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace engawa::server {

class Histogram {
 public:
  static constexpr std::size_t kBounds = 12;
  using Bounds = std::array<std::uint64_t, kBounds>;

  // Upper bounds of the buckets, ascending; there is one more bucket beyond the last.
  explicit Histogram(Bounds const& bounds) : bounds_(bounds) {}

  void observe(std::uint64_t value) {
    std::size_t bucket = 0;
    while (bucket < kBounds && value > bounds_[bucket]) ++bucket;
    counts_[bucket].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(value, std::memory_order_relaxed);
  }

  Bounds const& bounds() const { return bounds_; }
  // Bucket kBounds counts observations beyond the last bound.
  std::uint64_t count(std::size_t bucket) const { return counts_[bucket].load(std::memory_order_relaxed); }
  std::uint64_t sum() const { return sum_.load(std::memory_order_relaxed); }

 private:
  Bounds bounds_;
  std::array<std::atomic<std::uint64_t>, kBounds + 1> counts_{};
  std::atomic<std::uint64_t> sum_{0};
};

}  // namespace engawa::server
