// The envelopes of /stream/ws, which carries the conversations of many rooms: {"room":"K7WMA2QX","frame":{...}} in both
// directions, and {"room":"K7WMA2QX","end":{...}} for the end of one of them. An envelope contains the same frame as
// the room's own WebSocket would carry. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::protocol {

struct Envelope {
  std::string room;   // as the client writes it; it may not be a valid code
  std::string frame;  // the text inside; empty: the client ends the conversation
};

// nullopt: not an envelope, but a frame of the stream itself, or unreadable. Refuses with `bad_message` a wrong
// envelope: `room` is not a text, or there is not exactly one of `frame` and `end`.
Result<std::optional<Envelope>> open_envelope(std::string_view text);

// The server's envelope. REQUIRES: `frame` is an object as JSON text.
std::string envelope(std::string_view room, std::string_view frame);
// `code` is the code with which the room's own WebSocket would have been closed.
std::string end_envelope(std::string_view room, int code, std::string_view reason);

// Why a room is shown to a guest on a stream.
struct Invitation {
  enum class Reason { seat, invited };
  std::string room, game;
  Reason reason = Reason::seat;
  int seat = -1;          // the guest's, for Reason::seat
  std::string by_id{};    // the inviting player, for Reason::invited
  std::string by_nick{};  // for Reason::invited
};
std::string invitation(Invitation const& invitation);

}  // namespace engawa::protocol
