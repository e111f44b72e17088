// The seats of a room as one explicit state machine: a table of states and events (seats.cpp), and the one function that goes by it.
//
//   open -> held -> here <-> away -> stand_in -> here ...        left: its player went away for good, a bot plays
//   bot, closed: nobody's, set by the host.                      resigned: a bot plays to the end of the round
//
// Each function checks first and then changes, so that a refusal leaves the seats as they were. Values; the room's shard only.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace engawa::server {

enum class SeatKind { open, closed, bot, held, human };

struct SeatState {
  SeatKind kind = SeatKind::open;
  std::string guest;       // held, human
  std::string nick;        // held, human
  bool online = false;     // human
  bool stand_in = false;   // human: a bot plays for them until they return
  bool left = false;       // human: they stood up in mid-game or were removed; a bot plays until they sit down again
  bool resigned = false;   // human: a bot plays the seat to the end
  std::string bot;         // bot
  int level = 0;           // bot
  std::int64_t until = 0;  // held, away: when the grace time is over (server time, ms)

  // A person who can be waited for.
  bool present() const { return kind == SeatKind::human && online && !left && !resigned; }
  // Somebody's own turn: the clock runs for it.
  bool plays_itself() const { return kind == SeatKind::human && !bot_plays(); }
  // A bot makes this seat's moves (any seat that does not play itself, once the game runs).
  bool bot_plays() const {
    return kind == SeatKind::bot || (kind == SeatKind::human && (stand_in || left || resigned));
  }
};

using Seats = std::vector<SeatState>;

// What the table knows a seat by.
enum class SeatStatus {
  open,
  closed,
  bot,
  held,           // kept for a guest on the way
  here,           // a person, connected
  away,           // a person, not connected, in the grace time
  stand_in,       // a person, not connected: a bot plays until they return
  left,           // a person who stood up in mid-game, connected or not
  resigned,       // a person who resigned, connected
  resigned_away,  // a person who resigned, not connected
  resigned_left,  // a person who resigned and stood up
};
inline constexpr std::size_t kSeatStatuses = 11;
SeatStatus status_of(SeatState const& seat);

enum class SeatEvent {
  sit,         // a guest who does not have this seat
  take_over,   // the same, where the room lets people take the seats of bots
  sit_again,   // the guest who has this seat
  hold,        // it is kept for a guest
  stand,       // its person gets up
  open,        // the host opens it
  close,       // the host closes it
  bot,         // the host gives it to a bot
  rejoin,      // its person is connected (again, or under another name)
  drop,        // its person's connection is gone
  grace_over,  // its person did not come back in time
  forfeit,     // its person's time is up, or they stayed away where that costs the game
  kick,        // the host removes its person
  resign,      // its person gives up
  start,       // a round begins
};
inline constexpr std::size_t kSeatEvents = 15;

// Before the first round, or in one (from its start until the next one's).
enum class SeatStage { lobby, game };

// One cell of the table: the next state, or why not.
struct SeatRule {
  SeatStatus to = SeatStatus::open;
  std::string_view code;  // of the registry; empty: allowed
  std::string_view sentence;
};
SeatRule seat_rule(SeatStage stage, SeatEvent event, SeatStatus status);

// What comes with an event.
struct SeatChange {
  std::string_view guest;  // sit, take_over, hold
  std::string_view nick;   // sit, take_over, sit_again, hold, rejoin; empty: as it was
  std::string_view bot;    // bot, start: who plays what nobody does
  int level = 0;           // bot, start
  std::int64_t until = 0;  // hold, drop
};

// Refuses by the table, or with `bad_message` when there is no such seat; then nothing has changed.
Result<void> change_seat(Seats& seats, int seat, SeatStage stage, SeatEvent event, SeatChange const& change = {});

// The seat of a guest, or -1.
int seat_of(Seats const& seats, std::string_view guest);

// A person sits down or a seat is kept for them: `event` is sit, take_over, sit_again or hold. They leave the seat that they
// had: it opens in the lobby, and a bot (of `change`) has it in a game, where only who has left or never played may change.
Result<void> seat_guest(Seats& seats, int seat, SeatStage stage, SeatEvent event, SeatChange const& change);

// The start of a round, for every seat.
void start_seats(Seats& seats, SeatStage stage, SeatChange const& stand_in);

}  // namespace engawa::server
