// Room time: the time of all inputs, deadlines and limits of a room. It runs like the server's clock, and never goes
// back: if the last input is later than the server's clock, it continues from that input. Milliseconds; the room's
// shard only.
#pragma once
#include <algorithm>
#include <cstdint>

#include "base/expect.hpp"
#include "server/room/environment.hpp"

namespace engawa::server {

class RoomTime {
 public:
  explicit RoomTime(RoomEnvironment const& world) : world_(world) {}

  std::int64_t now() const { return world_.now() + ahead_; }
  std::int64_t server_time(std::int64_t at) const { return at - ahead_; }

  // Not before `last` (room time).
  void go_on_from(std::int64_t last) { ahead_ = std::max<std::int64_t>(0, last - world_.now()); }
  // Room time minus server time.
  std::int64_t ahead() const { return ahead_; }
  void restore(std::int64_t ahead) {
    EXPECT(ahead >= 0, ahead);
    ahead_ = ahead;
  }

 private:
  RoomEnvironment const& world_;
  std::int64_t ahead_ = 0;
};

}  // namespace engawa::server
