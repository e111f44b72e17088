#include "server/seats.hpp"

#include "server/fail_point.hpp"

namespace engawa::server {
namespace {

Result<SeatState*> at(Seats& seats, int seat) {
  if (seat < 0 || static_cast<std::size_t>(seat) >= seats.size())
    return refuse("bad_message", "there are seats 0 to " + std::to_string(seats.size() - 1));
  return &seats[static_cast<std::size_t>(seat)];
}

SeatState person(std::string_view guest, std::string_view nick) {
  SeatState seat;
  seat.kind = SeatKind::human;
  seat.guest = guest;
  seat.nick = nick;
  seat.online = true;
  return seat;
}

// Whether `guest` may take the seat: it is open, or kept for them.
Result<void> takeable(SeatState const& seat, std::string_view guest) {
  switch (seat.kind) {
    case SeatKind::open:
      return {};
    case SeatKind::closed:
      return refuse("seat_closed", "this seat is closed");
    case SeatKind::bot:
      return refuse("seat_taken", "a bot has this seat; the host can open it");
    case SeatKind::held:
    case SeatKind::human:
      break;
  }
  if (seat.guest == guest || fail_point::on("bug.two_owners")) return {};
  return refuse("seat_taken", seat.nick + " has this seat");
}

void leave_other_seat(Seats& seats, SeatState const* kept, std::string_view guest) {
  for (auto& seat : seats)
    if (&seat != kept && seat.guest == guest) seat = SeatState{};
}

}  // namespace

int seat_of(Seats const& seats, std::string_view guest) {
  if (guest.empty()) return -1;
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (seats[i].guest == guest) return static_cast<int>(i);
  return -1;
}

Result<void> sit(Seats& seats, int seat, std::string_view guest, std::string_view nick) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if (auto const free = takeable(**place, guest); !free) return free.error();
  leave_other_seat(seats, *place, guest);
  **place = person(guest, nick);
  return {};
}

Result<void> hold(Seats& seats, int seat, std::string_view guest, std::string_view nick, std::int64_t until) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if ((*place)->kind != SeatKind::open) return refuse("seat_taken", "this seat is not open");
  leave_other_seat(seats, *place, guest);
  **place = person(guest, nick);
  (*place)->kind = SeatKind::held;
  (*place)->online = false;
  (*place)->until = until;
  return {};
}

Result<void> stand(Seats& seats, int seat) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  **place = SeatState{};
  return {};
}

Result<void> set_open(Seats& seats, int seat, bool open) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if (!(*place)->guest.empty()) return refuse("seat_taken", (*place)->nick + " has this seat");
  **place = SeatState{};
  if (!open) (*place)->kind = SeatKind::closed;
  return {};
}

Result<void> set_bot(Seats& seats, int seat, std::string_view bot, int level) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if (!(*place)->guest.empty()) return refuse("seat_taken", (*place)->nick + " has this seat");
  **place = SeatState{};
  (*place)->kind = SeatKind::bot;
  (*place)->bot = bot;
  (*place)->level = level;
  return {};
}

Result<void> go_online(Seats& seats, int seat, std::string_view nick) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  auto& state = **place;
  if (state.guest.empty()) return refuse("forbidden", "nobody has this seat");
  state.kind = SeatKind::human;
  state.online = true;
  state.stand_in = false;
  state.until = 0;
  if (!nick.empty()) state.nick = nick;
  return {};
}

Result<void> go_offline(Seats& seats, int seat, std::int64_t until) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if ((*place)->kind != SeatKind::human) return refuse("forbidden", "nobody sits here");
  (*place)->online = false;
  (*place)->until = until;
  return {};
}

Result<void> stand_in(Seats& seats, int seat) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if ((*place)->kind != SeatKind::human || (*place)->online)
    return refuse("forbidden", "the player of this seat is here");
  (*place)->stand_in = true;
  (*place)->until = 0;
  return {};
}

Result<void> vacate(Seats& seats, int seat) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if ((*place)->guest.empty() || (*place)->online) return refuse("forbidden", "the player of this seat is here");
  **place = SeatState{};
  return {};
}

Result<void> resign(Seats& seats, int seat) {
  auto const place = at(seats, seat);
  if (!place) return place.error();
  if ((*place)->kind != SeatKind::human) return refuse("forbidden", "only a seated player can resign");
  if ((*place)->resigned) return refuse("game_over", "you have resigned this game");
  (*place)->resigned = true;
  return {};
}

void fill_for_start(Seats& seats, std::string_view bot, int level) {
  for (auto& seat : seats) {
    seat.resigned = false;
    if (seat.kind == SeatKind::open || seat.kind == SeatKind::closed) {
      seat.kind = SeatKind::bot;
      seat.bot = bot;
      seat.level = level;
    } else if (seat.kind == SeatKind::held) {
      seat.kind = SeatKind::human;
      seat.stand_in = true;
      seat.until = 0;
    }
  }
}

}  // namespace engawa::server
