// Moves the database's write-ahead log into the database, once a second, on a separate thread and connection: inside a
// commit it would delay every move of that moment by milliseconds.
#pragma once
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace SQLite {
class Database;
}

namespace engawa::server {

class Checkpointer {
 public:
  explicit Checkpointer(std::string const& file);
  ~Checkpointer();

 private:
  void run(std::stop_token stop);
  void checkpoint();

  std::unique_ptr<SQLite::Database> db_;
  bool failing_ = false;
  std::mutex mutex_;
  std::condition_variable_any due_;
  std::jthread thread_;
};

}  // namespace engawa::server
