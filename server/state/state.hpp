// A room's state as the deterministic fold of its inputs.
//
// No peers, no timers, no journal: the same class serves a live room and the reading of a journal. One thread at a
// time.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "server/state/room_parts.hpp"

namespace engawa::server {

class RoomState {
 public:
  // Refuses with `bad_message` if the game or its options do not exist (any more).
  static Result<RoomState> make(RoomSetup setup);

  // Checks and applies one input. After a refusal nothing has changed. Deterministic: the same inputs give the same
  // state and the same changes on every machine.
  Result<Change> apply(Input const& input);
  // The same, with the change in a value of the caller, whose memory is reused; after a refusal the value is undefined.
  Result<void> apply(Input const& input, Change& change);

  // The request asks for the present state, and its guest may ask for it, so it needs no step. Never true for a move.
  bool is_so(Input const& input) const;

  // The changes that a move would make in the game: `ply`, `to_act`, `legal`, `view` and the move's events, as in its
  // step, without the clock and the end of the round. Refuses as apply() does, and with `unsupported` in games without
  // previews. REQUIRES: a game is running, and the input is a seat's move.
  Result<Change> preview(Input const& input) const;

  // What clients see of it, one JSON object (document.hpp has other forms).
  std::string document() const;
  // Everything except the match as JSON text. With can_be_snapshot() it is the whole room: there is no round to show,
  // or one has just begun and its match is opening().
  std::string snapshot() const;
  bool can_be_snapshot() const;
  // Restores the state of snapshot(). REQUIRES: newly constructed from the same set-up. Refuses an invalid text with
  // `internal`; then this object must not be used any more.
  Result<void> restore(std::string_view text);

  RoomParts const& parts() const { return room_; }
  RoomSetup const& setup() const { return room_.setup; }
  games::Info const& info() const { return *room_.info; }
  std::uint64_t seq() const { return room_.seq; }
  Phase phase() const { return room_.phase; }
  Seats const& seats() const { return room_.seats; }
  std::string const& host() const { return room_.people.host(); }
  bool asleep() const { return room_.asleep; }
  // The host has closed the room for good.
  bool is_closed() const { return room_.closed; }
  int round() const { return room_.round.number; }
  // nullptr before the first start.
  games::Match const* match() const { return room_.round.match.get(); }
  std::uint32_t ply() const { return match() ? match()->ply() : 0; }
  games::SeatSet to_act() const { return server::to_act(room_); }
  // Playing time in milliseconds since the round began, at room time `at`, not counting the time in which no person was
  // connected or the server was down.
  games::GameTime game_time(std::int64_t at) const { return room_.round.clock.game_time(at); }

 private:
  RoomParts room_;
};

}  // namespace engawa::server
