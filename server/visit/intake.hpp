// The input side of a connection: its frames are decoded, checked against its allowance, and passed to its channel, the
// first one to the greeting. Independent of sockets. The shard's thread only.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/messages.hpp"
#include "server/room/peer.hpp"
#include "server/visit/allowance.hpp"
#include "server/visit/greeting.hpp"

namespace engawa::server {

class Intake {
 public:
  // REQUIRES: the peer, and the objects that the door refers to, outlive it.
  Intake(Peer& peer, Door door, Rate messages) : peer_(peer), door_(std::move(door)), allowance_(messages) {}

  // Handles the text of one frame from the visitor, who is the peer. Returns the ms for which nothing more may be read;
  // 0: none. A request over the limit is answered, and the rest of a flood then waits in the sender's own buffers,
  // where it costs others no more than honest requests.
  std::int64_t hear(std::shared_ptr<Visitor> const& visitor, std::string_view text);
  // Answers a request with a refusal, in the room's envelope if it came in one. `wait_ms`: when to try again; 0:
  // unknown.
  void refuse_with(std::string_view id, Refusal const& refusal, std::int64_t wait_ms = 0);
  void refuse_with(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context);

  // An answer was queued: one unanswered request fewer.
  void answered() { unanswered_ -= unanswered_ > 0; }
  std::size_t unanswered() const { return unanswered_; }

  // The client's channel; nullptr: none yet, or no longer.
  Channel* channel() const { return channel_; }
  void enter(Channel& channel) { channel_ = &channel; }
  void forget_channel() { channel_ = nullptr; }
  // The target, for logs: "room", "lobby" or "stream".
  std::string_view channel_name() const;

 private:
  std::int64_t leave_room(Visitor& visitor, std::size_t bytes);
  std::int64_t hear_frame(std::shared_ptr<Visitor> const& visitor, std::string_view text);
  void receive(std::shared_ptr<Visitor> const& visitor, protocol::ClientFrame frame);
  std::int64_t slow_down(Visitor& visitor, std::string const& id, std::int64_t wait_ms);
  void on_bad_frame(Visitor& visitor, protocol::BadFrame const& bad);

  Peer& peer_;
  Door door_;
  Allowance allowance_;
  Channel* channel_ = nullptr;
  std::string room_;            // of the envelope that is being handled; empty: there is none
  std::size_t unanswered_ = 0;  // requests whose answer is not queued yet
};

}  // namespace engawa::server
