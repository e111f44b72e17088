// The times of a round: the players' clocks, and the game time. A part of RoomState.
//
// Both are stopped while no person is connected or the server is down. A value whose only time is the given room time
// (ms); one thread at a time.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/expect.hpp"
#include "base/json_read.hpp"
#include "games/core/match.hpp"
#include "server/state/parts/seats.hpp"
#include "server/state/parts/turn_clock.hpp"

namespace engawa::server {

class RoomClock {
 public:
  // `countdown`: ms before the game time begins, and before it continues.
  explicit RoomClock(ClockRule rule = {}, std::int64_t countdown = 0) : turns_(rule), countdown_(countdown) {}

  TurnClock const& turns() const { return turns_; }
  void begin_round(std::int64_t at, bool asleep);
  // A turn of the seat whose time runs begins, if there is one.
  void begin_turn(std::optional<games::Seat> timed, std::int64_t at, bool asleep);
  void moved(int seat, std::int64_t at, std::int64_t lag) { turns_.moved(seat, at, lag); }
  // Whether the seat's time runs and is up.
  bool ran_out(int seat, std::int64_t at) const { return turns_.running() == seat && turns_.over_at() <= at; }
  // The last connection was closed.
  void sleep(std::int64_t at);
  // A person is connected. `timed`: the seat whose time continues.
  void wake(std::int64_t at, bool playing, std::optional<games::Seat> timed);
  // The server was down after the input at `last`. The time left at the start of the move is restored, and game time
  // continues from that input, so that players do not pay for the server's downtime.
  void was_down(std::int64_t last);

  // Playing time since the round began, at room time `at`.
  games::GameTime game_time(std::int64_t at) const;
  bool game_time_runs() const { return running_since_.has_value(); }
  // Whether moves have to wait: game time has not begun yet, or is stopped.
  bool counts_down(std::int64_t at) const { return countdown_ > 0 && (!running_since_ || at < *running_since_); }
  // The earliest room time of a move that the game accepts from `time` on; 0: any time. REQUIRES: game_time_runs().
  std::int64_t ready_at(games::GameTime time) const {
    return time > 0 || countdown_ > 0 ? room_time(std::max(time, played_)) : 0;
  }
  // REQUIRES: game_time_runs().
  std::int64_t room_time(games::GameTime time) const {
    EXPECT(game_time_runs());
    return time - played_ + *running_since_;
  }

  // The document's `clock`. `round`: 0 before the first one.
  void write(std::string& out, Seats const& seats, int round) const;
  // The difference from the clock before a move.
  void write_change(std::string& set, TurnClock const& before, Seats const& seats, int round) const;
  // The document's `elapsed`.
  void write_elapsed(std::string& out) const;
  void save(Json& snapshot) const;
  // Throws std::exception on invalid data.
  void restore(Json const& snapshot);

 private:
  TurnClock turns_;
  games::GameTime played_ = 0;                 // at running_since_; the final value while that is empty
  std::optional<std::int64_t> running_since_;  // room time; in the future during a countdown
  std::int64_t countdown_ = 0;
};

}  // namespace engawa::server
