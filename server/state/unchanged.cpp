// Requests for the present state: they get their ok, and make no step.
#include "server/state/folds.hpp"
#include "server/state/state.hpp"

namespace engawa::server {
namespace {

bool is_set(SeatState const& seat, Input const& input) {
  if (input.kind == InputKind::open) return seat.kind == SeatKind::open;
  if (input.kind == InputKind::close) return seat.kind == SeatKind::closed;
  return seat.kind == SeatKind::bot && seat.bot == input.text && seat.level == input.level;
}

}  // namespace

bool RoomState::is_so(Input const& input) const {
  auto const index = static_cast<std::size_t>(input.seat);
  switch (input.kind) {
    case InputKind::sit: {
      if (seat_of(room_.seats, input.guest) != input.seat || input.seat < 0 || room_.people.is_kicked(input.guest))
        return false;
      auto const status = status_of(room_.seats[index]);
      return (status == SeatStatus::here || status == SeatStatus::resigned) && room_.seats[index].nick == input.nick &&
             room_.seats[index].program == input.program;
    }
    case InputKind::open:
    case InputKind::close:
    case InputKind::bot:
      return input.guest == room_.people.host() && room_.phase == Phase::lobby && index < room_.seats.size() &&
             is_set(room_.seats[index], input);
    case InputKind::mute:
    case InputKind::unmute:
      return input.guest == room_.people.host() && input.text != room_.people.host() &&
             room_.people.is_muted(input.text) == (input.kind == InputKind::mute);
    case InputKind::pardon:
      return input.guest == room_.people.host() && !room_.people.is_kicked(input.text) && !input.nick.empty();
    case InputKind::hand_over:
      return input.guest == room_.people.host() && input.text == room_.people.host();
    case InputKind::configure:
      return input.guest == room_.people.host() && room_.phase == Phase::lobby && is_chosen(room_, input.text);
    case InputKind::accept:
    case InputKind::decline:
      return is_vote_alone(room_, input) && room_.votes.has(input.seat) == (input.kind == InputKind::accept);
    case InputKind::sleep:
    case InputKind::wake:
      return room_.asleep == (input.kind == InputKind::sleep);
    default:
      return false;
  }
}

}  // namespace engawa::server
