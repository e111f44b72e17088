// What the parts of the server share: one of each per process, made by Server, alive as long as any thread runs.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/config.hpp"
#include "server/metrics.hpp"

namespace engawa::server {

class Addresses;
class BotPool;
class GuestBook;
class Journal;
class Lobby;
class RecordKeeper;
class Shard;
class TrafficLog;

// Server time: the wall clock as of the start plus what the steady clock has counted since, so that it never jumps. Any thread.
class ServerClock {
 public:
  std::int64_t now() const { return wall_start_ + ms(std::chrono::steady_clock::now() - steady_start_); }
  std::chrono::steady_clock::time_point steady_at(std::int64_t at) const {
    return steady_start_ + std::chrono::milliseconds(at - wall_start_);
  }

 private:
  static std::int64_t ms(std::chrono::nanoseconds time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  }
  std::chrono::steady_clock::time_point steady_start_ = std::chrono::steady_clock::now();
  std::int64_t wall_start_ = ms(std::chrono::system_clock::now().time_since_epoch());
};

struct Services {
  Config config;
  ServerClock clock;
  Metrics metrics;
  std::unique_ptr<Addresses> addresses;
  std::unique_ptr<TrafficLog> traffic;  // nullptr: off
  std::unique_ptr<Journal> journal;
  std::unique_ptr<GuestBook> guests;
  std::unique_ptr<BotPool> bots;
  std::unique_ptr<BotPool>
      solver;  // hints and solutions: games think about them in one long step, and no bot waits behind one
  std::vector<std::unique_ptr<Shard>> shards;
  std::unique_ptr<Lobby> lobby;  // lives on shard 0
  std::unique_ptr<RecordKeeper> records;
  std::atomic<bool> draining{false};   // no new rooms
  std::atomic<std::int64_t> rooms{0};  // in memory

  Services();
  ~Services();
  // The shard that a room and its connections live on.
  Shard& shard_of(std::string_view code);
};

}  // namespace engawa::server
