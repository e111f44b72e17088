// The part of a room's history that clients need: the last steps, and a running hash over everything stored since the
// room was created. Two histories of one room (a backup was restored, the end of the journal was lost) have different
// hashes at the same number, so the server can decide whether a reconnecting client has this history.
//
// The hash is FNV-1a with 64 bits over the room's identity (its code and the time of its creation) and then each
// input's line, byte for byte as the journal has it: it depends only on the stored lines, so it is the same after a
// restart, and after an update of the program that writes steps in another way. FNV needs neither memory nor set-up per
// line. Unlike a hash of parts, it can never make two histories equal again when the same inputs are added to both,
// because each of its operations can be reversed. It is neither a secret nor a proof; the records have those
// (games/record/chain.hpp).
//
// Clients get 48 of the 64 bits. Forks are accidents, and nobody searches for a colliding one: among a million clients
// that reconnect with another history, one is missed with a probability of 1 in 280 million. Room's shard only.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <string_view>

#include "base/expect.hpp"
#include "base/hex.hpp"
#include "server/room/peer.hpp"
#include "server/state/input.hpp"

namespace engawa::server {

class History {
 public:
  // In the form of the wire: 12 lower-case hexadecimal digits. They are the high bits, because each byte of a line
  // affects those; the low bits depend only on low bits.
  struct Text {
    std::array<char, 16> digits;  // of the whole hash
    operator std::string_view() const { return {digits.data(), 12}; }
  };

  // A client's history: this room's, another one, or too old to decide.
  enum class Past { ours, other, unknown };

  // The history of a new room.
  explicit History(RoomSetup const& setup);
  // Continues from a snapshot after step `seq`; the steps before it are unknown.
  void restore(std::uint64_t seq, std::uint64_t hash);

  // Adds the line of the next input. Its step follows with keep(), since the step's text contains the new hash.
  void add(std::string_view line);
  // Keeps the newest step, and drops old ones beyond the limits.
  void keep(Frame step, std::size_t most_steps, std::size_t most_bytes);

  // After the line that was added last.
  std::uint64_t seq() const { return seq_; }
  // After the newest step.
  std::uint64_t hash() const { return hash_; }
  Text text() const { return text_of(hash_); }

  // For a client whose last step is `seq`, with the hash that it received; an empty hash counts as ours.
  Past past(std::uint64_t seq, std::string_view hash) const;
  // The number of steps after `seq`, which must not be in the future.
  std::size_t missing(std::uint64_t seq) const {
    EXPECT(seq <= seq_, seq, seq_);
    return static_cast<std::size_t>(seq_ - seq);
  }
  // 1: the newest step. missing(seq) steps are kept if past(seq, ...) is not unknown.
  Frame const& step(std::size_t index_from_end) const {
    EXPECT(index_from_end > 0 && index_from_end <= steps_.size(), index_from_end, steps_.size());
    return steps_[steps_.size() - index_from_end].frame;
  }
  // Bytes on the heap, estimated.
  std::size_t memory() const;
  // Whether the hash belongs to one of the last steps.
  bool has(std::string_view hash) const;

 private:
  struct Step {
    Frame frame;
    std::uint64_t before = 0;  // the hash before it
  };
  static Text text_of(std::uint64_t hash) { return {hex_digits(hash)}; }

  std::uint64_t seq_ = 0;     // of the newest step
  std::uint64_t hash_ = 0;    // after that step
  std::uint64_t before_ = 0;  // before the line that was added last
  std::deque<Step> steps_;    // the last steps
  std::size_t bytes_ = 0;
};

}  // namespace engawa::server
