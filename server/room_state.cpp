#include "server/room_state.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "server/event_text.hpp"
#include "server/merge_diff.hpp"

namespace engawa::server {
namespace write = json_write;
using games::seat_name;
namespace {

constexpr std::size_t kChatLines = 30;

bool is_of_game(InputKind kind) {
  return kind == InputKind::move || kind == InputKind::bot_move || kind == InputKind::timeout ||
         kind == InputKind::tick || kind == InputKind::solution;
}

Seats seat_chairs(RoomSetup const& setup) {
  Seats seats(setup.chairs.size());
  for (std::size_t i = 0; i < seats.size(); ++i) {
    auto const& chair = setup.chairs[i];
    using Kind = RoomSetup::Chair::Kind;
    if (chair.kind == Kind::closed) seats[i].kind = SeatKind::closed;
    if (chair.kind == Kind::bot) (void)set_bot(seats, static_cast<int>(i), chair.bot, chair.level);
    if (chair.kind == Kind::maker)
      (void)hold(seats, static_cast<int>(i), setup.maker, setup.maker_nick, setup.created_at + setup.hold_ms);
  }
  return seats;
}

}  // namespace

Result<RoomState> RoomState::make(RoomSetup setup) {
  RoomState room;
  room.game_ = games::find_game(setup.game);
  if (!room.game_) return refuse("bad_message", "there is no game \"" + setup.game + "\"");
  room.info_ = &room.game_->info();
  auto options = parse_json(setup.options);
  if (!options) return options.error();
  room.options_ = std::make_shared<Json const>(std::move(*options));
  if (auto const probe = room.game_->start(*room.options_, 0); !probe) return probe.error();
  room.seats_ = seat_chairs(setup);
  room.votes_.assign(room.seats_.size(), false);
  room.host_ = setup.maker;
  room.setup_ = std::move(setup);
  return room;
}

Result<Change> RoomState::apply(Input const& input) {
  auto const round = round_;
  if (is_of_game(input.kind)) {
    auto change = fold_game(input);
    if (change) round_is_fresh_ = false;
    return change;
  }
  Change change;
  auto const before = document();
  if (auto const done = fold(input, change.events); !done) return done.error();
  ++seq_;
  last_at_ = input.at;
  round_is_fresh_ = round_ != round && phase_ == Phase::playing;
  change.set = merge_diff(before, document());
  if (input.seat >= 0) change.by = seat_name(static_cast<games::Seat>(input.seat));
  return change;
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
    case InputKind::accept:
    case InputKind::decline:
      return fold_vote(input, events);
    case InputKind::say:
      fold_say(input, events);
      return {};
    case InputKind::restart:
      fold_restart(input, events);
      return {};
    case InputKind::sleep:
      asleep_ = true;
      stop_clock(input.at);
      stop_game_time(input.at);
      return {};
    case InputKind::wake:
      asleep_ = false;
      if (phase_ == Phase::playing) running_since_ = input.at;
      if (clock_.left > 0) clock_ = {to_act().first(), clock_.left, input.at};
      return {};
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
  if (phase == Phase::lobby)
    return refuse("already_started", "the game has started; seats are set before it or after the last round");
  if (phase == Phase::over && phase_ == Phase::playing) return refuse("already_started", "the game is not over yet");
  if (phase_ == Phase::over) return refuse("game_over", "the game is over");
  return refuse("not_started", "the game has not started");
}

Result<void> RoomState::require_host(std::string const& guest) const {
  if (guest.empty() || guest == host_) return {};
  return refuse("not_host", "only the host may do that");
}

Result<void> RoomState::fold_seat(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::lobby); !ready) return ready;
  bool const by_host = input.kind == InputKind::open || input.kind == InputKind::close || input.kind == InputKind::bot;
  if (by_host)
    if (auto const allowed = require_host(input.guest); !allowed) return allowed;
  Result<void> done;
  if (input.kind == InputKind::sit)
    done = sit(seats_, input.seat, input.guest, input.nick);
  else if (input.kind == InputKind::hold)
    done = hold(seats_, input.seat, input.guest, input.nick, input.until);
  else if (input.kind == InputKind::stand)
    done = stand(seats_, input.seat);
  else if (input.kind == InputKind::bot)
    done = set_bot(seats_, input.seat, input.text, input.level);
  else
    done = set_open(seats_, input.seat, input.kind == InputKind::open);
  if (!done) return done;
  add_event(events, by_host ? "seat" : input.kind == InputKind::stand ? "stand" : "sit", input.seat);
  if (host_.empty() && input.kind == InputKind::sit) host_ = input.guest;
  if (input.kind == InputKind::stand) pass_host_on(input.guest, events);
  return {};
}

