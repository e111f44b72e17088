// From a command line to a room: the server, the room, and our guest.
#pragma once
#include <optional>
#include <string>

#include "clients/cli/net/connection.hpp"
#include "clients/cli/net/guest_file.hpp"
#include "clients/cli/room/options.hpp"

namespace engawa::cli {

struct Entry {
  ConnectionOptions connection;
  GuestFile file{""};  // where the guest is kept; with an empty path, nowhere
  bool quick = false;  // by quick play

  // After a welcome: keeps the guest for the next run. Returns a sentence for the person if that fails.
  std::optional<std::string> remember(Guest const& guest) const;
};

// `own_guest`: as the guest of the guest file; otherwise as a new guest that is not kept (for spectators, and for bots
// without --guest-file: a second connection of the same guest would close the first).
struct As {
  bool own_guest = true;
  std::string who;  // distinguishes bots of one guest file
};

// The room that options.room names. Makes no call yet.
Outcome<Entry> find_room(Options const& options, As const& as);

// Quick play: asks the server for a seat (HTTP, blocking), after creating a guest if we have none.
Outcome<Entry> quick_play(Options const& options, As const& as);

// Our own room, with the settings of --make.
Outcome<Entry> make_room(Options const& options, As const& as);

// How long a person or program waits for an answer.
Millis answer_limit(Options const& options);

// The server of that link, with the connection options of the command line.
Outcome<Address> server_address(Options const& options, std::string_view server);

}  // namespace engawa::cli
