// The past of a room, as far as clients need it: the last steps, and a running hash over everything that was stored since
// the room was created. Two histories of one room (a backup was restored, the end of the journal was lost) have different
// hashes at the same number, so a client that comes back can be told whether its past is this room's.
//
// The hash is FNV-1a with 64 bits over the room's identity (its code and the time of its creation) and then each input's
// line, byte for byte as the journal has it: what is stored alone decides it, so it is the same after a restart, and a
// new version of the program that writes steps in another way does not change it. FNV needs neither memory nor a start
// per line, and, unlike a hash of parts, can never make two pasts equal again by adding the same inputs to both: each of
// its operations can be undone. It is no secret and no proof; the records have those (games/record/chain.hpp).
//
// Clients get 48 of the 64 bits. Forks are accidents, nobody searches for one that fits: of a million clients that come
// back with another past, one is missed with a probability of 1 in 280 million.
// Room's shard only.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string_view>

#include "base/expect.hpp"
#include "base/hex.hpp"
#include "server/room/input.hpp"
#include "server/room/peer.hpp"

namespace engawa::server {

class History {
 public:
  // As on the wire: 12 lower-case hexadecimal digits. The high bits: each byte of a line reaches them, the low ones
  // depend on low bits alone.
  struct Text {
    std::array<char, 16> digits;  // of the whole hash
    operator std::string_view() const { return {digits.data(), 12}; }
  };

  // What a client's past is: of this room, of another history, or too old to tell.
  enum class Past { ours, other, unknown };

  // The history of a new room.
  explicit History(RoomSetup const& setup);
  // Goes on from a snapshot after step `seq`; the steps before it are unknown.
  void restore(std::uint64_t seq, std::uint64_t hash);

  // Adds the line of the next input. Its step follows with keep(), since the step's text contains the new hash.
  void add(std::string_view line);
  // Keeps the newest step, and drops old ones beyond the limits.
  void keep(Frame step, std::size_t most_steps, std::size_t most_bytes);

  // Of the line that was added last.
  std::uint64_t seq() const { return seq_; }
  // After the newest step.
  std::uint64_t hash() const { return hash_; }
  Text text() const { return text_of(hash_); }

  // Of a client whose last step is `seq`, with the hash that it was given; an empty hash is taken for ours.
  Past past(std::uint64_t seq, std::string_view hash) const;
  // How many steps there are after `seq`, which must not be in the future.
  std::size_t missing(std::uint64_t seq) const {
    EXPECT(seq <= seq_, seq, seq_);
    return static_cast<std::size_t>(seq_ - seq);
  }
  // 1: the newest step. As many as missing(seq) are kept if past(seq, ...) is not unknown.
  Frame const& step(std::size_t index_from_end) const {
    EXPECT(index_from_end > 0 && index_from_end <= steps_.size(), index_from_end, steps_.size());
    return steps_[steps_.size() - index_from_end].frame;
  }
  // Whether the hash is of one of the last steps.
  bool has(std::string_view hash) const;

 private:
  struct Step {
    Frame frame;
    std::uint64_t before = 0;  // the hash before it
  };
  static Text text_of(std::uint64_t hash) { return {hex_digits(hash)}; }

  std::uint64_t seq_ = 0;     // of the newest step
  std::uint64_t hash_ = 0;    // after it
  std::uint64_t before_ = 0;  // before the line that was added last
  std::deque<Step> steps_;    // the last ones
  std::size_t bytes_ = 0;
};

}  // namespace engawa::server