// A host who stood up or stays away hands over to a person who sits; with nobody there the host stays.
void RoomState::pass_host_on(std::string const& leaver, std::string& events) {
  if (leaver != host_) return;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!seats_[i].present() || seats_[i].guest == host_) continue;
    host_ = seats_[i].guest;
    add_event(events, "host", static_cast<int>(i));
    return;
  }
}

Result<void> RoomState::fold_presence(Input const& input, std::string& events) {
  if (input.kind == InputKind::vacate)
    if (auto const ready = require_phase(Phase::lobby); !ready) return ready;
  auto const index = static_cast<std::size_t>(input.seat);
  if (input.seat < 0 || index >= seats_.size()) return refuse("bad_message", "there is no such seat");
  auto const guest = seats_[index].guest;
  bool const was_stand_in = seats_[index].stand_in;
  bool const was_held = seats_[index].kind == SeatKind::held;
  Result<void> done;
  if (input.kind == InputKind::online)
    done = go_online(seats_, input.seat, input.nick);
  else if (input.kind == InputKind::offline)
    done = go_offline(seats_, input.seat, input.until);
  else if (input.kind == InputKind::stand_in)
    done = server::stand_in(seats_, input.seat);
  else
    done = vacate(seats_, input.seat);
  if (!done) return done;
  if (input.kind == InputKind::online)
    add_event(events, was_stand_in ? "hand_back" : was_held ? "sit" : "online", input.seat);
  if (input.kind == InputKind::offline) add_event(events, "offline", input.seat);
  if (input.kind == InputKind::stand_in) add_event(events, "stand_in", input.seat);
  if (input.kind == InputKind::vacate) add_event(events, "stand", input.seat);
  if (seats_[index].stand_in != was_stand_in && to_act().has(static_cast<games::Seat>(index))) wind_clock(input.at);
  if (input.kind == InputKind::stand_in || input.kind == InputKind::vacate) pass_host_on(guest, events);
  if (input.kind == InputKind::offline) begin_round_if_agreed(input.at, events);
  return {};
}

Result<void> RoomState::fold_start(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::lobby); !ready) return ready;
  if (auto const allowed = require_host(input.guest); !allowed) return allowed;
  begin_round(input.at, events);
  return {};
}

Result<void> RoomState::fold_vote(Input const& input, std::string& events) {
  if (auto const ready = require_phase(Phase::over); !ready) return ready;
  auto const index = static_cast<std::size_t>(input.seat);
  if (input.seat < 0 || index >= seats_.size() || seats_[index].kind != SeatKind::human)
    return refuse("forbidden", "only who has a seat can vote for a rematch");
  votes_[index] = input.kind == InputKind::accept;
  add_event(events, "rematch", input.seat);
  begin_round_if_agreed(input.at, events);
  return {};
}

void RoomState::begin_round_if_agreed(std::int64_t at, std::string& events) {
  if (phase_ != Phase::over) return;
  bool any = false;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    bool const asked = seats_[i].kind == SeatKind::human && seats_[i].online;
    if (asked && !votes_[i]) return;
    any = any || (asked && votes_[i]);
  }
  if (any) begin_round(at, events);
}

void RoomState::fold_say(Input const& input, std::string& events) {
  chat_.push_back({seq_ + 1, input.guest, input.nick, input.text});
  if (chat_.size() > kChatLines) chat_.pop_front();
  add_event(events, "say", seat_of(seats_, input.guest));
  events.pop_back();
  events += R"(,"nick":)";
  write::string(events, input.nick);
  events += R"(,"text":)";
  write::string(events, input.text);
  events += '}';
}

void RoomState::fold_restart(Input const& input, std::string& events) {
  for (auto& seat : seats_) {
    if (seat.kind == SeatKind::human && seat.online) seat.online = false;
    if (!seat.guest.empty() && !seat.stand_in) seat.until = input.until;
  }
  asleep_ = true;
  // What was left when the move began is given again, and game time goes on from the last input: how long the server was
  // down is nobody's fault.
  clock_.running.reset();
  stop_game_time(last_at_);
  add_event(events, "restart");
}

}  // namespace engawa::server
