// A round in a room: moves, elapsed time, the clock, the end.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "games/core/ranking.hpp"
#include "games/record/commitment.hpp"
#include "games/record/result.hpp"
#include "server/room/derived_secrets.hpp"
#include "server/room/event_text.hpp"
#include "server/room/state.hpp"

namespace engawa::server {
using games::seat_name;

std::unique_ptr<games::Match> RoomState::opening() const {
  EXPECT(round_ > 0, round_);
  return game_->start(*options_, round_seed(setup_.seed, round_)).value();
}

games::SeatSet RoomState::to_act() const { return phase_ == Phase::playing ? match_->to_act() : games::SeatSet{}; }

bool RoomState::has_people() const {
  return std::any_of(seats_.begin(), seats_.end(), [](SeatState const& seat) {
    return seat.kind == SeatKind::human && !seat.left && !seat.resigned;
  });
}

std::optional<RoomState::Deadline> RoomState::clock_deadline() const {
  auto const& turns = clock_.turns();
  if (!turns.running()) return std::nullopt;
  return Deadline{static_cast<games::Seat>(*turns.running()), turns.over_at()};
}

// These inputs arrive thousands of times per second, so their patch is written directly, not found by comparison.
Result<void> RoomState::fold_game(Input const& input, Change& change) {
  if (phase_ == Phase::lobby) return refuse("not_started", "the game has not started");
  // The opening's solution may arrive after the end: the players still want to see it.
  bool const was_over = phase_ == Phase::over;
  if (was_over && input.kind != InputKind::solution) return refuse("game_over", "the game is over");
  auto folded = input.kind == InputKind::tick       ? elapse(input, change)
                : input.kind == InputKind::solution ? learn(input, change)
                                                    : play(input, change);
  if (!folded) return folded;
  ++seq_;
  last_at_ = input.at;
  if (was_over) return folded;
  auto const before = clock_.turns();
  bool const played = input.kind != InputKind::tick && input.kind != InputKind::solution;
  if (played) clock_.moved(input.seat, input.at, input.lag);
  if (auto const ranking = match_->outcome()) {
    if (match_->timed()) change.set += R"(,"elapsed":null)";
    finish(*ranking, change.events);
    change.set += R"(,"phase":"over","result":)" + result_;
    evening_.write(change.set);
  }
  if (played || phase_ == Phase::over) begin_turn(input.at);
  if (clock_.turns() != before) clock_.write_change(change.set, before, seats_, round_);
  return {};
}

Result<void> RoomState::elapse(Input const& input, Change& change) {
  auto const happening = match_->due();
  if (!happening || happening->at > game_time(input.at)) return refuse("internal", "nothing is due yet");
  change.by = seat_name(happening->seat);
  match_->elapse(game_time(input.at), change.set, change.events);
  return {};
}

Result<void> RoomState::learn(Input const& input, Change& change) {
  auto const solution = parse_json(input.move);
  if (!solution) return solution.error();
  return match_->learn(*solution, change.set, change.events);
}

Result<void> RoomState::play(Input const& input, Change& change) {
  if (input.seat < 0 || static_cast<std::size_t>(input.seat) >= seats_.size())
    return refuse("not_your_turn", "you have no seat");
  if (auto const begun = require_begun(input.at); !begun) return begun;
  auto const seat = static_cast<games::Seat>(input.seat);
  auto played = match_->play_text(seat, input.move, change.set, change.events, game_time(input.at));
  if (!played) return played.error();
  change.move = std::move(*played);
  change.by = seat_name(seat);
  if (input.kind == InputKind::timeout) add_event(change.events, "timeout", input.seat);
  return {};
}

Result<void> RoomState::require_begun(std::int64_t at) const {
  if (!clock_.counts_down(at)) return {};
  return refuse("too_soon", "the game has not begun yet: 3, 2, 1");
}

Result<Change> RoomState::preview(Input const& input) const {
  EXPECT(phase_ == Phase::playing && input.kind == InputKind::move, phase_, input.kind);
  EXPECT(input.seat >= 0 && static_cast<std::size_t>(input.seat) < seats_.size(), input.seat);
  if (auto const begun = require_begun(input.at); !begun) return begun.error();
  Change change;
  auto const seat = static_cast<games::Seat>(input.seat);
  auto const move = parse_json(input.move);
  if (!move) return move.error();
  auto played = match_->preview(seat, *move, change.set, change.events, game_time(input.at));
  if (!played) return played.error();
  change.move = std::move(*played);
  change.by = seat_name(seat);
  return change;
}

void RoomState::begin_round(std::int64_t at, std::string& events) {
  ++round_;
  match_ = opening();
  auto const [bot, level] = stand_in();
  if (phase_ == Phase::over && setup_.rotates) rotate_seats(seats_);
  leave_out_absent();
  start_seats(seats_, stage(), {{}, {}, bot, level, 0});
  clock_.begin_round(at, asleep_);
  phase_ = Phase::playing;
  stand_in_for_absent();
  result_.clear();
  resigned_.clear();
  votes_.clear();
  add_event(events, "start");
  if (auto const ranking = match_->outcome()) finish(*ranking, events);
  begin_turn(at);
}

std::int64_t RoomState::waits_until(SeatState const& seat) const {
  bool const loses = setup_.fair_start && setup_.absent_forfeits && phase_ != Phase::playing;
  bool const returns = seat.kind == SeatKind::held || (seat.kind == SeatKind::human && !seat.online && !seat.left);
  return loses && returns ? seat.until : 0;
}

bool RoomState::waits_for_somebody() const {
  return std::any_of(seats_.begin(), seats_.end(), [&](SeatState const& seat) { return waits_until(seat) != 0; });
}

// A player who has not returned for a round in which absence loses does not take part: a bot gets the seat.
void RoomState::leave_out_absent() {
  if (!setup_.fair_start || !setup_.absent_forfeits || phase_ != Phase::over) return;
  for (std::size_t i = 0; i < seats_.size(); ++i)
    if (seats_[i].kind == SeatKind::human && !seats_[i].online)
      (void)change_seat(seats_, static_cast<int>(i), SeatStage::game, SeatEvent::kick);
}

// A player who is disconnected when the round begins does not lose it on time: a bot plays until they return.
void RoomState::stand_in_for_absent() {
  if (!setup_.fair_start || !setup_.timeout_forfeits || setup_.clock.kind == ClockKind::none) return;
  for (std::size_t i = 0; i < seats_.size(); ++i)
    if (status_of(seats_[i]) == SeatStatus::away)
      (void)change_seat(seats_, static_cast<int>(i), SeatStage::game, SeatEvent::grace_over);
}

Result<void> RoomState::fold_resign(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::playing); !ready) return ready;
  bool const here = input.seat >= 0 && input.seat < match_->seats();
  if (info_->simultaneous && here && !to_act().has(static_cast<games::Seat>(input.seat)))
    return refuse("not_your_turn", "you have finished this game already");
  if (auto const done = change_seat(seats_, input.seat, stage(), SeatEvent::resign); !done) return done;
  add_event(events, "resign", input.seat);
  give_up(static_cast<games::Seat>(input.seat), "resign", input.at, events);
  return {};
}

