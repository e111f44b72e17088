// What the command line said, and how the client talks back.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "clients/cli/board/phrases.hpp"
#include "clients/console/console.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {

// The flags of all verbs; each verb reads its own.
struct Options : Manner {
  std::string server = "http://localhost:8080";
  std::string room;                                      // as typed: a code or a link
  std::string game{games::catalog().front().info().id};  // empty for `bot`: what the room plays
  std::string preset;
  std::string game_options;  // JSON; empty: the preset's
  std::string phase;
  bool make = false;      // a room of our own, with these settings; empty and absent: as the server has them
  bool open = false;      // its other seats stay open
  std::string seat_bots;  // or these have them: kitsune:5,tanuki
  std::string clock;      // none, 60, 5+3, 10+3x30
  std::string out_of_time, absent, join, programs, next_round, hints, stand_in;
  std::optional<int> grace_s;
  std::string nick;
  std::string guest_file;
  std::string exec;
  std::string record;  // as typed: a file, -, a link or a record's id
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
  // What each verb says alike of its connection (Connection::Handlers).
  void link(bool online, std::string const& why) const { note(phrases_.link(online, why)); }
  void notice(std::string_view kind) const {
    if (auto const words = phrases_.notice(kind); !words.empty()) note(words);
  }

 private:
  std::string sentence(Failure const& failure) const override { return phrases_.failure(failure); }

  Phrases phrases_;
};

}  // namespace engawa::cli
