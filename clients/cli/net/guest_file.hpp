// Our guest on each server: the tokens that the servers gave us, kept between runs so that a dropped player finds the
// seat again. Blocking file access; one thread. Other programs may write the file between our calls.
#pragma once
#include <string>

#include "clients/cli/text/exit_code.hpp"

namespace engawa::cli {

struct Guest {
  std::string id;
  std::string token;
  std::string nick;
};

class GuestFile {
 public:
  // With an empty path nothing is kept. `who` distinguishes several guests of one file on one server (bots).
  GuestFile(std::string path, std::string who = "") : path_(std::move(path)), who_(std::move(who)) {}

  // $XDG_STATE_HOME/engawa/guests.json, or ~/.local/state/...; empty if there is no home.
  static std::string default_path();

  // The guest for `server` (Address::url); without a token if none is known. Fails if the file is damaged, and never
  // overwrites it then.
  Outcome<Guest> load(std::string const& server) const;
  // Replaces the file, mode 600, by renaming. Fails with a sentence.
  Outcome<bool> save(std::string const& server, Guest const& guest) const;

 private:
  std::string key(std::string const& server) const { return who_.empty() ? server : server + " " + who_; }

  std::string path_;
  std::string who_;
};

}  // namespace engawa::cli
