// From a command line to a room: which server, which room, and who we are there.
#pragma once
#include <optional>
#include <string>

#include "clients/cli/net/connection.hpp"
#include "clients/cli/net/guest_file.hpp"
#include "clients/cli/room/options.hpp"

namespace engawa::cli {

struct Entry {
  ConnectionOptions connection;
  GuestFile file{""};  // where the guest is kept; its path may be empty
  bool quick = false;  // by quick play

  // After a welcome: keeps the guest for the next run. Gives the sentence to tell when that cannot be done.
  std::optional<std::string> remember(Guest const& guest) const;
};

// `own_guest`: as the guest of the guest file; otherwise as a new guest that nobody remembers (watchers, and bots
// without --guest-file: a second connection of the same guest would throw out the first).
struct As {
  bool own_guest = true;
  std::string who;  // tells bots of one guest file apart
};

// The room that options.room names. Calls nobody yet.
Outcome<Entry> find_room(Options const& options, As const& as);

// Quick play: asks the server for a seat (HTTP, blocking), after making a guest when we have none.
Outcome<Entry> quick_play(Options const& options, As const& as);

// A room of our own, with the settings of --make.
Outcome<Entry> make_room(Options const& options, As const& as);

// How long a person or another program waits for an answer.
Millis answer_limit(Options const& options);

// The server of that link, connected to as the options say.
Outcome<Address> server_address(Options const& options, std::string_view server);

}  // namespace engawa::cli
