// What has happened in a room since its round began (before the first: since it was made), as everybody was told: the log that a
// reload, a second device or a late watcher shows. It follows from the steps, so a room from its journal has the same.
//
// The events are kept as text. To make them anew for each who asks, the round would have to be replayed: 0.1 s of a processor after
// a long round of bubbles for five, against some microseconds to put kept ones together. What that costs in memory (a round of reversi
// some 10 kB) is bounded: the oldest entries go first. Of the chat nothing is kept: the document has its last lines. Room's shard only.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_read.hpp"

namespace engawa::server {

class RoomState;

class RoomLog {
 public:
  static constexpr std::size_t kKeptBytes = 65536;
  // As many pages as a connection may leave unread (16 answers) fit into its outbox (256 KiB).
  static constexpr std::size_t kPageBytes = 12288;

  // A step was made: its events, and the room as it is after it. An entry has the seats as they are then where they are not those of
  // the entry before, so that its words can name who sat there.
  void add(RoomState const& after, std::string_view events);

  // The newest entries, or the newest before a step, oldest first, as a JSON object: `entries`, with `more` when there are older ones
  // to be asked for, or `cut` when older ones are not kept any more.
  std::string page(std::optional<std::uint64_t> before) const;

  // All of it; restore() makes another the same. Throws std::exception when it is something else.
  Json json() const;
  void restore(Json const& json);

 private:
  struct Entry {
    std::uint64_t seq = 0;
    std::string events;  // without brackets
    std::string seats;   // empty: those of the entry before
    // About what it takes on the wire.
    std::size_t bytes() const { return 40 + events.size() + seats.size(); }
  };

  void push(Entry entry);
  void drop_first();
  std::string const& seats_of(std::size_t index) const;

  std::deque<Entry> entries_;  // the first has its seats
  std::size_t bytes_ = 0;
  int round_ = 0;
  bool cut_ = false;  // older entries of the round are gone
};

}  // namespace engawa::server
