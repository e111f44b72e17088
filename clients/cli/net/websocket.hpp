// One WebSocket to the server, from the first connect to its close; a new connection is a new object. The only thing
// that knows Beast (with http.cpp). Runs on the loop. Destroying it drops the connection and silences the handlers.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/cli/net/address.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

// How a socket ended. Before it was open: `status` is the HTTP answer instead of the upgrade (0: no answer at all).
// Afterwards: `code` is the close code, 1006 when the connection broke.
struct SocketEnd {
  bool was_open = false;
  bool timed_out = false;  // connected, but the upgrade was not answered in time
  int code = 1006;
  int status = 0;
  std::optional<Failure> failure;  // there is no TLS with it
  std::string detail;              // the server's reason, the body of the HTTP answer, or the system's words
};

class WebSocket {
 public:
  struct Handlers {
    Handler on_open;
    std::function<void(std::string_view)> on_frame;  // one text frame; binary ones do not come from this server
    std::function<void(SocketEnd const&)> on_end;    // once, the last call
  };

  WebSocket(Loop& loop, Handlers handlers);
  ~WebSocket();

  // Connects and upgrades at `path` ("/rooms/CODE/ws"), with `limit` for each of the two.
  void open(Address const& address, std::string const& path, Millis limit);
  // Queues a text frame. What is still queued when the socket ends is lost.
  void send(std::string frame);
  // Sends everything queued, then closes politely with 1000; on_end follows.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::cli
