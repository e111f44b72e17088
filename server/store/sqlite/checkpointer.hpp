// Moves the database's write-ahead log into the database, once per second or, if much is written, ten times, on a
// separate thread and connection: inside a commit it would delay every move at that moment by milliseconds.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace SQLite {
class Database;
}

namespace engawa::server {

class DataFiles;

class Checkpointer {
 public:
  // `flushed`: the writer flushes each commit. REQUIRES: `files` outlives it.
  Checkpointer(DataFiles& files, bool flushed);
  ~Checkpointer();

  // Ends the thread; afterwards its connection uses no file any more, not even when it is closed.
  void give_up();

 private:
  void run(std::stop_token stop);
  void checkpoint();
  void begin_anew();
  struct Moved {
    int pages = 0;  // in the log
    int moved = 0;  // of these, in the database as well
  };
  Moved move_pages(char const* statement);

  DataFiles& files_;
  bool flushed_;
  std::unique_ptr<SQLite::Database> db_;
  bool failing_ = false;
  int pages_ = 0, new_pages_ = 0;  // in the log; new_pages_: the pages that the last pass found
  std::mutex mutex_;
  std::condition_variable_any due_;
  std::jthread thread_;
};

}  // namespace engawa::server
