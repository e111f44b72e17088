// Where a server is, and which room somebody meant. Pure functions; any thread.
#pragma once
#include <string>
#include <string_view>

#include "clients/cli/exit_code.hpp"

namespace engawa::cli {

struct Address {
  std::string host;  // without brackets for IPv6
  std::string port;

  std::string authority() const;                                  // as a Host header has it
  std::string origin() const { return "http://" + authority(); }  // the key of this server in the guest file
};

// `http://host[:port][/...]`, or without the scheme. Refuses https: the server speaks plain HTTP behind a proxy, and
// this client has no TLS.
Outcome<Address> parse_address(std::string_view text);

struct RoomName {
  std::string code;    // as the server writes it
  std::string server;  // not empty when the person gave a whole link
};

// A code as people type it (lower case, full-width letters, O for 0, spaces) or a link `http://host/r/CODE`.
// Fails with Exit::NoRoom when no room can have that name.
Outcome<RoomName> parse_room(std::string_view text);

}  // namespace engawa::cli
