// What a room's slot offers to the room: the shard's clock, journal, bots and lobby. The shard's thread only.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/expect.hpp"
#include "server/room/environment.hpp"

namespace engawa::server {

class RoomSlot;
class SlotOwner;

class SlotEnvironment final : public RoomEnvironment {
 public:
  // REQUIRES: both outlive it.
  SlotEnvironment(SlotOwner& owner, RoomSlot& slot) : owner_(owner), slot_(slot) {}

  std::int64_t now() const override;
  bool may_store() const override;
  std::optional<Silence> silence(std::string_view guest, std::string_view text) const override;
  void append(std::uint64_t seq, std::string_view input) override;
  void keep_snapshot(std::uint64_t seq, std::string snapshot) override;
  void set_alarm(std::int64_t at) override;
  void think(ThinkJob job) override;
  void listing_changed(std::string const& listing) override;
  void move_acknowledged(std::chrono::steady_clock::time_point received) override;
  void log_error(std::string const& what) override;

  // Appends without a result so far.
  std::uint64_t in_flight() const { return in_flight_; }
  // One of them has its result.
  void reported() {
    EXPECT(in_flight_ > 0);
    --in_flight_;
  }
  // The last error.
  std::string const& fault() const { return fault_; }

 private:
  SlotOwner& owner_;
  RoomSlot& slot_;
  std::uint64_t in_flight_ = 0;
  std::string fault_;
};

}  // namespace engawa::server
