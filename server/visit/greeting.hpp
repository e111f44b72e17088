// The beginning of a WebSocket's conversation: from a client's hello to a channel, or to a close code. Independent of
// sockets: it uses the Visitor interface. The shard's thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/frames.hpp"
#include "protocol/messages.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/room/peer.hpp"
#include "server/shard/room_directory.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class Streams;

// A visitor's way into a channel.
struct Entry {
  Channel& channel;
  Guest const& guest;  // empty: a client that only watches the lobby
  protocol::Hello const& hello;
  std::string_view id;     // from the hello
  std::string_view token;  // of a guest that was just created, or empty
  StoringShares storing;   // of a room
};

// A client that has said hello.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // It has disconnected meanwhile and is not notified.
  virtual bool ending() const = 0;
  // The hello is being processed, and the visitor is not read until go_on(), unless enter() or hang_up() follows at
  // once.
  virtual void wait() = 0;
  virtual void go_on() = 0;
  virtual void refuse_hello(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) = 0;
  virtual void hang_up(int code, std::string_view reason) = 0;
  virtual void enter(Entry entry) = 0;
};

// The target of the visitor.
struct Door {
  boost::asio::io_context& io;
  Services& services;
  RoomDirectory& rooms;
  std::string room;           // normal room code; empty: the lobby, or a stream
  std::string address;        // of the client, in the form used for counting
  Streams* stream = nullptr;  // not the lobby, but its own stream
};

// A hello whose nick is refused may be repeated; any other one ends in enter() or hang_up(), possibly later. REQUIRES:
// the members that the door refers to outlive the loop's work.
void greet(std::shared_ptr<Visitor> visitor, Door door, protocol::Hello hello, std::string id);

}  // namespace engawa::server
