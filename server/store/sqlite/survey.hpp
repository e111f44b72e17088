// Reads the database once after the start, on its own thread and connection, which only reads: how much it holds, and,
// if it is too large for a check before the start, whether its pages are sound.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "base/expect.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

class Survey {
 public:
  // The stored data except the tail, in bytes of inputs and texts.
  struct Sizes {
    std::int64_t packed = 0;   // inputs, in packed form
    std::int64_t records = 0;  // of deleted rooms
  };

  // Counts the present contents of the database; later writes are counted elsewhere. REQUIRES: the schema is current.
  Survey(std::string const& file, bool checks_pages);
  ~Survey();

  // Any thread.
  bool has_counted() const { return counted_.load(std::memory_order_acquire); }
  // REQUIRES: has_counted().
  Sizes const& counted() const {
    EXPECT(has_counted());
    return sizes_;
  }
  // Why the pages are not sound; empty: no fault was found so far.
  std::string const& damage() const;

  // See Checkpointer::give_up.
  void give_up();

 private:
  void run(std::stop_token stop, bool checks_pages);
  void check_pages();

  std::unique_ptr<SQLite::Database> db_;
  std::atomic<bool> counted_{false}, damaged_{false};
  Sizes sizes_;       // written before counted_ is set
  std::string said_;  // written before damaged_ is set
  std::jthread thread_;
};

}  // namespace engawa::server
