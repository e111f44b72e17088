// Inputs: a room is the fold of its inputs, and the journal stores them. One input makes one step and uses one sequence
// number.
// Values and pure functions; any thread.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "base/result.hpp"
#include "games/core/seed.hpp"
#include "server/state/parts/turn_clock.hpp"

namespace engawa::server {

enum class InputKind {
  sit,         // seat, guest, nick, program
  hold,        // seat, guest, nick, until
  stand,       // seat
  open,        // seat
  close,       // seat
  bot,         // seat, text = bot, level
  start,       //
  move,        // seat, move, by its player
  bot_move,    // seat, move, by a bot or a stand-in
  timeout,     // seat, move, by a bot for a player who ran out of time
  resign,      // seat
  accept,      // seat: votes for a rematch
  decline,     // seat: takes back the vote
  say,         // guest, text = the line, nick
  online,      // seat, nick, program
  offline,     // seat, until
  stand_in,    // seat
  vacate,      // seat: its player did not return in the lobby phase
  restart,     // until
  sleep,       // the last connection has closed; or seat: the only person in the room pauses the game
  wake,        // a person is connected again; or seat: the game continues
  tick,        // the game's due event happens; seat
  solution,    // move = the solver's answer
  kick,        // seat or none, guest = the host, text = the removed guest, nick = the removed guest's
  pardon,      // guest = the host, text = the guest who may sit and chat again, nick = theirs if known
  host,        // guest: the new host, because the old one has left; seat or none
  forfeit,     // seat: its player did not return, which loses the game
  flag,        // seat: its player ran out of time, which loses the game
  mute,        // guest = the host, text = the muted guest, nick = the muted guest's
  unmute,      // guest = the host, text = the unmuted guest
  hand_over,   // guest = the host, text = the guest who becomes the host
  close_room,  // guest = the host: nobody can enter any more
  configure,   // guest = the host, text = a RoomChoice
  hint,        // seat: its player has got a hint, in a round of several people
  spectators,  // count: so many look on without a seat
};

struct Input {
  InputKind kind = InputKind::sit;
  std::int64_t at = 0;     // room time, ms
  std::int64_t until = 0;  // room time, ms; 0: none
  int seat = -1;
  int level = 0;
  int count = 0;
  std::int64_t lag = 0;       // of a move: network delay in ms that its player gets back
  std::string guest;          // the guest of the request, or empty for the room itself
  std::string request;        // JSON text of the request's id, or empty
  std::uint32_t content = 0;  // of the request: protocol/content.hpp; 0: usual_content.hpp recreates it
  std::string nick;
  std::string text;
  std::string move;     // JSON text
  std::string program;  // JSON text, as in protocol::Hello
};

// The line of the journal; the second form appends it to `out`.
std::string write_input(Input const& input);
void write_input(std::string& out, Input const& input);
// Refuses with `internal` a text that is not an input: the journal is damaged.
Result<Input> read_input(std::string_view text);

// The set-up of a room, stored once, before its first input. Everything else follows from the inputs.
struct RoomSetup {
  struct Chair {
    enum class Kind { open, closed, bot, maker } kind = Kind::open;
    std::string bot;
    int level = 0;
  };
  std::string code;
  std::string game;
  std::string options;        // normalised, JSON text
  std::vector<Chair> chairs;  // one per seat
  std::string maker;          // id of the guest who created the room, or empty
  std::string maker_nick;
  bool is_public = true;
  bool start_when_full = false;
  ClockRule clock;
  bool timeout_forfeits = false;  // otherwise a bot makes the move of a player who runs out of time
  std::int64_t grace_ms = -1;     // reconnect time; -1: the server's setting
  bool absent_forfeits = false;   // otherwise a bot plays for a player who does not return
  bool fair_start = false;        // nobody loses a round because they were away when it began; false in older rooms
  bool join_bots = false;         // during a game, anybody may take the seat of a bot or of a player who left
  bool refuses_programs = false;  // who is not a person may watch and talk, and has no seat
  bool hints_allowed = false;     // also while several people play; otherwise only to a person who plays with bots
  bool rotates = false;           // in a rematch every player moves one seat up; otherwise they keep their seats
  std::string stand_in;           // plays open and abandoned seats; empty: the game's own
  int stand_in_level = 0;
  std::int64_t bot_delay_ms = 0;  // or kNaturalPace
  std::int64_t countdown_ms =
      0;  // delay before the game time begins, or continues after a pause; only in simultaneous games
  std::int64_t hold_ms = 30000;
  std::int64_t created_at = 0;
  games::Seed seed;  // of the whole room: never published, see derived_secrets.hpp; a number in older rooms
};

// A host's choice between two rounds: a part of the set-up, in its text form.
struct RoomChoice {
  std::string game;
  std::string options;                   // normalised, JSON text
  std::vector<RoomSetup::Chair> chairs;  // one per seat, for seats without a person
  ClockRule clock;
  bool timeout_forfeits = false;
  bool hints_allowed = false;
};

std::string write_room_choice(RoomChoice const& choice);
Result<RoomChoice> read_room_choice(std::string_view text);

std::string write_setup(RoomSetup const& setup);
Result<RoomSetup> read_setup(std::string_view text);

}  // namespace engawa::server
