// Inputs: what a room is folded from, as the journal stores it. One input makes one step and uses one sequence number.
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
#include "server/room/turn_clock.hpp"

namespace engawa::server {

enum class InputKind {
  sit,       // seat, guest, text = nick
  hold,      // seat, guest, text = nick, until
  stand,     // seat
  open,      // seat
  close,     // seat
  bot,       // seat, text = bot, level
  start,     //
  move,      // seat, move, by its player
  bot_move,  // seat, move, by a bot or a stand-in
  timeout,   // seat, move, by a bot for a player whose time ran out
  resign,    // seat
  accept,    // seat: votes for a rematch
  decline,   // seat: takes the vote back
  say,       // guest, text = the line, nick
  online,    // seat, text = nick
  offline,   // seat, until
  stand_in,  // seat
  vacate,    // seat: its player did not come back in the lobby phase
  restart,   // until
  sleep,     // nobody is connected any more
  wake,      // somebody is
  tick,      // what is due in the game happens by itself; seat
  solution,  // move = what the game's solver says
  kick,      // seat or none, guest = the host, text = the guest who is removed, nick = theirs
  pardon,    // guest = the host, text = the guest who may sit and talk again
  host,      // guest: the host from now on, because the old one is gone; seat or none
  forfeit,   // seat: its player stayed away where that costs the game
  flag,      // seat: its player's time is up where that costs the game
  mute,      // guest = the host, text = the guest who may not talk, nick = theirs
  unmute,    // guest = the host, text = the guest who may talk again
};

struct Input {
  InputKind kind = InputKind::sit;
  std::int64_t at = 0;     // server time, ms
  std::int64_t until = 0;  // server time, ms; 0: none
  int seat = -1;
  int level = 0;
  std::int64_t lag = 0;  // of a move: ms on the way that its player does not pay for
  std::string guest;     // who asked, or empty for the room itself
  std::string request;   // JSON text of the request's id, or empty
  std::string nick;
  std::string text;
  std::string move;                         // JSON text
  std::shared_ptr<Json const> parsed_move;  // of a move that has just been asked for, in place of its text
};

std::string write_input(Input const& input);
// Refuses with `internal` what is not an input: a damaged journal.
Result<Input> read_input(std::string_view text);

// What a room is made with: stored once, before its first input. Everything else follows from the inputs.
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
  std::string maker;          // guest id or empty
  std::string maker_nick;
  bool is_public = true;
  bool start_when_full = false;
  ClockRule clock;
  bool timeout_forfeits = false;  // else a bot makes the move of who runs out of time
  std::int64_t grace_ms = -1;     // how long a dropped player is waited for; -1: as the server has it
  bool absent_forfeits = false;   // else a bot sits in for who stays away longer
  bool join_bots = false;         // in mid-game anybody may take the seat of a bot or of who has left
  std::string stand_in;           // who plays what nobody does; empty: the game's own
  int stand_in_level = 0;
  std::int64_t bot_delay_ms = 0;  // or kNaturalPace
  std::int64_t hold_ms = 30000;
  std::int64_t created_at = 0;
  games::Seed
      seed;  // of the whole room: never told, see room_chance.hpp; a number in rooms made before there were secrets of 256 bits
};

std::string write_setup(RoomSetup const& setup);
Result<RoomSetup> read_setup(std::string_view text);

}  // namespace engawa::server
