// HTTP and WebSockets without sockets: messages between the server and its clients pass from thread to thread.
//
// Stands in for http_server.cpp and connection.cpp: here an HttpServer is a number to which others can send requests,
// and a connection lives on its shard like a real one, with a client's end that any thread may hold. Everything behind
// the two is the real server.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

#include "server/net/http_server.hpp"
#include "server/room/peer.hpp"
#include "tests/catch.hpp"

namespace engawa::server {

// The server has failed. Thrown on any thread; a Crowd passes it to the test.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Longer than any operation takes, even at the lowest priority beside everything else in ./check.
inline constexpr auto kPatience = std::chrono::minutes(5);

// The client's end of a WebSocket. One thread at a time, not one of the server's.
class Wire {
 public:
  struct Shared;  // by both ends
  explicit Wire(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  ~Wire() { hang_up(); }
  Wire(Wire const&) = delete;
  Wire& operator=(Wire const&) = delete;

  // Discarded once the other end has closed.
  void send(std::string text);
  // Waits for the next frame; empty: it is closed, and all earlier frames were returned.
  Frame receive();
  // REQUIRES: receive() has returned an empty frame.
  int code() const;
  // Silently, as when a connection breaks.
  void hang_up();

 private:
  std::shared_ptr<Shared> shared_;
};

// Sends a request to the server at `port`, and waits. Status 0: it has ended.
HttpResponse ask_http(int port, HttpRequest request);
// The path of a room or of the lobby; an answer if it is refused.
std::variant<std::unique_ptr<Wire>, HttpResponse> open_wire(int port, std::string const& path);
// Releases callers that still wait for the server at `port`. REQUIRES: its shards have stopped, and it is not destroyed
// yet.
void cut_off(int port);

}  // namespace engawa::server
