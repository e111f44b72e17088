#include "clients/cli/screen/room_log.hpp"

#include <algorithm>
#include <utility>

#include "clients/console/text.hpp"

namespace engawa::cli {

void RoomLog::add(LogLine line) {
  auto const earlier = [](std::int64_t seq, LogLine const& other) { return seq < other.seq; };
  lines_.insert(std::upper_bound(lines_.begin(), lines_.end(), line.seq, earlier), std::move(line));
  if (lines_.size() > kMost) lines_.erase(lines_.begin());
}

void RoomLog::add_chat(Table const& table) {
  for (auto const& row : table.chat) {
    if (row.seq <= chat_seen_) continue;
    chat_seen_ = row.seq;
    add({isolated(row.who) + ": " + isolated(row.text), true, row.seq});
  }
}

void RoomLog::begin_again() {
  lines_.clear();
  chat_seen_ = 0;
}

}  // namespace engawa::cli
