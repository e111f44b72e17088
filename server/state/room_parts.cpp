#include "server/state/room_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "games/catalog.hpp"
#include "server/state/derived_secrets.hpp"

namespace engawa::server {
StandIn stand_in_of(RoomParts const& room) {
  // It may be a bot of the game that the host has replaced.
  if (room.setup.stand_in.empty() || !games::find_bot(*room.info, room.setup.stand_in, room.setup.stand_in_level))
    return {room.info->stand_in, room.info->stand_in_level};
  return {room.setup.stand_in, room.setup.stand_in_level};
}

std::vector<Person> people_of(RoomParts const& room) {
  std::vector<Person> all;
  for (auto const& seat : room.seats)
    if (!seat.guest.empty()) all.push_back({seat.guest, seat.nick});
  auto const& lines = room.chat.lines();
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) all.push_back({line->guest, line->nick});
  room.people.list(all);
  return all;
}

bool has_people(Seats const& seats) {
  return std::any_of(seats.begin(), seats.end(), [](SeatState const& seat) {
    return seat.kind == SeatKind::human && !seat.left && !seat.resigned;
  });
}

// Programs are no people: whoever lets their own one play is still alone.
bool people_play_together(Seats const& seats) {
  return std::count_if(seats.begin(), seats.end(), [](SeatState const& seat) {
           return seat.kind == SeatKind::human && !seat.left && seat.program.empty();
         }) > 1;
}

bool are_hints_off(RoomParts const& room) { return !room.setup.hints_allowed && people_play_together(room.seats); }

bool awaits_somebody(Seats const& seats) { return std::any_of(seats.begin(), seats.end(), is_waiting); }

std::int64_t waits_until(RoomParts const& room, SeatState const& seat) {
  bool const loses = room.setup.fair_start && room.setup.absent_forfeits && room.phase != Phase::playing;
  bool const returns = seat.kind == SeatKind::held || (seat.kind == SeatKind::human && !seat.online && !seat.left);
  return loses && returns ? seat.until : 0;
}

bool waits_for_somebody(RoomParts const& room) {
  return std::any_of(room.seats.begin(), room.seats.end(),
                     [&](SeatState const& seat) { return waits_until(room, seat) != 0; });
}

SeatStage stage_of(RoomParts const& room) { return room.phase == Phase::lobby ? SeatStage::lobby : SeatStage::game; }

std::unique_ptr<games::Match> opening(RoomParts const& room) {
  EXPECT(room.round.number > 0, room.round.number);
  return room.game->start(*room.options, round_seed(room.setup.seed, room.round.number)).value();
}

games::SeatSet to_act(RoomParts const& room) {
  return room.phase == Phase::playing ? room.round.match->to_act() : games::SeatSet{};
}

std::optional<games::Seat> timed_seat(RoomParts const& room) {
  auto const act = to_act(room);
  if (room.setup.clock.kind == ClockKind::none || room.info->simultaneous || act.size() != 1) return std::nullopt;
  return room.seats[act.first()].plays_itself() ? std::optional(act.first()) : std::nullopt;
}

std::optional<Deadline> clock_deadline(RoomParts const& room) {
  auto const& turns = room.round.clock.turns();
  if (!turns.running()) return std::nullopt;
  return Deadline{static_cast<games::Seat>(*turns.running()), turns.over_at()};
}

std::optional<Deadline> next_game_event(RoomParts const& room) {
  if (room.phase != Phase::playing || !room.round.clock.game_time_runs()) return std::nullopt;
  auto const next = room.round.match->due();
  if (!next) return std::nullopt;
  return Deadline{next->seat, room.round.clock.room_time(next->at)};
}

std::int64_t ready_at(RoomParts const& room, games::Seat seat) {
  EXPECT(room.phase == Phase::playing && !room.asleep, room.phase, room.asleep);
  auto const ready = room.round.match->ready_at(seat);
  return room.round.clock.game_time_runs() ? room.round.clock.ready_at(ready) : 0;
}

}  // namespace engawa::server
