// Packs the inputs of rooms, on its own thread and connection, which only reads, so that neither reading nor
// compressing delays a commit. The journal's thread stores the packed inputs (stored_inputs.hpp).
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "server/store/packed_inputs.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

struct PackJob {
  std::int64_t room = 0;
  std::uint64_t packed = 0;        // the last input of the room that is already packed
  std::vector<std::int64_t> rows;  // rows of the journal, with the inputs packed + 1, ...
  bool asleep = false;             // the room is asleep: pack small rather than quickly
};
struct PackedRow {
  std::int64_t room = 0;
  std::uint64_t after = 0;            // PackJob::packed
  std::uint64_t first = 0, last = 0;  // `first` may be the first of an older row, which this one replaces
  PackedInputs inputs;
  std::string fault;  // why it cannot be packed; then only the room is set
};

class Packer {
 public:
  // REQUIRES: `file` has the current schema.
  explicit Packer(std::string const& file);
  ~Packer();

  // The journal's thread. The rows of a job must be committed. Jobs return in the order in which they were posted.
  void post(std::vector<PackJob> jobs);
  // The number of jobs that have not been taken back.
  std::size_t pending() const { return pending_; }
  bool has_packed() const { return any_packed_.load(std::memory_order_acquire); }
  std::optional<PackedRow> take();
  // Forgets all jobs.
  void forget();
  // See Checkpointer::give_up.
  void give_up();

 private:
  void run(std::stop_token stop);
  PackedRow pack(PackJob const& job);

  std::unique_ptr<SQLite::Database> db_;
  std::size_t pending_ = 0;  // the journal's thread only
  std::atomic<bool> any_packed_{false};
  std::mutex mutex_;
  std::condition_variable_any due_;
  std::deque<PackJob> jobs_;
  std::deque<PackedRow> packed_;
  std::uint64_t generation_ = 0;  // number of forget() calls
  std::jthread thread_;
};

}  // namespace engawa::server
