// The journal's writer: one thread that stores the inputs of all rooms in batches and reports back.
//
// Inputs that arrive while a batch is written become the next batch: one transaction. Tasks follow them, and many tasks
// are divided into several batches, so that a move does not wait until hundreds of rooms have been read. If the store
// fails (StoreFault), the whole batch is rolled back and the journal is down: it refuses everything at once and retries
// the store automatically, after 0.1 s to 2 s, until a write succeeds. All calls may come from any thread. Inputs stay
// in order, and so do tasks; an input may overtake a task, but a task never overtakes an input. A shard calls through
// its JournalLink.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/ops/histogram.hpp"
#include "server/store/journal_queue.hpp"
#include "server/store/outage.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

// How long a journal takes, in microseconds. Any thread.
struct JournalTimes {
  static constexpr Histogram::Bounds kMicros{100,   250,   500,    1000,   2500,    5000,
                                             10000, 25000, 100000, 250000, 1000000, 2500000};
  Histogram inputs{{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096}};  // number of inputs in a batch, not a time
  Histogram append{kMicros};
  // The wait of a batch's first input: for the batch before it, the tasks in its own batch (room reads, snapshots,
  // deletions), and the commit.
  Histogram queue{kMicros}, task{kMicros}, commit{kMicros};
};

class Journal {
 public:
  using Writer = JournalWriter;
  using Append = JournalAppend;
  using Inputs = JournalInputs;
  using Task = JournalTask;
  using Work = std::function<void(Store&)>;
  using Done = std::function<void(bool stored)>;
  enum class Fate {
    stored,
    refused,  // the room has another owner now, or the number is not the next one
    fault,    // the store fails
  };
  // The result of an append.
  struct Outcome {
    Writer* writer = nullptr;
    std::uint64_t seq = 0;
    Fate fate = Fate::fault;
  };
  // Called on the journal's thread with the results for one shard, in order.
  using Report = std::function<void(int shard, std::vector<Outcome> const& outcomes)>;
  // Called on the journal's thread when the store works again.
  using Recovered = std::function<void()>;

  struct Counters {
    std::uint64_t batches = 0;
    std::uint64_t appends = 0;
    std::uint64_t failures = 0;
    std::uint64_t outages = 0;
    std::uint64_t queued = 0;
  };

  // Step by step, without a thread. The thread that calls step() is the journal's, and nothing waits: there is no
  // flush(), and entries that are queued at the end are dropped.
  enum class Runs { on_its_thread, by_steps };
  Journal(Store& store, int shards, Report report, Recovered recovered = {}, Runs runs = Runs::on_its_thread);
  ~Journal();  // stores queued inputs first
  Journal(Journal const&) = delete;
  Journal& operator=(Journal const&) = delete;

  // All of them become part of one batch.
  void enqueue(Inputs const& inputs) { queue_.put(inputs); }
  void run(Task task) { queue_.put(std::move(task)); }
  void run(Work work, Done done) { run({std::move(work), std::move(done)}); }
  // False from a failure of the store until it works again.
  bool up() const { return up_.load(std::memory_order_acquire); }
  // The reason why it is down; empty while it is up.
  std::string trouble() const;
  Counters counters() const;
  Store::Holdings holdings() const { return store_.holdings(); }
  JournalTimes const& times() const { return times_; }
  // Waits until everything queued so far is stored and reported, or refused.
  void flush();

  using Steady = std::chrono::steady_clock;
  // Without a thread: when the next step has work to do (time_point::min(): now), and the step.
  Steady::time_point due() const;
  void step();

 private:
  // The entries of one transaction. It keeps its memory for reuse, too.
  struct Batch {
    Inputs inputs;
    std::vector<Task> tasks;
    std::vector<Fate> fates;  // of the inputs, then of the tasks, after they were tried
    std::size_t size() const { return inputs.appends.size() + tasks.size(); }
    void clear();
  };

  void loop();
  Steady::time_point next_look() const { return up() ? next_watch_ : outage_.next_try(); }
  void work();
  void write();
  void store_all();
  void store_inputs();
  Fate store_input(Append const& append, std::string_view input);
  Fate do_task(Task& task);
  void expect_rooms();
  void refuse_late(Store::Refused const& refused);
  void tell();
  bool files_are_there();
  void do_chores();
  void go_down(std::string const& why);
  void try_again();

  Store& store_;
  Report report_;
  Recovered recovered_;
  std::atomic<bool> up_{true};
  mutable std::mutex mutex_;
  Counters counters_;
  std::string trouble_;
  JournalQueue queue_;
  JournalTimes times_;
  // The journal's thread only:
  Batch batch_;
  Steady::time_point batch_since_{};            // arrival of its first entry
  std::string input_;                           // the batch that is being stored
  std::vector<std::vector<Outcome>> outcomes_;  // of the batch, by shard
  Steady::time_point next_watch_{};
  Outage outage_;  // the present outage, while `up_` is false
  std::thread thread_;
};

}  // namespace engawa::server
