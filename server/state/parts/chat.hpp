// The last lines of a room's chat: part of RoomState. A value; one thread at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "base/json_read.hpp"

namespace engawa::server {

class Chat {
 public:
  static constexpr std::size_t kLines = 30;

  struct Line {
    std::uint64_t seq = 0;  // of its input
    std::string guest, nick, text;

    // In the document and in reports: m18.
    std::string name() const { return "m" + std::to_string(seq); }
  };

  // Adds a line, drops the oldest one beyond the limit, and writes the patch.
  void say(Line line, std::string& set);
  // Oldest first.
  std::deque<Line> const& lines() const { return lines_; }

  // The document's `chat`.
  void write(std::string& out) const;
  void save(Json& snapshot) const;
  // Throws std::exception on invalid data.
  void restore(Json const& snapshot);

 private:
  std::deque<Line> lines_;
};

}  // namespace engawa::server
