#include "server/state/state.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_write.hpp"
#include "games/catalog.hpp"
#include "protocol/merge_diff.hpp"
#include "server/state/document.hpp"
#include "server/state/event_text.hpp"
#include "server/state/folds.hpp"

namespace engawa::server {
namespace write = json_write;
using games::seat_name;
namespace {

bool is_of_game(InputKind kind) {
  return kind == InputKind::move || kind == InputKind::bot_move || kind == InputKind::timeout ||
         kind == InputKind::tick || kind == InputKind::solution;
}

// People chat more often than they sit down, so this patch is written directly, too.
void fold_say(RoomParts& room, Input const& input, Change& change) {
  ++room.seq;
  room.last_at = input.at;
  room.round.is_fresh = false;
  auto& [set, events, by, move] = change;
  if (input.seat >= 0) by = seat_name(static_cast<games::Seat>(input.seat));
  room.chat.say({room.seq, input.guest, input.nick, input.text}, set);
  add_event(events, "say", seat_of(room.seats, input.guest));
  events.pop_back();
  events += R"(,"nick":)";
  write::string(events, input.nick);
  events += R"(,"text":)";
  write::string(events, input.text);
  events += '}';
}

Result<void> fold(RoomParts& room, Input const& input, std::string& events) {
  switch (input.kind) {
    case InputKind::sit:
    case InputKind::hold:
    case InputKind::stand:
    case InputKind::open:
    case InputKind::close:
    case InputKind::bot:
      return fold_seat(room, input, events);
    case InputKind::online:
    case InputKind::offline:
    case InputKind::stand_in:
    case InputKind::vacate:
      return fold_presence(room, input, events);
    case InputKind::start:
      return fold_start(room, input, events);
    case InputKind::resign:
      return fold_resign(room, input, events);
    case InputKind::forfeit:
    case InputKind::flag:
      return fold_forfeit(room, input, events);
    case InputKind::kick:
      return fold_kick(room, input, events);
    case InputKind::pardon:
      return fold_pardon(room, input, events);
    case InputKind::mute:
    case InputKind::unmute:
      return fold_mute(room, input, events);
    case InputKind::hand_over:
      return fold_hand_over(room, input, events);
    case InputKind::host:
      return fold_host(room, input, events);
    case InputKind::close_room:
      return fold_close_room(room, input, events);
    case InputKind::configure:
      return fold_configure(room, input, events);
    case InputKind::accept:
    case InputKind::decline:
      return fold_vote(room, input, events);
    case InputKind::hint:
      return fold_hint(room, input, events);
    case InputKind::restart:
      fold_restart(room, input, events);
      return {};
    case InputKind::spectators:
      room.spectators = static_cast<std::size_t>(input.count);
      return {};
    case InputKind::sleep:
      room.asleep = true;
      room.spectators = 0;
      room.round.clock.sleep(input.at);
      return {};
    case InputKind::wake:
      fold_wake(room, input);
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

}  // namespace

Result<void> require_phase(RoomParts const& room, Phase phase) {
  if (room.phase == phase) return {};
  if (phase == Phase::over && room.phase == Phase::playing) return refuse("not_over", "the game is not over yet");
  if (phase == Phase::lobby && room.phase == Phase::playing) return refuse("already_started", "the game has started");
  if (room.phase == Phase::over) return refuse("game_over", "the game is over; the next one begins with a rematch");
  return refuse("not_started", "the game has not started");
}

Result<RoomState> RoomState::make(RoomSetup setup) {
  RoomState state;
  auto& room = state.room_;
  room.game = games::find_game(setup.game);
  if (!room.game) return refuse("bad_message", "there is no game \"" + setup.game + "\"");
  room.info = &room.game->info();
  auto options = parse_json(setup.options);
  if (!options) return options.error();
  room.options = std::make_shared<Json const>(std::move(*options));
  if (auto const probe = room.game->start(*room.options, 0); !probe) return probe.error();
  room.seats = seats_of_chairs(setup.chairs, setup);
  room.votes = Votes(room.seats.size());
  room.people = People(setup.maker);
  room.round.clock = RoomClock(setup.clock, setup.countdown_ms);
  room.setup = std::move(setup);
  return state;
}

Result<Change> RoomState::apply(Input const& input) {
  Change change;
  if (auto const done = apply(input, change); !done) return done.error();
  return change;
}

Result<void> RoomState::apply(Input const& input, Change& change) {
  auto const round = room_.round.number;
  change.clear();
  if (is_of_game(input.kind)) {
    auto const done = fold_game(room_, input, change);
    if (done) room_.round.is_fresh = false;
    return done;
  }
  if (input.kind == InputKind::say) {
    fold_say(room_, input, change);
    return {};
  }
  if (is_vote_alone(room_, input)) {
    fold_vote_alone(room_, input, change);
    return {};
  }
  auto const before = document();
  if (auto const done = fold(room_, input, change.events); !done) return done.error();
  room_.seats_since = ++room_.seq;
  room_.last_at = input.at;
  room_.round.is_fresh = room_.round.number != round && room_.phase == Phase::playing;
  change.set = protocol::merge_diff(before, document());
  if (input.seat >= 0) change.by = seat_name(static_cast<games::Seat>(input.seat));
  return {};
}

Result<Change> RoomState::preview(Input const& input) const {
  Change change;
  if (auto const done = preview_move(room_, input, change); !done) return done.error();
  return change;
}

std::string RoomState::document() const { return room_document(room_); }

}  // namespace engawa::server
