// The two sides of a connection inside the server: what a room sees of a client, and what a client sees of a room.
// Interfaces, so that rooms can be driven in tests without sockets. Everything on the room's shard.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/messages.hpp"

namespace engawa::server {

// A serialised frame, shared by all who get it.
using Frame = std::shared_ptr<std::string const>;

enum class FrameKind {
  step,    // may be dropped from a full outbox, for a state in its place
  state,   // replaces everything of kind step and state before it
  answer,  // to one request: never dropped
};

// A guest as the connection found them.
struct Guest {
  std::string id;
  std::string nick;
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual void send(Frame frame, FrameKind kind) = 0;
  // Closes after what is queued has been sent. The peer will not speak again; its channel must forget it.
  virtual void close(int code, std::string_view reason) = 0;
  // How long a ping and its pong last took, as the server measured it (ms); 0: not measured yet. Asking keeps the measuring up.
  virtual std::int64_t round_trip_ms() { return 0; }
};

// What `hello` leads to: a room, or the lobby.
class Channel {
 public:
  virtual ~Channel() = default;
  // Answers `hello`. `token` is not empty when the guest was just made.
  virtual void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
                     std::string_view token) = 0;
  // REQUIRES: `peer` has entered and not left.
  virtual void receive(Peer& peer, protocol::ClientFrame const& frame) = 0;
  // The connection is gone. Harmless for a peer that the channel has forgotten.
  virtual void leave(Peer& peer) = 0;
  // The peer's outbox ran over: sends one whole state in place of what was dropped.
  virtual void resend_state(Peer& peer) = 0;
};

}  // namespace engawa::server
