// The protocol's side of being in one room: hello and resume, the document and its merge patches, requests that are
// answered exactly once, and coming back after a drop. Whoever uses it sees a document that changes, and answers.
// Runs on the loop; owns the socket. Handlers may call request() and leave(), and must not destroy the connection.
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

// What changed the document: a `step`, or a whole `state` (then `by` is empty and `events` is no array).
struct Change {
  bool snapshot = false;
  bool other_history = false;  // of a snapshot: what was known before it is not of this room's past
  std::int64_t seq = 0;
  std::string by;
  Json const* move = nullptr;  // nullptr when the step is no move
  Json const& events;
};

struct ConnectionOptions {
  Address address;
  std::string room;
  Guest guest;                    // with a token: comes back as this guest; else as a new one
  std::string nick;               // renames the guest when not empty
  std::string lang;               // "ja" or "en"
  std::string program;            // its name, if a program plays and no person
  bool forget_guest = true;       // a token that the server does not know: come in as a new guest instead of failing
  Millis answer_limit{10000};     // for the upgrade and for each answer
  Millis comeback_limit{120000};  // how long to go on trying after a drop
};

class Connection {
 public:
  // nullptr: done, and the answer's frame. Otherwise the refusal; what could be tried again has been tried.
  using Answer = std::function<void(Failure const*, Json const& answer)>;

  struct Handlers {
    std::function<void(Guest const&)> on_guest;                        // after each welcome: who we are
    std::function<void(Change const&)> on_change;                      // the document is new; document() has it
    std::function<void(bool online, std::string const& why)> on_link;  // lost / back; not for the first connect
    std::function<void(std::string_view kind)> on_notice;              // what Phrases::notice() has words for
    std::function<void(Failure const&)> on_end;  // the last call; Exit::Ok when the server closed normally
  };

  Connection(Loop& loop, ConnectionOptions options, Handlers handlers);
  ~Connection();

  void open();
  // Sends `body` (an object with its `type`) under a fresh id, and again under the same id after every drop.
  void request(Json body, Answer answer = nullptr);
  // Closes with 1000 once everything is sent. No handler is called any more but `closed`.
  void leave(Handler closed);

  bool online() const;
  Json const& document() const;  // the room; null before the first state
  std::int64_t seq() const;
  Guest const& guest() const;
  // The server's clock now, in its milliseconds, as far as we know it.
  std::int64_t server_now() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace engawa::cli
