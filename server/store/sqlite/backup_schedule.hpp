// Copies of the database that a server makes by itself, at equal intervals, of which the newest are kept.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/result.hpp"

namespace engawa::server {

// A thread of its own, at background priority; it sees only the files. The copies are named after their times in UTC:
// engawa-20261130T031500Z.db. Other files of the folder are left alone.
class BackupSchedule {
 public:
  struct Plan {
    std::string directory;  // of the database
    std::string folder;     // of the copies
    std::chrono::seconds every{0};
    std::size_t keep = 1;  // at least 1
  };

  // Creates the folder. The first copy is made at once if there is none that is newer than `every`. A refusal is a
  // sentence for the operator.
  static Result<std::unique_ptr<BackupSchedule>> start(Plan plan);
  // Waits for the copy that is being made.
  ~BackupSchedule() = default;

  // Any thread.
  std::int64_t newest_s() const { return newest_s_; }  // when the newest good copy was made, Unix s; 0: none
  std::uint64_t made() const { return made_; }
  std::uint64_t failures() const { return failures_; }

 private:
  explicit BackupSchedule(Plan plan);
  void run(std::stop_token const& stop);
  void make();
  void remove_old() const;

  Plan const plan_;
  std::atomic<std::int64_t> newest_s_{0};
  std::atomic<std::uint64_t> made_{0}, failures_{0};
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace engawa::server
