// The counts of a time window: latencies, and the resources used by the server process.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace engawa::bench {

class Latencies {
 public:
  void add(std::uint64_t nanoseconds) {
    all_.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(nanoseconds, UINT32_MAX)));
  }

  // Microseconds; 0 if there is none. `share` is 0..1.
  double percentile(double share) {
    if (all_.empty()) return 0;
    auto const rank = static_cast<std::size_t>(share * static_cast<double>(all_.size() - 1));
    auto const at = all_.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(all_.begin(), at, all_.end());
    return *at / 1e3;
  }

 private:
  std::vector<std::uint32_t> all_;
};

struct Usage {
  double cpu_s = 0;  // of all threads of the process
  long rss_kib = 0;
  double own_cpu_s = 0;  // the generator's: near the window's length, it is the limit, not the server
};

// REQUIRES: `pid` is a process, or 0: then only the generator's share is known.
Usage usage_of(int pid);

}  // namespace engawa::bench
