// Requests for the present state: they get their ok, and make no step.
#include "server/room/state.hpp"

namespace engawa::server {

bool RoomState::is_so(Input const& input) const {
  auto const index = static_cast<std::size_t>(input.seat);
  switch (input.kind) {
    case InputKind::sit: {
      if (seat_of(seats_, input.guest) != input.seat || input.seat < 0 || is_kicked(input.guest)) return false;
      auto const status = status_of(seats_[index]);
      return (status == SeatStatus::here || status == SeatStatus::resigned) && seats_[index].nick == input.nick &&
             seats_[index].program == input.program;
    }
    case InputKind::open:
    case InputKind::close:
    case InputKind::bot:
      return input.guest == host() && phase_ == Phase::lobby && index < seats_.size() && is_set(seats_[index], input);
    case InputKind::mute:
    case InputKind::unmute:
      return input.guest == host() && input.text != host() &&
             people_.is_muted(input.text) == (input.kind == InputKind::mute);
    case InputKind::pardon:
      return input.guest == host() && !is_kicked(input.text) && !input.nick.empty();
    case InputKind::hand_over:
      return input.guest == host() && input.text == host();
    case InputKind::configure:
      return input.guest == host() && phase_ == Phase::lobby && is_chosen(input.text);
    case InputKind::accept:
    case InputKind::decline:
      return is_vote_alone(input) && votes_.has(input.seat) == (input.kind == InputKind::accept);
    case InputKind::sleep:
    case InputKind::wake:
      return asleep_ == (input.kind == InputKind::sleep);
    default:
      return false;
  }
}

bool RoomState::is_set(SeatState const& seat, Input const& input) {
  if (input.kind == InputKind::open) return seat.kind == SeatKind::open;
  if (input.kind == InputKind::close) return seat.kind == SeatKind::closed;
  return seat.kind == SeatKind::bot && seat.bot == input.text && seat.level == input.level;
}

}  // namespace engawa::server
