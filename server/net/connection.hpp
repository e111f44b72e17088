// A WebSocket connection: a reader, and one outbox through which every byte leaves.
// Hides Beast. Created on the shard of its room, and stays there until it closes.
#pragma once
#include <memory>
#include <string>

namespace engawa::server {

class Shard;

// A socket whose upgrade request has been read.
struct Handoff {
  int socket = -1;              // owned
  int family = 0;               // AF_INET, AF_INET6 or AF_UNIX
  std::string request;          // the upgrade request's head, to be answered with 101
  std::string room;             // normal room code; empty: the lobby, or a stream
  bool stream = false;          // a stream: many rooms (server/visit/streams.hpp)
  bool subprotocol = false;     // the client offered engawa.v1
  std::string address;          // of the client, in the form used for counting
  std::shared_ptr<void> place;  // given back when the connection has ended
};

// REQUIRES: the shard's thread.
void serve_websocket(Handoff handoff, Shard& shard);

}  // namespace engawa::server
