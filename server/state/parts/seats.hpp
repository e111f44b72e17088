// The seats of a room as an explicit state machine: a table of states and events (seats.cpp), and one function that
// applies it.
//
//   open -> held -> here <-> away -> stand_in -> here ...        left: its player left during a game, a bot plays
//   bot, closed: no person, set by the host.                     resigned: a bot plays until the round ends
//
// Each function checks first and then changes, so that a refusal changes nothing. Values; the room's shard only.
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
  std::string program;     // human: JSON text of the program that plays; empty: a person
  bool online = false;     // human
  bool stand_in = false;   // human: a bot plays for them until they return
  bool left = false;       // human: they stood up during a game or were removed; a bot plays until they sit down again
  bool resigned = false;   // human: a bot plays until the round ends
  std::string bot;         // bot
  int level = 0;           // bot
  std::int64_t until = 0;  // held, away: end of the grace time (room time, ms)

  // A connected person who is still playing.
  bool present() const { return kind == SeatKind::human && online && !left && !resigned; }
  // A person who plays their own turns: their clock runs.
  bool plays_itself() const { return kind == SeatKind::human && !bot_plays(); }
  // A bot makes this seat's moves (during a game: any seat without a playing person).
  bool bot_plays() const {
    return kind == SeatKind::bot || (kind == SeatKind::human && (stand_in || left || resigned));
  }
};

using Seats = std::vector<SeatState>;

// The states of the table.
enum class SeatStatus {
  open,
  closed,
  bot,
  held,           // reserved for a guest who is connecting
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
// It is held, or its person is disconnected and may return in time.
bool is_waiting(SeatState const& seat);

enum class SeatEvent {
  sit,         // a guest who does not have this seat
  take_over,   // the same, if people may replace bots in the room
  sit_again,   // the guest who has this seat
  hold,        // reserves it for a guest
  stand,       // its person stands up
  open,        // the host opens it
  close,       // the host closes it
  bot,         // the host gives it to a bot
  rejoin,      // its person connects (again, or under another name)
  drop,        // its person's connection is lost
  grace_over,  // its person did not return in time
  forfeit,     // its person ran out of time or did not return, which loses the game
  kick,        // the host removes its person
  resign,      // its person resigns
  start,       // a round begins
};
inline constexpr std::size_t kSeatEvents = 15;

// Before the first round, or in a round (from its start to the next start).
enum class SeatStage { lobby, game };

// One cell of the table: the next state, or the refusal.
struct SeatRule {
  SeatStatus to = SeatStatus::open;
  std::string_view code;  // of the registry; empty: allowed
  std::string_view sentence;
};
SeatRule seat_rule(SeatStage stage, SeatEvent event, SeatStatus status);

// The parameters of an event.
struct SeatChange {
  std::string_view guest;      // sit, take_over, hold
  std::string_view nick;       // sit, take_over, sit_again, hold, rejoin; empty: unchanged
  std::string_view bot;        // bot, start: the bot for open seats
  int level = 0;               // bot, start
  std::int64_t until = 0;      // hold, drop
  std::string_view program{};  // sit, take_over, sit_again, rejoin; empty: a person
};

// Refuses by the table, or with `bad_message` if the seat does not exist; then nothing has changed.
Result<void> change_seat(Seats& seats, int seat, SeatStage stage, SeatEvent event, SeatChange const& change = {});

// The seat of a guest, or -1.
int seat_of(Seats const& seats, std::string_view guest);

// A person sits down or a seat is held for them: `event` is sit, take_over, sit_again or hold. They leave their earlier
// seat: in the lobby phase it opens, during a game a bot (of `change`) takes it; during a game only people who left or
// never played may change seats.
Result<void> seat_guest(Seats& seats, int seat, SeatStage stage, SeatEvent event, SeatChange const& change);

// Before a rematch: every player, including bots, moves one seat up, and the first one to the last seat.
void rotate_seats(Seats& seats);

// The start of a round, for every seat.
void start_seats(Seats& seats, SeatStage stage, SeatChange const& stand_in);

}  // namespace engawa::server
