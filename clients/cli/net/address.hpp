// The address of a server, and the room or record that a person names. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "clients/cli/text/exit_code.hpp"

namespace engawa::cli {

struct Address {
  std::string host;  // without brackets for IPv6
  std::string port;
  std::string path;       // "/engawa" of https://HOST/engawa, in front of every path of the server; mostly empty
  bool tls = false;       // https
  bool insecure = false;  // accept any certificate

  std::string authority() const;  // as in a Host header
  std::string origin() const;     // of its pages
  std::string place() const;      // "HOST/engawa", for sentences
  std::string url() const;        // the key of this server in the guest file, and the start of its links
};

// `http://host[:port][/path]`, https, ws or wss; http without a scheme. Any link to a page of the server will do.
Outcome<Address> parse_address(std::string_view text);

struct RoomName {
  std::string code;    // as the server writes it
  std::string server;  // not empty if the person gave a whole link
};

// A code as people type and paste it (lower case, full-width letters, O for 0, spaces, in brackets), or a link
// `http://host/r/CODE` with any text around it. Fails with Exit::NoRoom if no room can have that code.
Outcome<RoomName> parse_room(std::string_view text);

struct RecordName {
  std::string id;      // K7WMA2QX-1
  std::string server;  // not empty if the person gave a whole link
};

// The id of a record, typed or pasted in the same forms, or a link to /g/ID or /api/records/ID. nullopt: neither.
std::optional<RecordName> parse_record(std::string_view text);

}  // namespace engawa::cli
