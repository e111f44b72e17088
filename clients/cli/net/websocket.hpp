// One WebSocket to the server, from the first connect to its close; a new connection is a new object. Only this and
// http.cpp use Beast. Runs on the loop. Destroying it drops the connection and silences the handlers.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "clients/cli/net/address.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

// How a socket ended. Before it was open: `status` is the HTTP status of the refused upgrade (0: no answer).
// Afterwards: `code` is the close code, 1006 if the connection broke.
struct SocketEnd {
  bool was_open = false;
  bool timed_out = false;  // connected, but the upgrade was not answered in time
  int code = 1006;
  int status = 0;
  std::optional<Failure> failure;  // TLS could not be set up
  std::string detail;              // the server's reason, the body of the HTTP answer, or the system's message
};

class WebSocket {
 public:
  struct Handlers {
    Handler on_open;
    std::function<void(std::string_view)> on_frame;  // one text frame; this server sends no binary ones
    std::function<void(SocketEnd const&)> on_end;    // once, the last call
  };

  WebSocket(Loop& loop, Handlers handlers);
  ~WebSocket();

  // Connects and upgrades at `path` ("/rooms/CODE/ws"), with `limit` for each of the two. `origin`: sent as a page's,
  // unless it is empty.
  void open(Address const& address, std::string const& path, Millis limit, std::string const& origin = {});
  // Queues a text frame. Frames still queued when the socket ends are lost.
  void send(std::string frame);
  // Sends everything queued, then closes with 1000; on_end follows.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::cli
