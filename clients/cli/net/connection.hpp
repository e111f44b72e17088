// The protocol in one room: hello and resume, the document and its merge patches, requests that are answered exactly
// once, and reconnecting after a drop. Its user sees a changing document, and answers. Runs on the loop; owns the
// socket. Handlers may call request() and leave(), and must not destroy the connection.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/json_read.hpp"
#include "clients/cli/net/address.hpp"
#include "clients/cli/net/guest_file.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

// The cause of a change: a `step`, or a whole `state` (then `by` is empty and `events` is not an array).
struct Change {
  bool snapshot = false;
  bool other_history = false;  // of a snapshot: the earlier document is not part of this room's history
  std::int64_t seq = 0;
  std::string by;
  Json const* move = nullptr;  // nullptr if the step is not a move
  Json const& events;
};

struct ConnectionOptions {
  Address address;
  std::string room;
  Guest guest;                    // with a token: reconnects as this guest; else as a new one
  std::string nick;               // renames the guest when not empty
  std::string lang;               // "ja" or "en"
  std::string program;            // name of the program, if no person plays
  bool forget_guest = true;       // if the server does not know the token: join as a new guest instead of failing
  Millis answer_limit{10000};     // for the upgrade and for each answer
  Millis comeback_limit{120000};  // how long to retry after a drop
};

class Connection {
 public:
  // nullptr: success, and the answer's frame. Otherwise the refusal, after all retries.
  using Answer = std::function<void(Failure const*, Json const& answer)>;

  struct Handlers {
    std::function<void(Guest const&)> on_guest;    // after each welcome: our guest
    std::function<void(Change const&)> on_change;  // the document has changed; document() returns it
    std::function<void(bool online, std::string const& why)> on_link;  // lost / back; not for the first connect
    std::function<void(Json const& notice)> on_notice;                 // for Phrases::notice()
    std::function<void(Failure const&)> on_end;  // the last call; Exit::Ok when the server closed normally
  };

  Connection(Loop& loop, ConnectionOptions options, Handlers handlers);
  ~Connection();

  void open();
  // Sends `body` (an object with its `type`) under a new id, and again under the same id after every drop.
  void request(Json body, Answer answer = nullptr);
  // Closes with 1000 once everything is sent. Afterwards only `closed` is called.
  void leave(Handler closed);

  bool online() const;
  Json const& document() const;  // the room; null before the first state
  std::int64_t seq() const;
  Guest const& guest() const;
  // The estimated current time of the server's clock, in ms.
  std::int64_t server_now() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace engawa::cli
