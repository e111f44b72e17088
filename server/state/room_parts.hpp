// What a room's state consists of, and what follows from it.
//
// Only RoomState (state.hpp) and its folds (folds.hpp) change the parts; everybody else reads them. A value without
// peers, timers and journal; one thread at a time.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/core/match.hpp"
#include "server/state/input.hpp"
#include "server/state/parts/chat.hpp"
#include "server/state/parts/evening.hpp"
#include "server/state/parts/people.hpp"
#include "server/state/parts/room_clock.hpp"
#include "server/state/parts/seats.hpp"
#include "server/state/parts/votes.hpp"

namespace engawa::server {

enum class Phase { lobby, playing, over };

// The game that runs, or the last one.
struct Round {
  int number = 0;                       // 0: none has begun
  std::unique_ptr<games::Match> match;  // nullptr before the first round, and after the next game was chosen
  RoomClock clock;
  std::vector<games::Seat> resigned;  // in order
  std::string result;                 // JSON text, while over
  bool is_fresh = false;              // the last input began the round, and the round is not over
};

struct RoomParts {
  RoomSetup setup;
  games::GameEntry const* game = nullptr;
  games::Info const* info = nullptr;
  std::shared_ptr<Json const> options;
  Seats seats;
  People people;
  Phase phase = Phase::lobby;
  Round round;
  bool asleep = true;       // nobody connected, or the only person pauses: the clock is stopped
  bool closed = false;      // by the host, for good
  bool configured = false;  // the host has chosen what is played: `setup` is not that of the room's creation any more
  std::size_t spectators = 0;  // people without a seat, as everybody was told last
  Votes votes;
  Chat chat;
  Evening evening;
  std::uint64_t seq = 0;
  std::uint64_t seats_since = 0;  // the last input that was not a game event: the seats are as after it
  std::int64_t last_at = 0;       // room time of the last input; 0: there is none
};

// The change made by one input: the parts of a step.
struct Change {
  std::string set;     // members of the merge patch, without braces
  std::string events;  // without brackets
  std::string by;      // seat name or empty
  std::string move;    // of a move: JSON text in its shortest form

  void clear() {
    for (auto* part : {&set, &events, &by, &move}) part->clear();
  }
};

// The bot for open and abandoned seats, and its level.
struct StandIn {
  std::string_view bot;
  int level = 0;
};
StandIn stand_in_of(RoomParts const& room);

// The people known by name in this room: those who have a seat, have chatted recently, or were removed or muted. May
// contain duplicates.
std::vector<Person> people_of(RoomParts const& room);
// Some person has a seat and plays it, or will after returning.
bool has_people(Seats const& seats);
bool people_play_together(Seats const& seats);
// More than one person has a seat, and the host has not allowed hints.
bool are_hints_off(RoomParts const& room);
// A seat is held, or its person is disconnected and may return in time.
bool awaits_somebody(Seats const& seats);
// Until when no round begins because the person of this seat may return (room time, ms); 0: it does not wait. Only if
// absence loses: `absent: forfeit`.
std::int64_t waits_until(RoomParts const& room, SeatState const& seat);
bool waits_for_somebody(RoomParts const& room);
SeatStage stage_of(RoomParts const& room);

// Bytes on the heap, estimated.
std::size_t memory_of(RoomParts const& room);

// The match at the start of the round. REQUIRES: a round has begun.
std::unique_ptr<games::Match> opening(RoomParts const& room);
// Seats to act; empty unless a game runs.
games::SeatSet to_act(RoomParts const& room);
// The seat whose time runs while the room is awake.
std::optional<games::Seat> timed_seat(RoomParts const& room);

struct Deadline {
  games::Seat seat = 0;
  std::int64_t at = 0;  // room time, ms
};
// The seat whose time runs, and when it runs out.
std::optional<Deadline> clock_deadline(RoomParts const& room);
// The game's next timed event and its time; none while the game or its time is stopped.
std::optional<Deadline> next_game_event(RoomParts const& room);
// The earliest room time of a move of `seat`; 0: any time. REQUIRES: a game is running and the room is awake.
std::int64_t ready_at(RoomParts const& room, games::Seat seat);

}  // namespace engawa::server
