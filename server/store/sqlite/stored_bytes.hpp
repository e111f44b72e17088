// How much of one kind of data the database holds, as transactions change it. The store's thread; total() on any
// thread.
#pragma once
#include <atomic>
#include <cstdint>

namespace engawa::server {

class StoredBytes {
 public:
  // In the present transaction.
  void add(std::int64_t bytes) { pending_ += bytes; }

  void begin_part() { part_ = pending_; }
  void part_rolled_back() { pending_ = part_; }
  void rolled_back() { pending_ = 0; }
  void committed() {
    total_.fetch_add(pending_, std::memory_order_relaxed);
    pending_ = 0;
  }

  // The change by all committed transactions.
  std::int64_t total() const { return total_.load(std::memory_order_relaxed); }

 private:
  std::int64_t pending_ = 0, part_ = 0;
  std::atomic<std::int64_t> total_{0};
};

// Packed inputs, and records of deleted rooms.
struct Archived {
  StoredBytes packed, records;

  void begin_part() {
    packed.begin_part();
    records.begin_part();
  }
  void part_rolled_back() {
    packed.part_rolled_back();
    records.part_rolled_back();
  }
  void rolled_back() {
    packed.rolled_back();
    records.rolled_back();
  }
  void committed() {
    packed.committed();
    records.committed();
  }
};

}  // namespace engawa::server
