// Rooms that are stored and not in memory: what a shard knows of each until a client opens it, or until its time has
// come. A few hundred bytes per room. The shard's thread only.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/expect.hpp"
#include "server/room/room.hpp"

namespace engawa::server {

// The room's share of its creator's limit (Addresses), given back when its last copy is destroyed.
using RoomPlaces = std::vector<std::shared_ptr<void>>;

// Times are server time in ms.
struct Sleeper {
  std::int64_t alarm_at = 0;  // it must be read then; 0: never
  std::int64_t close_at = 0;  // it is closed then, because it was empty for so long
  std::int64_t idle_since = 0;
  std::optional<Room::Lasting> lasting;  // empty: not in memory since the server started
  RoomPlaces places;
  std::uint64_t epoch = 0;  // of the room when it fell asleep

  std::int64_t due_at() const { return alarm_at == 0 ? close_at : std::min(alarm_at, close_at); }
};

class Sleepers {
 public:
  // REQUIRES: it is not in here yet.
  void add(std::string const& code, Sleeper sleeper) {
    EXPECT(!contains(code), code);
    by_time_.emplace(sleeper.due_at(), code);
    by_code_.emplace(code, std::move(sleeper));
  }
  // nullopt: it is not in here.
  std::optional<Sleeper> take(std::string const& code) {
    auto const found = by_code_.find(code);
    if (found == by_code_.end()) return std::nullopt;
    auto sleeper = std::move(found->second);
    by_time_.erase({sleeper.due_at(), code});
    by_code_.erase(found);
    return sleeper;
  }
  bool contains(std::string const& code) const { return by_code_.contains(code); }
  std::vector<std::string> codes() const {
    std::vector<std::string> codes;
    codes.reserve(by_code_.size());
    for (auto const& [code, sleeper] : by_code_) codes.push_back(code);
    return codes;
  }
  // For a while no client could connect: see Room::was_unreachable(). Rooms that have not been read begin again anyway.
  void were_unreachable() {
    for (auto& [code, sleeper] : by_code_) {
      if (!sleeper.lasting) continue;
      by_time_.erase({sleeper.due_at(), code});
      sleeper.lasting->unreachable = true;
      sleeper.alarm_at = 0;
      by_time_.emplace(sleeper.due_at(), code);
    }
  }
  // The one with the earliest time; empty: there is none.
  std::string due(std::int64_t now) const {
    return by_time_.empty() || by_time_.begin()->first > now ? std::string() : by_time_.begin()->second;
  }
  // REQUIRES: it is in here.
  bool is_over(std::string const& code, std::int64_t now) const {
    EXPECT(contains(code), code);
    return by_code_.at(code).close_at <= now;
  }

 private:
  std::unordered_map<std::string, Sleeper> by_code_;
  std::set<std::pair<std::int64_t, std::string>> by_time_;
};

}  // namespace engawa::server
