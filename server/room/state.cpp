#include "server/room/state.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "protocol/merge_diff.hpp"
#include "server/room/event_text.hpp"

namespace engawa::server {
namespace write = json_write;
using games::seat_name;
namespace {

bool is_of_game(InputKind kind) {
  return kind == InputKind::move || kind == InputKind::bot_move || kind == InputKind::timeout ||
         kind == InputKind::tick || kind == InputKind::solution;
}

bool is_waiting(SeatState const& seat) {
  auto const status = status_of(seat);
  return status == SeatStatus::held || status == SeatStatus::away;
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

Result<RoomState> RoomState::make(RoomSetup setup) {
  RoomState room;
  room.game_ = games::find_game(setup.game);
  if (!room.game_) return refuse("bad_message", "there is no game \"" + setup.game + "\"");
  room.info_ = &room.game_->info();
  auto options = parse_json(setup.options);
  if (!options) return options.error();
  room.options_ = std::make_shared<Json const>(std::move(*options));
  if (auto const probe = room.game_->start(*room.options_, 0); !probe) return probe.error();
  room.seats_ = seats_of_chairs(setup.chairs, setup);
  room.votes_ = Votes(room.seats_.size());
  room.people_ = People(setup.maker);
  room.clock_ = RoomClock(setup.clock, setup.countdown_ms);
  room.setup_ = std::move(setup);
  return room;
}

Result<Change> RoomState::apply(Input const& input) {
  Change change;
  if (auto const done = apply(input, change); !done) return done.error();
  return change;
}

Result<void> RoomState::apply(Input const& input, Change& change) {
  auto const round = round_;
  change.clear();
  if (is_of_game(input.kind)) {
    auto const done = fold_game(input, change);
    if (done) round_is_fresh_ = false;
    return done;
  }
  if (input.kind == InputKind::say) {
    fold_say(input, change);
    return {};
  }
  if (is_vote_alone(input)) {
    fold_vote_alone(input, change);
    return {};
  }
  auto const before = document();
  if (auto const done = fold(input, change.events); !done) return done.error();
  seats_since_ = ++seq_;
  last_at_ = input.at;
  round_is_fresh_ = round_ != round && phase_ == Phase::playing;
  change.set = protocol::merge_diff(before, document());
  if (input.seat >= 0) change.by = seat_name(static_cast<games::Seat>(input.seat));
  return {};
}

Result<void> RoomState::fold(Input const& input, std::string& events) {
  switch (input.kind) {
    case InputKind::sit:
    case InputKind::hold:
    case InputKind::stand:
    case InputKind::open:
    case InputKind::close:
    case InputKind::bot:
      return fold_seat(input, events);
    case InputKind::online:
    case InputKind::offline:
    case InputKind::stand_in:
    case InputKind::vacate:
      return fold_presence(input, events);
    case InputKind::start:
      return fold_start(input, events);
    case InputKind::resign:
      return fold_resign(input, events);
    case InputKind::forfeit:
    case InputKind::flag:
      return fold_forfeit(input, events);
    case InputKind::kick:
      return fold_kick(input, events);
    case InputKind::pardon:
      return fold_pardon(input, events);
    case InputKind::mute:
    case InputKind::unmute:
      return fold_mute(input, events);
    case InputKind::hand_over:
      return fold_hand_over(input, events);
    case InputKind::host:
      return fold_host(input, events);
    case InputKind::close_room:
      return fold_close_room(input, events);
    case InputKind::configure:
      return fold_configure(input, events);
    case InputKind::accept:
    case InputKind::decline:
      return fold_vote(input, events);
    case InputKind::hint:
      return fold_hint(input, events);
    case InputKind::restart:
      fold_restart(input, events);
      return {};
    case InputKind::spectators:
      spectators_ = static_cast<std::size_t>(input.count);
      return {};
    case InputKind::sleep:
      asleep_ = true;
      spectators_ = 0;
      clock_.sleep(input.at);
      return {};
    case InputKind::wake:
      fold_wake(input);
      return {};
    case InputKind::say:
    case InputKind::move:
    case InputKind::bot_move:
    case InputKind::timeout:
    case InputKind::tick:
    case InputKind::solution:
      break;
  }
  return refuse("internal", "not an input of this kind");
}

Result<void> RoomState::require_phase(Phase phase) const {
  if (phase_ == phase) return {};
  if (phase == Phase::over && phase_ == Phase::playing) return refuse("not_over", "the game is not over yet");
  if (phase == Phase::lobby && phase_ == Phase::playing) return refuse("already_started", "the game has started");
  if (phase_ == Phase::over) return refuse("game_over", "the game is over; the next one begins with a rematch");
  return refuse("not_started", "the game has not started");
}

RoomState::StandIn RoomState::stand_in() const {
  // It may be a bot of the game that the host has replaced.
  if (setup_.stand_in.empty() || !games::find_bot(*info_, setup_.stand_in, setup_.stand_in_level))
    return {info_->stand_in, info_->stand_in_level};
  return {setup_.stand_in, setup_.stand_in_level};
}

SeatChange RoomState::seat_change(Input const& input) const {
  if (input.kind == InputKind::bot) return {{}, {}, input.text, input.level, 0};
  auto const [bot, level] = stand_in();
  return {input.guest, input.nick, bot, level, input.until, input.program};
}

// Maps a request for a seat to the table's event: it depends on the seat's owner and on the room's join setting.
Result<SeatEvent> RoomState::seat_event(Input const& input) const {
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
  if (is_kicked(input.guest)) return refuse("forbidden", "the host has removed you from this room's game");
  if (input.kind == InputKind::hold) return SeatEvent::hold;
  if (input.seat >= 0 && seat_of(seats_, input.guest) == input.seat) return SeatEvent::sit_again;
  if (phase_ == Phase::over && setup_.join_bots)
    return refuse("game_over", "the game is over; a bot's seat can be taken when the next one runs");
  if (phase_ == Phase::over) return refuse("game_over", "the game is over, and nobody may join it now");
  return phase_ == Phase::lobby || !setup_.join_bots ? SeatEvent::sit : SeatEvent::take_over;
}

Result<void> RoomState::fold_seat(Input const& input, std::string& events) {
  bool const by_host = input.kind == InputKind::open || input.kind == InputKind::close || input.kind == InputKind::bot;
  if (by_host)
    if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  if (by_host && phase_ == Phase::lobby && seat_of(seats_, input.guest) == input.seat && input.seat >= 0)
    return refuse("seat_taken", "this is your own seat; stand up first");
  auto const event = seat_event(input);
  if (!event) return event.error();
  bool const sits = input.kind == InputKind::sit || input.kind == InputKind::hold;
  auto const index = static_cast<std::size_t>(input.seat);
  bool const bot_played = input.seat >= 0 && index < seats_.size() && seats_[index].bot_plays();
  auto done = sits ? seat_guest(seats_, input.seat, stage(), *event, seat_change(input))
                   : change_seat(seats_, input.seat, stage(), *event, seat_change(input));
  if (!done) return done;
  bool const back = *event == SeatEvent::sit_again && bot_played && seats_[index].plays_itself();
  add_event(events, by_host ? "seat" : back ? "hand_back" : sits ? "sit" : "stand", input.seat);
  if (host().empty() && input.kind == InputKind::sit) people_.set_host(input.guest);
  if (input.kind == InputKind::stand) pass_host_on(input.guest, events);
  player_changed(input.seat, bot_played, input.at);
  if (input.kind == InputKind::stand) begin_round_if_agreed(input.at, events);
  return {};
}

// The turn of a seat restarts when its player changes.
void RoomState::player_changed(int seat, bool bot_played, std::int64_t at) {
  auto const index = static_cast<games::Seat>(seat);
  if (seats_[index].bot_plays() != bot_played && to_act().has(index)) begin_turn(at);
}

Result<void> RoomState::fold_presence(Input const& input, std::string& events) {
  if (input.kind == InputKind::vacate)
    if (auto const ready = require_phase(Phase::lobby); !ready) return ready;
  if (input.kind == InputKind::stand_in && phase_ == Phase::lobby)
    return refuse("not_started", "the game has not started");
  auto const index = static_cast<std::size_t>(input.seat);
  if (input.seat < 0 || index >= seats_.size()) return refuse("bad_message", "there is no such seat");
  auto const before = seats_[index];
  auto const event = input.kind == InputKind::online    ? SeatEvent::rejoin
                     : input.kind == InputKind::offline ? SeatEvent::drop
                                                        : SeatEvent::grace_over;
  if (auto const done =
          change_seat(seats_, input.seat, stage(), event, {{}, input.nick, {}, 0, input.until, input.program});
      !done)
    return done;
  if (input.kind == InputKind::online)
    add_event(events,
              before.bot_plays() && !seats_[index].bot_plays() ? "hand_back"
              : before.kind == SeatKind::held                  ? "sit"
                                                               : "online",
              input.seat);
  if (input.kind == InputKind::offline) add_event(events, "offline", input.seat);
  bool const plays_on = phase_ == Phase::playing && !before.resigned;
  if (input.kind == InputKind::stand_in && plays_on) add_event(events, "stand_in", input.seat);
  // Players who resigned take part in the next round, and have time to return for it.
  bool const waits = setup_.fair_start && setup_.absent_forfeits && before.resigned && !before.left;
  if (input.kind == InputKind::offline && waits) seats_[index].until = input.until;
  if (input.kind == InputKind::vacate) add_event(events, "stand", input.seat);
  player_changed(input.seat, before.bot_plays(), input.at);
  if (input.kind == InputKind::stand_in || input.kind == InputKind::vacate) pass_host_on(before.guest, events);
  if (input.kind == InputKind::offline || setup_.fair_start) begin_round_if_agreed(input.at, events);
  return {};
}

Result<void> RoomState::fold_start(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::lobby); !ready) return ready;
  if (auto const allowed = people_.require_host(input.guest); !allowed) return allowed;
  if (waits_for_somebody())
    return refuse("player_away",
                  "a player is not connected; the game can start when they are here, or when their seat has opened");
  begin_round(input.at, events);
  return {};
}

Result<void> RoomState::fold_vote(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::over); !ready) return ready;
  if (!Votes::may_vote(seats_, input.seat)) return refuse("forbidden", "only a seated player can vote for a rematch");
  votes_.put(input.seat, input.kind == InputKind::accept);
  add_event(events, "rematch", input.seat);
  begin_round_if_agreed(input.at, events);
  return {};
}

