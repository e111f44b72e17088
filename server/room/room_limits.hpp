// How much people may do in a room: chat, previews, and stored bytes. Times in room time (ms); the room's shard only.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/expect.hpp"
#include "server/ops/token_bucket.hpp"
#include "server/room/environment.hpp"

namespace engawa::server {

class RoomLimits {
 public:
  RoomLimits(RoomTuning const& tuning, std::size_t seats);

  // For one chat line of a guest, or one preview of a seat: 0 if it is allowed now, else the ms until it is.
  std::int64_t take_chat(std::string const& guest, std::int64_t now);
  std::int64_t take_preview(std::size_t seat, std::int64_t now) {
    EXPECT(seat < previews_.size(), seat, previews_.size());
    return previews_[seat].take(now);
  }

  // The size of an input is known only after it was applied. So an input is accepted while anything is left, and may
  // owe a few bytes.
  std::int64_t storing_wait(std::int64_t now) const { return stored_.wait(now); }
  void charge_stored(std::int64_t now, std::size_t bytes) { stored_.charge(now, static_cast<double>(bytes)); }
  // Bytes on the heap, estimated.
  std::size_t memory() const;
  // The part that a room keeps while it sleeps.
  TokenBucket const& stored() const { return stored_; }
  void restore(TokenBucket const& stored) { stored_ = stored; }

 private:
  Rate chat_rate_;
  std::size_t most_chatters_;
  std::unordered_map<std::string, TokenBucket> chat_;  // by guest, so that reconnecting does not refill it
  std::vector<TokenBucket> previews_;                  // one per seat
  TokenBucket stored_;                                 // bytes of people's inputs
};

}  // namespace engawa::server
