// Writes every frame to a file, for tests that check all traffic against the schemas. The frames contain tokens, so the
// file is private to the user. Any thread.
#pragma once
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>

#include "base/expect.hpp"
#include "server/ops/process.hpp"

namespace engawa::server {

class TrafficLog {
 public:
  explicit TrafficLog(std::string const& path) : file_(path, std::ios::app) { make_private(path); }
  bool ok() const { return file_.good(); }

  // `dir`: "in" or "out"; `channel`: "room", "lobby" or "http". REQUIRES: `frame` is JSON.
  void write(std::string_view dir, std::string_view channel, std::string_view frame, bool refused = false) {
    EXPECT(!frame.empty(), channel);
    std::lock_guard const lock(mutex_);
    file_ << R"({"dir":")" << dir << R"(","channel":")" << channel << '"' << (refused ? R"(,"refused":true)" : "")
          << R"(,"frame":)" << frame << "}\n"
          << std::flush;
  }

 private:
  std::mutex mutex_;
  std::ofstream file_;
};

}  // namespace engawa::server
