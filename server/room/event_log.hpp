// The events of a room's current round (before the first: since the room was created), as all members received them:
// the log for a reload, a second device or a late spectator. It is computed from the steps, so a room rebuilt from its
// journal has the same log.
//
// The events are kept as text. Recreating them for each request would mean replaying the round: 0.1 s of processor time
// after a long round of bubbles for five, compared with a few microseconds for joining the text. The memory (about 10
// kB for a round of reversi) is limited: the oldest entries are dropped first. Chat is not kept: the document has its
// last lines. Room's shard only.
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
  // The pages that a connection may leave unread (16 answers) fit in its outbox (256 KiB).
  static constexpr std::size_t kPageBytes = 12288;

  // Adds a step: its events, and the room after it. An entry stores the seats only if they differ from those of the
  // previous entry, so that its sentences can name the players of that time.
  void add(RoomState const& after, std::string_view events);

  // The newest entries, or the newest before a step, oldest first, as a JSON object: `entries`, with `more` if there
  // are older ones to request, or `cut` if older ones have been dropped.
  std::string page(std::optional<std::uint64_t> before) const;

  // Bytes on the heap, estimated.
  std::size_t memory() const;
  // Appends the whole log as JSON; restore() recreates it. Throws std::exception on invalid data.
  void write(std::string& out) const;
  void restore(Json const& json);

 private:
  // Its texts are contiguous in text_.
  struct Entry {
    std::uint64_t seq = 0;
    std::size_t begin = 0;     // counted from the round's first entry
    std::uint32_t events = 0;  // bytes, without brackets
    std::uint32_t seats = 0;   // bytes; 0: the same as in the previous entry
    // Its approximate size on the wire.
    std::size_t bytes() const { return 40 + events + seats; }
  };

  std::string_view events_of(Entry const& entry) const;
  std::string_view own_seats_of(Entry const& entry) const;
  std::string_view seats_of(std::size_t index) const;
  void push(std::uint64_t seq, std::string_view events, std::string_view seats);
  void drop_first();

  std::deque<Entry> entries_;
  std::string text_;         // one block of memory, because every move adds to it
  std::size_t dropped_ = 0;  // bytes before text_
  std::string seats_;        // of the first entry, if it has none itself
  std::size_t bytes_ = 0;
  int round_ = 0;
  bool cut_ = false;  // older entries of the round were dropped
};

}  // namespace engawa::server
