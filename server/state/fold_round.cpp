// A round in a room: moves, elapsed time, the clock, the end.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "games/core/ranking.hpp"
#include "games/record/commitment.hpp"
#include "games/record/result.hpp"
#include "server/state/derived_secrets.hpp"
#include "server/state/event_text.hpp"
#include "server/state/folds.hpp"

namespace engawa::server {
using games::seat_name;
namespace {

Result<void> require_begun(RoomParts const& room, std::int64_t at) {
  if (!room.round.clock.counts_down(at)) return {};
  return refuse("too_soon", "the game has not begun yet: 3, 2, 1");
}

void finish(RoomParts& room, games::Ranking const& ranking, std::string& events) {
  room.phase = Phase::over;
  room.round.result = record::result_json(ranking, record::record_id(room.setup.code, room.round.number));
  room.evening.add(room.seats, games::unique_winner(ranking));
  add_event(events, "over");
}

// The seat now ranks last; the game is over when only one competing seat is left, or no person plays any more.
void give_up(RoomParts& room, games::Seat seat, std::string_view reason, std::int64_t at, std::string& events) {
  room.round.resigned.push_back(seat);
  auto const standing = room.round.match->standing();
  if (record::leaves_no_game(standing, room.round.resigned, has_people(room.seats)))
    finish(room, record::behind_the_others(standing, room.round.resigned, reason), events);
  if (room.phase == Phase::over || to_act(room).has(seat)) begin_turn(room, at);
}

Result<void> elapse(RoomParts& room, Input const& input, Change& change) {
  auto const happening = room.round.match->due();
  if (!happening || happening->at > room.round.clock.game_time(input.at))
    return refuse("internal", "nothing is due yet");
  change.by = seat_name(happening->seat);
  room.round.match->elapse(room.round.clock.game_time(input.at), change.set, change.events);
  return {};
}

Result<void> learn(RoomParts& room, Input const& input, Change& change) {
  auto const solution = parse_json(input.move);
  if (!solution) return solution.error();
  return room.round.match->learn(*solution, change.set, change.events);
}

Result<void> play(RoomParts& room, Input const& input, Change& change) {
  if (input.seat < 0 || static_cast<std::size_t>(input.seat) >= room.seats.size())
    return refuse("not_your_turn", "you have no seat");
  if (auto const begun = require_begun(room, input.at); !begun) return begun;
  auto const seat = static_cast<games::Seat>(input.seat);
  auto played =
      room.round.match->play_text(seat, input.move, change.set, change.events, room.round.clock.game_time(input.at));
  if (!played) return played.error();
  change.move = std::move(*played);
  change.by = seat_name(seat);
  if (input.kind == InputKind::timeout) add_event(change.events, "timeout", input.seat);
  return {};
}

// A player who has not returned for a round in which absence loses does not take part: a bot gets the seat.
void leave_out_absent(RoomParts& room) {
  if (!room.setup.fair_start || !room.setup.absent_forfeits || room.phase != Phase::over) return;
  for (std::size_t i = 0; i < room.seats.size(); ++i)
    if (room.seats[i].kind == SeatKind::human && !room.seats[i].online)
      (void)change_seat(room.seats, static_cast<int>(i), SeatStage::game, SeatEvent::kick);
}

// A player who is disconnected when the round begins does not lose it on time: a bot plays until they return.
void stand_in_for_absent(RoomParts& room) {
  if (!room.setup.fair_start || !room.setup.timeout_forfeits || room.setup.clock.kind == ClockKind::none) return;
  for (std::size_t i = 0; i < room.seats.size(); ++i)
    if (status_of(room.seats[i]) == SeatStatus::away)
      (void)change_seat(room.seats, static_cast<int>(i), SeatStage::game, SeatEvent::grace_over);
}

}  // namespace

// These inputs arrive thousands of times per second, so their patch is written directly, not found by comparison.
Result<void> fold_game(RoomParts& room, Input const& input, Change& change) {
  if (room.phase == Phase::lobby) return refuse("not_started", "the game has not started");
  // The opening's solution may arrive after the end: the players still want to see it.
  bool const was_over = room.phase == Phase::over;
  if (was_over && input.kind != InputKind::solution) return refuse("game_over", "the game is over");
  auto folded = input.kind == InputKind::tick       ? elapse(room, input, change)
                : input.kind == InputKind::solution ? learn(room, input, change)
                                                    : play(room, input, change);
  if (!folded) return folded;
  ++room.seq;
  room.last_at = input.at;
  if (was_over) return folded;
  auto const before = room.round.clock.turns();
  bool const played = input.kind != InputKind::tick && input.kind != InputKind::solution;
  if (played) room.round.clock.moved(input.seat, input.at, input.lag);
  if (auto const ranking = room.round.match->outcome()) {
    if (room.round.match->timed()) change.set += R"(,"elapsed":null)";
    finish(room, *ranking, change.events);
    change.set += R"(,"phase":"over","result":)" + room.round.result;
    room.evening.write(change.set);
  }
  if (played || room.phase == Phase::over) begin_turn(room, input.at);
  if (room.round.clock.turns() != before)
    room.round.clock.write_change(change.set, before, room.seats, room.round.number);
  return {};
}

void begin_round(RoomParts& room, std::int64_t at, std::string& events) {
  ++room.round.number;
  room.round.match = opening(room);
  auto const [bot, level] = stand_in_of(room);
  if (room.phase == Phase::over && room.setup.rotates) rotate_seats(room.seats);
  leave_out_absent(room);
  start_seats(room.seats, stage_of(room), {{}, {}, bot, level, 0});
  room.round.clock.begin_round(at, room.asleep);
  room.phase = Phase::playing;
  stand_in_for_absent(room);
  room.round.result.clear();
  room.round.resigned.clear();
  room.votes.clear();
  add_event(events, "start");
  if (auto const ranking = room.round.match->outcome()) finish(room, *ranking, events);
  begin_turn(room, at);
}

Result<void> fold_resign(RoomParts& room, Input const& input, std::string& events) {
  if (auto const ready = require_phase(room, Phase::playing); !ready) return ready;
  bool const here = input.seat >= 0 && input.seat < room.round.match->seats();
  if (room.info->simultaneous && here && !to_act(room).has(static_cast<games::Seat>(input.seat)))
    return refuse("not_your_turn", "you have finished this game already");
  if (auto const done = change_seat(room.seats, input.seat, stage_of(room), SeatEvent::resign); !done) return done;
  add_event(events, "resign", input.seat);
  give_up(room, static_cast<games::Seat>(input.seat), "resign", input.at, events);
  return {};
}

// A player has run out of time or did not return, in a room where that loses the game.
Result<void> fold_forfeit(RoomParts& room, Input const& input, std::string& events) {
  if (auto const ready = require_phase(room, Phase::playing); !ready) return ready;
  bool const flagged = input.kind == InputKind::flag;
  if (flagged && !room.round.clock.ran_out(input.seat, input.at)) return refuse("internal", "this seat has time left");
  if (auto const done = change_seat(room.seats, input.seat, stage_of(room), SeatEvent::forfeit); !done) return done;
  auto const guest = room.seats[static_cast<std::size_t>(input.seat)].guest;
  add_event(events, flagged ? "flag" : "forfeit", input.seat);
  give_up(room, static_cast<games::Seat>(input.seat), flagged ? "time" : "absent", input.at, events);
  if (!flagged) pass_host_on(room, guest, events);
  return {};
}

void begin_turn(RoomParts& room, std::int64_t at) { room.round.clock.begin_turn(timed_seat(room), at, room.asleep); }

Result<void> preview_move(RoomParts const& room, Input const& input, Change& change) {
  EXPECT(room.phase == Phase::playing && input.kind == InputKind::move, room.phase, input.kind);
  EXPECT(input.seat >= 0 && static_cast<std::size_t>(input.seat) < room.seats.size(), input.seat);
  if (auto const begun = require_begun(room, input.at); !begun) return begun;
  auto const seat = static_cast<games::Seat>(input.seat);
  auto const move = parse_json(input.move);
  if (!move) return move.error();
  auto played = room.round.match->preview(seat, *move, change.set, change.events, room.round.clock.game_time(input.at));
  if (!played) return played.error();
  change.move = std::move(*played);
  change.by = seat_name(seat);
  return {};
}

}  // namespace engawa::server
