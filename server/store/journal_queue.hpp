// The entries that wait for the journal: inputs, and tasks behind them. Any thread adds entries; the journal's thread
// takes out the next batch.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace engawa::server {

class Store;

// The owner of appended inputs. It is only passed along, so that results return without a search.
class JournalWriter {
 protected:
  ~JournalWriter() = default;
};

struct JournalAppend {
  int shard = 0;
  JournalWriter* writer = nullptr;  // kept by the shard until its appends have returned
  std::string code;
  std::uint64_t epoch = 0;
  std::uint64_t seq = 0;
  std::size_t bytes = 0;  // of the input
};

// Inputs on their way to the journal. The memory is kept, so that under load no allocation is needed for an input.
struct JournalInputs {
  std::vector<JournalAppend> appends;
  std::string text;  // one after the other
  void add(JournalAppend append, std::string_view input);
  void clear();

  struct Item {
    JournalAppend const& append;
    std::string_view input;
  };
  class Iterator {
   public:
    Iterator(JournalAppend const* append, char const* text) : append_(append), text_(text) {}
    Item operator*() const { return {*append_, {text_, append_->bytes}}; }
    Iterator& operator++() {
      text_ += append_++->bytes;
      return *this;
    }
    bool operator==(Iterator const& other) const { return append_ == other.append_; }

   private:
    JournalAppend const* append_;
    char const* text_;
  };
  Iterator begin() const { return {appends.data(), text.data()}; }
  Iterator end() const { return {appends.data() + appends.size(), nullptr}; }
};

struct JournalTask {
  // Reads or writes the store inside the batch's transaction. An exception rolls back only this task's changes.
  std::function<void(Store&)> work;
  // Called on the journal's thread after the commit; `stored` is false if the work or the commit failed.
  std::function<void(bool stored)> done;
  std::string takes = {};  // the code of the room that it takes, if any (Store::expect)
  bool hurries = false;    // it goes before everything queued, including inputs
};

class JournalQueue {
 public:
  using Steady = std::chrono::steady_clock;

  void put(JournalInputs const& inputs);
  void put(JournalTask task);
  // Wakes the waiting thread; queued entries are still taken.
  void stop();

  // Waits until there is an entry, or until that time. False: it was stopped, and nothing is left.
  bool wait(Steady::time_point until);
  // Returns all inputs, and as many tasks as an input of the next batch can wait for. The result is the arrival time of
  // the first of them. REQUIRES: `inputs` is empty.
  Steady::time_point take(JournalInputs& inputs, std::vector<JournalTask>& tasks);

  // Nothing waits, and it was not stopped.
  bool idle() const;
  std::size_t size() const;

 private:
  // REQUIRES: the mutex is held.
  bool empty() const { return inputs_.appends.empty() && tasks_.empty(); }

  mutable std::mutex mutex_;
  std::condition_variable ready_;
  JournalInputs inputs_;
  std::deque<JournalTask> tasks_;
  Steady::time_point since_{};  // arrival of the first of them
  bool stopping_ = false;
};

}  // namespace engawa::server
