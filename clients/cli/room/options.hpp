// The values of the command line, and how the client prints.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cli/board/phrases.hpp"
#include "clients/console/console.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {

// The flags of all verbs; each verb reads its own.
struct Options : Manner {
  std::string server = "http://localhost:8080";
  std::string room;                                      // as typed: a code or a link
  std::string game{games::catalog().front().info().id};  // empty for `bot`: the game of the room
  std::string preset;
  std::string game_options;  // JSON; empty: those of the preset
  std::string phase;
  bool make = false;      // our own room, with these settings; empty and absent: the server's defaults
  bool open = false;      // its other seats are open
  std::string seat_bots;  // or for these bots: kitsune:5,tanuki
  std::string clock;      // none, 60, 5+3, 10+3x30
  std::string out_of_time, absent, join, programs, next_round, hints, stand_in;
  std::optional<int> grace_s;
  std::string nick;
  std::string guest_file;
  std::string exec;
  std::string record;                           // as typed: a file, -, a link or a record's id
  std::string admin = "http://localhost:9090";  // the admin port
  std::string token_file;
  std::string admin_act;                 // ban, rooms, ...
  std::vector<std::string> admin_words;  // what belongs to it
  std::string reason, by, en, ja;
  std::optional<int> minutes;
  int wait_s = 0;
  std::optional<int> seat;
  std::optional<int> ply;
  std::optional<int> delay_ms;
  int count = 1;
  int timeout_s = 10;
  int reconnect_s = 120;
  bool insecure = false;  // https with any certificate
  bool plain = false;
  bool once = false;
  bool hello = false;
  bool start = false;
  bool rematch = false;
};

class Output final : public Console {
 public:
  explicit Output(Options const& options) : Console("engawa", options), phrases_(say().lang, color()) {}

  Phrases const& phrases() const { return phrases_; }
  // The messages about the connection that all verbs share (Connection::Handlers).
  void link(bool online, std::string const& why) const { note(phrases_.link(online, why)); }
  void notice(Json const& notice) const {
    if (auto const words = phrases_.notice(notice); !words.empty()) note(words);
  }

 private:
  std::string sentence(Failure const& failure) const override { return phrases_.failure(failure); }

  Phrases phrases_;
};

}  // namespace engawa::cli
