// The journal's writer: one thread that stores the inputs of all rooms, a batch at a time, and reports back.
// append() and run() may be called from any thread; order is kept per caller.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/store.hpp"

namespace engawa::server {

class HostedRoom;

class Journal {
 public:
  struct Append {
    int shard = 0;
    HostedRoom* room = nullptr;  // only carried: the shard keeps the room until its appends have come back
    std::string code;
    std::uint64_t epoch = 0;
    std::uint64_t seq = 0;
    std::string input;
  };
  // What became of an append.
  struct Outcome {
    HostedRoom* room = nullptr;
    std::uint64_t seq = 0;
    bool stored = false;
  };
  // Called on the journal's thread with the outcomes for one shard, in order.
  using Report = std::function<void(int shard, std::vector<Outcome> outcomes)>;
  // Reads or writes the store inside the batch's transaction.
  using Work = std::function<void(Store&)>;
  // Called on the journal's thread after the commit; `stored` is false when the work or the commit failed.
  using Done = std::function<void(bool stored)>;

  struct Counters {
    std::uint64_t batches = 0;
    std::uint64_t appends = 0;
    std::uint64_t failures = 0;
  };

  Journal(Store& store, int shards, Report report);
  ~Journal();  // stores what is queued first
  Journal(Journal const&) = delete;
  Journal& operator=(Journal const&) = delete;

  void append(Append append);
  void run(Work work, Done done);
  Counters counters() const;
  // Waits until everything queued so far is stored and reported.
  void flush();

 private:
  struct Task {
    Work work;
    Done done;
  };
  using Entry = std::variant<Append, Task>;

  void loop();
  void write(std::vector<Entry>& batch);

  Store& store_;
  int shards_;
  Report report_;
  mutable std::mutex mutex_;
  std::condition_variable ready_;
  std::vector<Entry> queue_;
  Counters counters_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace engawa::server
