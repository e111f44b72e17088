// The clients connected to a room, and the order in which frames are sent to them.
//
// A step is held until the journal has stored its input. Everything sent meanwhile waits behind it, because it may
// refer to a position that is not stored yet. The room's shard only. A Member is valid until the next add(), remove()
// or close_all().
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expect.hpp"
#include "base/result.hpp"
#include "server/room/history.hpp"
#include "server/room/peer.hpp"
#include "server/state/parts/seats.hpp"

namespace engawa::server {

struct Member {
  std::uint64_t id = 0;  // never used again in this room
  Peer* peer = nullptr;
  Guest guest;
  std::uint64_t since = 0;      // the state that they received on arrival includes the steps up to this one
  std::uint64_t collapses = 0;  // how often a state has replaced queued frames in the outbox
};

class Members {
 public:
  struct Delivery {
    std::uint64_t member = 0;
    Frame frame;
    FrameKind kind = FrameKind::answer;
    std::uint64_t collapses = 0;  // the member's value when this was queued: older steps are no longer sent
  };
  // The frames to send once step `seq` is stored.
  struct HeldStep {
    std::uint64_t seq = 0;
    Frame step;
    std::uint64_t asker = 0;  // the member that receives the step first, then `ok`
    std::string request;
    std::string dismissed;  // the guest whose connection is closed after this
    std::vector<Delivery> deliveries;
    std::chrono::steady_clock::time_point received{};  // the frame with the asker's move; of anything else: not set
  };

  // REQUIRES: neither the peer nor the guest is connected already.
  Member& add(Peer& peer, Guest const& guest);
  // REQUIRES: it is one of these.
  void remove(Member const& member);
  Member* find(Peer const& peer);
  Member const* find(std::uint64_t id) const;
  Member const* find_guest(std::string_view guest) const;
  // Members without a seat.
  std::size_t spectators(Seats const& seats) const;
  std::size_t size() const { return members_.size(); }
  bool empty() const { return members_.empty(); }
  auto begin() const { return members_.begin(); }
  auto end() const { return members_.end(); }

  // Sends it after all held steps.
  void deliver(Member const& member, Frame frame, FrameKind kind);
  // Sends the steps after `seq` if the client's history is the room's; otherwise returns false: the client needs the
  // whole state. A client with another history is notified.
  bool deliver_since(Member const& member, History const& history, std::optional<std::uint64_t> seq,
                     std::string_view hash);
  // To all members, at once.
  void tell_all(Frame const& frame);
  // Closes and removes all members.
  void close_all(int code, std::string_view reason);

  // REQUIRES: called in the order of their numbers, without a gap.
  void hold(HeldStep step) {
    EXPECT(held_.empty() || held_.back().seq + 1 == step.seq, step.seq);
    held_.push_back(std::move(step));
  }
  bool holds_steps() const { return !held_.empty(); }
  // The oldest held step, if its number is at most `seq`.
  std::optional<HeldStep> take_stored(std::uint64_t seq);
  // Sends its step, its `ok`, and the frames that waited behind it.
  void tell(HeldStep const& held);
  // Bytes on the heap, estimated, with the frames that wait in the outboxes.
  std::size_t memory() const;
  // No held step will be stored: those who requested one get `why`.
  void refuse_held(Refusal const& why);

 private:
  std::vector<Member> members_;
  std::vector<HeldStep> held_;
  std::uint64_t next_id_ = 1;
};

}  // namespace engawa::server
