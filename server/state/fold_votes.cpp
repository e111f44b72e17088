// The start of a round: by the host, or by the players' votes for a rematch.
#include "games/core/seat.hpp"
#include "server/state/event_text.hpp"
#include "server/state/folds.hpp"

namespace engawa::server {

Result<void> fold_start(RoomParts& room, Input const& input, std::string& events) {
  if (auto const ready = require_phase(room, Phase::lobby); !ready) return ready;
  if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  if (waits_for_somebody(room))
    return refuse("player_away",
                  "a player is not connected; the game can start when they are here, or when their seat has opened");
  begin_round(room, input.at, events);
  return {};
}

Result<void> fold_vote(RoomParts& room, Input const& input, std::string& events) {
  if (auto const ready = require_phase(room, Phase::over); !ready) return ready;
  if (!Votes::may_vote(room.seats, input.seat))
    return refuse("forbidden", "only a seated player can vote for a rematch");
  room.votes.put(input.seat, input.kind == InputKind::accept);
  add_event(events, "rematch", input.seat);
  begin_round_if_agreed(room, input.at, events);
  return {};
}

void begin_round_if_agreed(RoomParts& room, std::int64_t at, std::string& events) {
  if (room.phase == Phase::over && !waits_for_somebody(room) && room.votes.agreed(room.seats))
    begin_round(room, at, events);
}

bool is_vote_alone(RoomParts const& room, Input const& input) {
  bool const votes = input.kind == InputKind::accept || input.kind == InputKind::decline;
  if (!votes || room.phase != Phase::over || !Votes::may_vote(room.seats, input.seat)) return false;
  return waits_for_somebody(room) || !room.votes.agreed_with(room.seats, input.seat, input.kind == InputKind::accept);
}

// Nothing else changes, so this patch is written directly.
void fold_vote_alone(RoomParts& room, Input const& input, Change& change) {
  ++room.seq;
  room.last_at = input.at;
  room.round.is_fresh = false;
  change.by = games::seat_name(static_cast<games::Seat>(input.seat));
  add_event(change.events, "rematch", input.seat);
  room.votes.put(input.seat, input.kind == InputKind::accept, change.set);
}

}  // namespace engawa::server
