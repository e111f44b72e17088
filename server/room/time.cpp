// A room's timed actions: grace times, game time, clocks, a host who does not return.
#include <algorithm>
#include <utility>

#include "server/room/room_core.hpp"

namespace engawa::server {

void let_clock_run_out(RoomCore& room) {
  auto const deadline = room.lags.deadline();
  if (!deadline || deadline->at > room.now() || room.bots.is_thinking(deadline->seat)) return;
  if (!room.state().setup().timeout_forfeits) return room.bots.think_for_late(deadline->seat);
  Input flag;
  flag.kind = InputKind::flag;
  flag.seat = deadline->seat;
  (void)submit(room, std::move(flag));
}

// Each input may change what the others wait for.
void look_after_seats(RoomCore& room) {
  auto const& state = room.state();
  for (auto const seat : room.grace.overdue_seats())
    if (state.phase() != Phase::over && state.seats()[seat].until != 0) (void)submit(room, room.grace.input_of(seat));
  for (auto const seat : room.grace.overdue_for_rematch())
    if (state.phase() == Phase::over && waits_until(state.parts(), state.seats()[seat]) != 0)
      (void)submit(room, room.grace.input_of(seat));
}

void look_after_host(RoomCore& room) {
  if (room.broken) return;
  if (auto host = room.grace.next_host()) (void)submit(room, std::move(*host));
}

// While the store does not work, the number stays as it is: an input that nobody asked for would end the room.
void note_spectators(RoomCore& room) {
  bool const stays = room.broken || room.state().is_closed() || !room.world.may_store();
  auto const told = room.state().parts().spectators;
  room.spectators.note(stays ? told : room.members.spectators(room.state().seats()), told, room.now());
}

void look_after_spectators(RoomCore& room) {
  note_spectators(room);
  if (room.spectators.take(room.now())) {
    Input input;
    input.kind = InputKind::spectators;
    input.count = static_cast<int>(room.members.spectators(room.state().seats()));
    (void)submit(room, std::move(input));
  }
  schedule(room);
}

void let_time_pass(RoomCore& room) {
  auto const& parts = room.state().parts();
  for (auto due = next_game_event(parts); due && due->at <= room.now(); due = next_game_event(parts)) {
    Input tick;
    tick.kind = InputKind::tick;
    tick.seat = due->seat;
    if (auto const done = submit(room, std::move(tick)); !done)
      return give_up(room, "time could not pass: " + done.error().message);
  }
}

void schedule(RoomCore& room) {
  std::int64_t next = room.grace.next_end();
  auto const sooner = [&](std::int64_t at) { next = next == 0 ? at : std::min(next, at); };
  if (auto const due = room.bots.next_due(); due != 0) sooner(due);
  if (room.spectators.due() != 0) sooner(room.spectators.due());
  if (auto const deadline = room.lags.deadline(); deadline && !room.bots.is_thinking(deadline->seat))
    sooner(deadline->at);
  if (auto const due = next_game_event(room.state().parts())) sooner(due->at);
  room.world.set_alarm(next == 0 ? 0 : std::max<std::int64_t>(1, room.time.server_time(next)));
}

}  // namespace engawa::server
