// The seats of a room: people and bots come, go, and are replaced.
#include <algorithm>
#include <utility>

#include "server/state/event_text.hpp"
#include "server/state/folds.hpp"

namespace engawa::server {
namespace {

SeatChange seat_change(RoomParts const& room, Input const& input) {
  if (input.kind == InputKind::bot) return {{}, {}, input.text, input.level, 0};
  auto const [bot, level] = stand_in_of(room);
  return {input.guest, input.nick, bot, level, input.until, input.program};
}

// Maps a request for a seat to the table's event: it depends on the seat's owner and on the room's join setting.
Result<SeatEvent> seat_event(RoomParts const& room, Input const& input) {
  switch (input.kind) {
    case InputKind::stand:
      return SeatEvent::stand;
    case InputKind::open:
      return SeatEvent::open;
    case InputKind::close:
      return SeatEvent::close;
    case InputKind::bot:
      return SeatEvent::bot;
    default:
      break;
  }
  if (room.people.is_kicked(input.guest)) return refuse("forbidden", "the host has removed you from this room's game");
  if (input.kind == InputKind::hold) return SeatEvent::hold;
  if (input.seat >= 0 && seat_of(room.seats, input.guest) == input.seat) return SeatEvent::sit_again;
  if (room.phase == Phase::over && room.setup.join_bots)
    return refuse("game_over", "the game is over; a bot's seat can be taken when the next one runs");
  if (room.phase == Phase::over) return refuse("game_over", "the game is over, and nobody may join it now");
  return room.phase == Phase::lobby || !room.setup.join_bots ? SeatEvent::sit : SeatEvent::take_over;
}

// Every disconnected player gets the full reconnect time again, in the old order.
void wait_again(RoomParts& room, Input const& input) {
  std::vector<SeatState*> waiting;
  for (auto& seat : room.seats)
    if (is_waiting(seat)) waiting.push_back(&seat);
  // If two players left at the same time, the first seat comes first: the pointers are ordered by seat.
  std::sort(waiting.begin(), waiting.end(),
            [](auto* a, auto* b) { return std::pair(a->until, a) < std::pair(b->until, b); });
  std::int64_t later = 0;
  for (auto* seat : waiting)
    seat->until = (seat->kind == SeatKind::held ? input.at + room.setup.hold_ms : input.until) + later++;
}

}  // namespace

Seats seats_of_chairs(std::vector<RoomSetup::Chair> const& chairs, RoomSetup const& setup) {
  Seats seats(chairs.size());
  for (std::size_t i = 0; i < seats.size(); ++i) {
    auto const& chair = chairs[i];
    using Kind = RoomSetup::Chair::Kind;
    if (chair.kind == Kind::closed) seats[i].kind = SeatKind::closed;
    auto const change = [&](SeatEvent event, SeatChange const& how) {
      (void)change_seat(seats, static_cast<int>(i), SeatStage::lobby, event, how);
    };
    if (chair.kind == Kind::bot) change(SeatEvent::bot, {{}, {}, chair.bot, chair.level, 0});
    if (chair.kind == Kind::maker)
      change(SeatEvent::hold, {setup.maker, setup.maker_nick, {}, 0, setup.created_at + setup.hold_ms});
  }
  return seats;
}

void player_changed(RoomParts& room, int seat, bool bot_played, std::int64_t at) {
  auto const index = static_cast<games::Seat>(seat);
  if (room.seats[index].bot_plays() != bot_played && to_act(room).has(index)) begin_turn(room, at);
}

Result<void> fold_seat(RoomParts& room, Input const& input, std::string& events) {
  bool const by_host = input.kind == InputKind::open || input.kind == InputKind::close || input.kind == InputKind::bot;
  if (by_host)
    if (auto const allowed = room.people.require_host(input.guest); !allowed) return allowed;
  if (by_host && room.phase == Phase::lobby && seat_of(room.seats, input.guest) == input.seat && input.seat >= 0)
    return refuse("seat_taken", "this is your own seat; stand up first");
  auto const event = seat_event(room, input);
  if (!event) return event.error();
  bool const sits = input.kind == InputKind::sit || input.kind == InputKind::hold;
  auto const index = static_cast<std::size_t>(input.seat);
  bool const bot_played = input.seat >= 0 && index < room.seats.size() && room.seats[index].bot_plays();
  auto done = sits ? seat_guest(room.seats, input.seat, stage_of(room), *event, seat_change(room, input))
                   : change_seat(room.seats, input.seat, stage_of(room), *event, seat_change(room, input));
  if (!done) return done;
  bool const back = *event == SeatEvent::sit_again && bot_played && room.seats[index].plays_itself();
  add_event(events, by_host ? "seat" : back ? "hand_back" : sits ? "sit" : "stand", input.seat);
  if (room.people.host().empty() && input.kind == InputKind::sit) room.people.set_host(input.guest);
  if (input.kind == InputKind::stand) pass_host_on(room, input.guest, events);
  player_changed(room, input.seat, bot_played, input.at);
  if (input.kind == InputKind::stand) begin_round_if_agreed(room, input.at, events);
  return {};
}

Result<void> fold_presence(RoomParts& room, Input const& input, std::string& events) {
  if (input.kind == InputKind::vacate)
    if (auto const ready = require_phase(room, Phase::lobby); !ready) return ready;
  if (input.kind == InputKind::stand_in && room.phase == Phase::lobby)
    return refuse("not_started", "the game has not started");
  auto const index = static_cast<std::size_t>(input.seat);
  if (input.seat < 0 || index >= room.seats.size()) return refuse("bad_message", "there is no such seat");
  auto const before = room.seats[index];
  auto const event = input.kind == InputKind::online    ? SeatEvent::rejoin
                     : input.kind == InputKind::offline ? SeatEvent::drop
                                                        : SeatEvent::grace_over;
  if (auto const done = change_seat(room.seats, input.seat, stage_of(room), event,
                                    {{}, input.nick, {}, 0, input.until, input.program});
      !done)
    return done;
  if (input.kind == InputKind::online)
    add_event(events,
              before.bot_plays() && !room.seats[index].bot_plays() ? "hand_back"
              : before.kind == SeatKind::held                      ? "sit"
                                                                   : "online",
              input.seat);
  if (input.kind == InputKind::offline) add_event(events, "offline", input.seat);
  bool const plays_on = room.phase == Phase::playing && !before.resigned;
  if (input.kind == InputKind::stand_in && plays_on) add_event(events, "stand_in", input.seat);
  // Players who resigned take part in the next round, and have time to return for it.
  bool const waits = room.setup.fair_start && room.setup.absent_forfeits && before.resigned && !before.left;
  if (input.kind == InputKind::offline && waits) room.seats[index].until = input.until;
  if (input.kind == InputKind::vacate) add_event(events, "stand", input.seat);
  player_changed(room, input.seat, before.bot_plays(), input.at);
  if (input.kind == InputKind::stand_in || input.kind == InputKind::vacate) pass_host_on(room, before.guest, events);
  if (input.kind == InputKind::offline || room.setup.fair_start) begin_round_if_agreed(room, input.at, events);
  return {};
}

// With `until`: nobody could return before. Then the room may be awake.
void fold_wake(RoomParts& room, Input const& input) {
  if (input.until != 0) wait_again(room, input);
  if (!room.asleep && input.until != 0) return;
  room.asleep = false;
  room.round.clock.wake(input.at, room.phase == Phase::playing, timed_seat(room));
}

// Players who had left before stay before those who are disconnected only now. At the next wake all of them begin
// again.
void fold_restart(RoomParts& room, Input const& input, std::string& events) {
  std::int64_t left_before = 0;
  for (auto const& seat : room.seats)
    if (status_of(seat) == SeatStatus::away) left_before = std::max(left_before, seat.until);
  for (auto& seat : room.seats) {
    bool const was_away = status_of(seat) == SeatStatus::away && seat.until != 0;
    if (seat.kind == SeatKind::human) seat.online = false;
    auto const status = status_of(seat);
    if (status == SeatStatus::held) seat.until = std::max(seat.until, input.until);  // the grace time may be shorter
    if (status == SeatStatus::away && !was_away) seat.until = std::max(input.until, left_before + 1);
  }
  room.asleep = true;
  room.spectators = 0;
  room.round.clock.was_down(room.last_at);
  add_event(events, "restart");
}

}  // namespace engawa::server
