#include "server/room/room_limits.hpp"

namespace engawa::server {

RoomLimits::RoomLimits(RoomTuning const& tuning, std::size_t seats)
    : chat_rate_(tuning.chat),
      most_chatters_(2 * tuning.max_spectators),
      previews_(seats, TokenBucket(tuning.previews)),
      stored_(tuning.stored) {}

std::int64_t RoomLimits::take_chat(std::string const& guest, std::int64_t now) {
  if (chat_.size() > most_chatters_) std::erase_if(chat_, [&](auto const& entry) { return entry.second.full(now); });
  return chat_.try_emplace(guest, chat_rate_).first->second.take(now);
}

}  // namespace engawa::server
