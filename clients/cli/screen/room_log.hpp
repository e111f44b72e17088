// The log beside the board: events and chat in the order of their steps. A value of the screen's thread.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "clients/cli/board/table.hpp"

namespace engawa::cli {

struct LogLine {
  std::string text;
  bool chat = false;
  std::int64_t seq = 0;  // the step of the line, or the last step before it
};

class RoomLog {
 public:
  static constexpr std::size_t kMost = 200;  // lines; the oldest ones are dropped

  // By its step: the requested events arrive later than the pushed ones. After other lines of the same step.
  void add(LogLine line);
  // The lines of the chat that are not here yet.
  void add_chat(Table const& table);
  // The logged lines may belong to another history.
  void begin_again();
  std::vector<LogLine> const& lines() const { return lines_; }

 private:
  std::vector<LogLine> lines_;  // oldest first
  std::int64_t chat_seen_ = 0;  // the step of the last chat line
};

}  // namespace engawa::cli
