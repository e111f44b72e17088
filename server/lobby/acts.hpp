// The acts of the operator, and the reports of guests to the operator, as values: what the admin port is asked for, and
// what the store keeps. Pure functions; any thread.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json_read.hpp"
#include "base/result.hpp"

namespace engawa::server {

struct Act {
  enum class Kind { close, remove, ban, unban, mute, unmute, forbid, allow, notice, settle, retry, drain, report };
  Kind kind = Kind::notice;
  std::int64_t number = 0;  // in the store; 0: not stored yet
  std::string room{};       // normal code
  std::string guest{};      // a guest's id
  std::string addresses{};  // a network (client_network)
  std::int64_t until = 0;   // Unix time (ms); 0: not limited
  std::string reason{};
  std::string word{};
  std::string en{}, ja{};   // of a notice; one may be empty
  std::string by{};         // who says that they did it, or the guest who reports; empty: nobody
  std::string nick{};       // of the guest who is reported
  std::string message{};    // the name of the line of chat that is reported (Chat::Line::name); empty: no line
  std::string chat{};       // the room's last lines then, as a JSON array; only to be written
  std::int64_t report = 0;  // the number of the report that is settled
};

// {"act":"ban","guest":"g_...","minutes":60,"reason":"..."}: the members that each act may and must have are in
// docs/host/moderation.md. `now` is Unix time (ms). Refuses anything else with `bad_message`.
Result<Act> read_act(Json const& body, std::int64_t now);

// As JSON, with `until` in place of `minutes`.
std::string write_act(Act const& act);
// What write_act() wrote. Refuses an act of a newer version with `unknown_type`.
Result<Act> stored_act(std::string_view text);

}  // namespace engawa::server
