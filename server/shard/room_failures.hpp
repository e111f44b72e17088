// Which rooms have failed recently, and how often: a room is rebuilt after a failure, but not forever. A value; times
// in ms of any one clock.
#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>

namespace engawa::server {

class RoomFailures {
 public:
  static constexpr int kMost = 3;  // within kWindowMs
  static constexpr std::int64_t kWindowMs = 60000;

  // Counts one more failure. True: the room fails too often.
  bool add(std::string const& code, std::int64_t now) {
    std::erase_if(failures_, [now](auto const& entry) { return now - entry.second.since > kWindowMs; });
    auto& failures = failures_.try_emplace(code, Failures{0, now}).first->second;
    return ++failures.count >= kMost;
  }
  void forget(std::string const& code) { failures_.erase(code); }

 private:
  struct Failures {
    int count = 0;
    std::int64_t since = 0;
  };
  std::unordered_map<std::string, Failures> failures_;
};

}  // namespace engawa::server