// A player has run out of time or did not return, in a room where that loses the game.
Result<void> RoomState::fold_forfeit(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::playing); !ready) return ready;
  bool const flagged = input.kind == InputKind::flag;
  if (flagged && !clock_.ran_out(input.seat, input.at)) return refuse("internal", "this seat has time left");
  if (auto const done = change_seat(seats_, input.seat, stage(), SeatEvent::forfeit); !done) return done;
  auto const guest = seats_[static_cast<std::size_t>(input.seat)].guest;
  add_event(events, flagged ? "flag" : "forfeit", input.seat);
  give_up(static_cast<games::Seat>(input.seat), flagged ? "time" : "absent", input.at, events);
  if (!flagged) pass_host_on(guest, events);
  return {};
}

// The seat now ranks last; the game is over when only one competing seat is left, or no person plays any more.
void RoomState::give_up(games::Seat seat, std::string_view reason, std::int64_t at, std::string& events) {
  resigned_.push_back(seat);
  auto const standing = match_->standing();
  if (record::leaves_no_game(standing, resigned_, has_people()))
    finish(record::behind_the_others(standing, resigned_, reason), events);
  if (phase_ == Phase::over || to_act().has(seat)) begin_turn(at);
}

// The seat whose time runs while the room is awake.
std::optional<games::Seat> RoomState::timed_seat() const {
  auto const act = to_act();
  if (setup_.clock.kind == ClockKind::none || info_->simultaneous || act.size() != 1) return std::nullopt;
  return seats_[act.first()].plays_itself() ? std::optional(act.first()) : std::nullopt;
}

void RoomState::begin_turn(std::int64_t at) { clock_.begin_turn(timed_seat(), at, asleep_); }

std::optional<RoomState::Deadline> RoomState::due() const {
  if (phase_ != Phase::playing || !clock_.game_time_runs()) return std::nullopt;
  auto const next = match_->due();
  if (!next) return std::nullopt;
  return Deadline{next->seat, clock_.room_time(next->at)};
}

std::int64_t RoomState::ready_at(games::Seat seat) const {
  EXPECT(phase_ == Phase::playing && !asleep_, phase_, asleep_);
  auto const ready = match_->ready_at(seat);
  return clock_.game_time_runs() ? clock_.ready_at(ready) : 0;
}

void RoomState::finish(games::Ranking const& ranking, std::string& events) {
  phase_ = Phase::over;
  result_ = record::result_json(ranking, record::record_id(setup_.code, round_));
  evening_.add(seats_, games::unique_winner(ranking));
  add_event(events, "over");
}

}  // namespace engawa::server