void RoomState::begin_round_if_agreed(std::int64_t at, std::string& events) {
  if (phase_ == Phase::over && !waits_for_somebody() && votes_.agreed(seats_)) begin_round(at, events);
}

// A vote that does not begin a round: all but the last vote after each game.
bool RoomState::is_vote_alone(Input const& input) const {
  bool const votes = input.kind == InputKind::accept || input.kind == InputKind::decline;
  if (!votes || phase_ != Phase::over || !Votes::may_vote(seats_, input.seat)) return false;
  return waits_for_somebody() || !votes_.agreed_with(seats_, input.seat, input.kind == InputKind::accept);
}

// Nothing else changes, so this patch is written directly.
void RoomState::fold_vote_alone(Input const& input, Change& change) {
  ++seq_;
  last_at_ = input.at;
  round_is_fresh_ = false;
  change.by = seat_name(static_cast<games::Seat>(input.seat));
  add_event(change.events, "rematch", input.seat);
  votes_.put(input.seat, input.kind == InputKind::accept, change.set);
}

// People chat more often than they sit down, so this patch is written directly, too.
void RoomState::fold_say(Input const& input, Change& change) {
  ++seq_;
  last_at_ = input.at;
  round_is_fresh_ = false;
  auto& [set, events, by, move] = change;
  if (input.seat >= 0) by = seat_name(static_cast<games::Seat>(input.seat));
  chat_.say({seq_, input.guest, input.nick, input.text}, set);
  add_event(events, "say", seat_of(seats_, input.guest));
  events.pop_back();
  events += R"(,"nick":)";
  write::string(events, input.nick);
  events += R"(,"text":)";
  write::string(events, input.text);
  events += '}';
}

