// The two sides of a connection inside the server: a client as seen by a room, and a room as seen by a client.
// Interfaces, so that rooms can be driven in tests without sockets. Everything on the room's shard.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/messages.hpp"
#include "server/room/frame.hpp"

namespace engawa::server {

enum class FrameKind {
  step,    // may be dropped from a full outbox and replaced by a state
  state,   // replaces all earlier steps and states
  answer,  // answer to one request: never dropped
};

// The guest of a connection.
struct Guest {
  std::string id;
  std::string nick;
  std::string program{};  // from the hello: what this connection said of itself
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual void send(Frame frame, FrameKind kind) = 0;
  // Closes after the queued frames have been sent. The peer will not call again; its channel must not use it any more.
  virtual void close(int code, std::string_view reason) = 0;
  // The last measured round trip of a ping (ms); 0: not measured yet. Calling this keeps the measurement going.
  virtual std::int64_t round_trip_ms() { return 0; }
  // Bytes of the frames that wait to be sent, estimated.
  virtual std::size_t queued() const { return 0; }
  // How long nothing more may be stored for its guest or its address: ms; 0: it may.
  virtual std::int64_t storing_wait(std::int64_t /*now*/) { return 0; }
  // This many bytes were stored for it.
  virtual void stored(std::int64_t /*now*/, std::size_t /*bytes*/) {}
};

// The target of `hello`: a room, or the lobby.
class Channel {
 public:
  virtual ~Channel() = default;
  // Answers `hello`. `token` is not empty if the guest was just created.
  virtual void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                     std::string_view token) = 0;
  // REQUIRES: `peer` has entered and not left.
  virtual void receive(Peer& peer, protocol::ClientFrame const& frame) = 0;
  // The connection has ended. Harmless for a peer that the channel no longer has.
  virtual void leave(Peer& peer) = 0;
  // The peer's outbox overflowed: sends one whole state to replace the dropped steps.
  virtual void resend_state(Peer& peer) = 0;
};

}  // namespace engawa::server
