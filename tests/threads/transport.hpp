// HTTP and WebSockets without sockets: what the server says to its clients, and hears of them, goes from thread to thread.
//
// Stands in for http_server.cpp and connection.cpp: here an HttpServer is a number that others can ask, and a connection lives on its
// shard as a real one does, with a client's end that any thread may hold. Everything behind the two is the server's own.
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

// The server has not done what it should. Thrown on any thread; a Crowd brings it to the test.
struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Longer than anything takes, also at the lowest priority beside everything else that ./check runs.
inline constexpr auto kPatience = std::chrono::minutes(5);

// The client's end of a WebSocket. One thread at a time, none of the server's.
class Wire {
 public:
  struct Shared;  // by both ends
  explicit Wire(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  ~Wire() { hang_up(); }
  Wire(Wire const&) = delete;
  Wire& operator=(Wire const&) = delete;

  // Goes nowhere once the other end has closed.
  void send(std::string text);
  // The next frame, waited for; empty: it is closed, and all that came before was given.
  Frame receive();
  // REQUIRES: receive() has given an empty frame.
  int code() const;
  // Without a word, as a connection breaks.
  void hang_up();

 private:
  std::shared_ptr<Shared> shared_;
};

// Asks the server at `port`, and waits. Status 0: it has gone.
HttpResponse ask_http(int port, HttpRequest request);
// The path of a room or of the lobby; an answer when it is refused.
std::variant<std::unique_ptr<Wire>, HttpResponse> open_wire(int port, std::string const& path);
// Lets go who still waits for the server at `port`. REQUIRES: its shards have stopped, and it is not destroyed yet.
void cut_off(int port);

}  // namespace engawa::server
