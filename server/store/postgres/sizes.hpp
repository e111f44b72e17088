// How much the database holds, as PostgreSQL says it once a minute. The store's thread; holdings() on any thread.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

#include "server/store/store.hpp"

namespace engawa::server::postgres {

class Rows;
class Transaction;

class Sizes {
 public:
  // Asks at once. REQUIRES: the transaction outlives it.
  explicit Sizes(Transaction& transaction);

  bool is_due() const { return Clock::now() - measured_ > kEvery; }
  // Asks with the present transaction, without a round trip of its own.
  void ask();
  void count_trips(std::uint64_t trips) { trips_ = trips; }
  Store::Holdings holdings() const;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kEvery = std::chrono::seconds(60);

  void take(Rows const& rows);

  Transaction& transaction_;
  Clock::time_point measured_{};
  std::atomic<std::uint64_t> database_bytes_{0}, tail_rows_{0}, tail_bytes_{0}, record_bytes_{0}, packed_bytes_{0},
      trips_{0};
};

}  // namespace engawa::server::postgres
