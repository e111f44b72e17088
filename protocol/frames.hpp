// The server's messages: writers of frames. Each appends or returns one JSON object as text.
// `re` is the JSON text of the request's id, `set` and `events` are the members inside their brackets. Pure; any
// thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::protocol {

struct ErrorContext {
  std::optional<std::uint64_t> seq;
  std::optional<std::uint32_t> ply;
  std::optional<std::int64_t> retry_ms;
  std::string reason{};                 // the operator's, of `banned` and `muted`; empty: none was given
  std::optional<std::int64_t> until{};  // Unix time (ms) at which that ends; absent: not by itself
};

std::string ok(std::string_view re, std::uint64_t seq);
// The same, appended to `out`, because one is written for every move.
void write_ok(std::string& out, std::string_view re, std::uint64_t seq);
// `hint` is a JSON object; `seq` is the step that it refers to.
std::string hint(std::string_view re, std::uint64_t seq, std::string_view hint);
// `log` is a JSON object; `seq` is the last step that it may contain.
std::string log(std::string_view re, std::uint64_t seq, std::string_view log);
// What a move for the position after `ply` would change: `set` and `events` as its step would have them; `seq` is the
// step that this refers to.
std::string preview(std::string_view re, std::uint64_t seq, std::uint32_t ply, std::string_view set,
                    std::string_view events);
// `re` may be empty if the frame could not be matched to a request.
std::string error(std::string_view re, Refusal const& refusal, ErrorContext const& context = {});
std::string pong(std::string_view re, std::optional<std::int64_t> client_ms, std::int64_t server_ms);
std::string draining(int in_s);
// A message of the operator, to everybody. One of the texts may be empty.
std::string operator_notice(std::string_view en, std::string_view ja);
// The client's history differs from the room's; a state follows.
std::string other_history();

struct WelcomeGuest {
  std::string_view id;  // empty: the lobby knows no guest
  std::string_view nick;
  std::string_view token;  // empty: the client has it already
};
// `hash` is the hash of the room's history after step `seq`; empty in the lobby, which has no history.
std::string welcome(std::string_view re, WelcomeGuest const& guest, std::uint64_t seq, std::string_view hash,
                    int heartbeat_s);

// `document` is the whole JSON object of the room; `seat` is the receiver's, or -1.
std::string state(std::uint64_t seq, std::string_view hash, int seat, std::string_view document);

// Appended to `out`, as above. `by` is the name of a seat, or empty; `move` is JSON text or empty.
void write_step(std::string& out, std::uint64_t seq, std::string_view hash, std::string_view by, std::string_view move,
                std::string_view set, std::string_view events);

}  // namespace engawa::protocol