// With `until`: nobody could return before. Then the room may be awake.
void RoomState::fold_wake(Input const& input) {
  if (input.until != 0) wait_again(input);
  if (!asleep_ && input.until != 0) return;
  asleep_ = false;
  clock_.wake(input.at, phase_ == Phase::playing, timed_seat());
}

bool RoomState::awaits_somebody() const { return std::any_of(seats_.begin(), seats_.end(), is_waiting); }

// Every disconnected player gets the full reconnect time again, in the old order.
void RoomState::wait_again(Input const& input) {
  std::vector<SeatState*> waiting;
  for (auto& seat : seats_)
    if (is_waiting(seat)) waiting.push_back(&seat);
  // If two players left at the same time, the first seat comes first: the pointers are ordered by seat.
  std::sort(waiting.begin(), waiting.end(),
            [](auto* a, auto* b) { return std::pair(a->until, a) < std::pair(b->until, b); });
  std::int64_t later = 0;
  for (auto* seat : waiting)
    seat->until = (seat->kind == SeatKind::held ? input.at + setup_.hold_ms : input.until) + later++;
}

// Players who had left before stay before those who are disconnected only now. At the next wake all of them begin
// again.
void RoomState::fold_restart(Input const& input, std::string& events) {
  std::int64_t left_before = 0;
  for (auto const& seat : seats_)
    if (status_of(seat) == SeatStatus::away) left_before = std::max(left_before, seat.until);
  for (auto& seat : seats_) {
    bool const was_away = status_of(seat) == SeatStatus::away && seat.until != 0;
    if (seat.kind == SeatKind::human) seat.online = false;
    auto const status = status_of(seat);
    if (status == SeatStatus::held) seat.until = std::max(seat.until, input.until);  // the grace time may be shorter
    if (status == SeatStatus::away && !was_away) seat.until = std::max(input.until, left_before + 1);
  }
  asleep_ = true;
  spectators_ = 0;
  clock_.was_down(last_at_);
  add_event(events, "restart");
}

}  // namespace engawa::server
