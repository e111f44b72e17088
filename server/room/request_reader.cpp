#include "server/room/request_reader.hpp"

#include <algorithm>

#include "server/room/choice.hpp"
#include "server/room/display_names.hpp"

namespace engawa::server {

using namespace protocol;

Result<Input> RequestReader::read(Member const& member, Request const& request) const {
  if (auto const* move = std::get_if<Move>(&request)) return read_move(member, *move);
  if (auto const* set = std::get_if<SetSeat>(&request)) return read_seat(*set);
  Input input;
  input.seat = seat_of(state_.seats(), member.guest.id);
  if (auto const* sit_down = std::get_if<Sit>(&request)) {
    if (is_refused(member.guest)) return refuse("forbidden", kNoPrograms);
    input.kind = InputKind::sit;
    input.seat = sit_down->seat;
    input.nick = name_of(member.guest);
    input.program = member.guest.program;
    return input;
  }
  if (auto const* mute = std::get_if<Mute>(&request)) return read_mute(*mute);
  if (auto const* kick = std::get_if<Kick>(&request)) return read_kick(kick->guest);
  if (auto const* over = std::get_if<HandOver>(&request)) return read_hand_over(over->guest);
  if (auto const* wish = std::get_if<Configure>(&request)) return read_configure(*wish);
  if (auto const* pardon = std::get_if<Pardon>(&request)) {
    input.kind = InputKind::pardon;
    input.nick = known_name(pardon->guest);
    input.seat = -1;
    input.text = pardon->guest;
    return input;
  }
  if (auto const* say = std::get_if<Say>(&request)) {
    if (!state_.parts().people.may_talk(member.guest.id)) return refuse("muted", "the host has muted you in this room");
    input.kind = InputKind::say;
    input.seat = -1;
    input.nick = name_of(member.guest);
    input.text = say->text;
    return input;
  }
  if (std::holds_alternative<Start>(request)) {
    input.kind = InputKind::start;
    input.seat = -1;
    return input;
  }
  if (std::holds_alternative<Hello>(request)) return refuse("bad_message", "hello was said already on this connection");
  if (input.seat < 0) return refuse("forbidden", "only a seated player can do that");
  if (auto const* pause = std::get_if<Pause>(&request)) return read_pause(member, *pause);
  if (std::holds_alternative<Stand>(request))
    input.kind = InputKind::stand;
  else if (std::holds_alternative<Resign>(request))
    input.kind = InputKind::resign;
  else
    input.kind = std::get<Rematch>(request).accept ? InputKind::accept : InputKind::decline;
  return input;
}

Result<Input> RequestReader::read_move(Member const& member, Move const& move) const {
  if (state_.phase() == Phase::lobby) return refuse("not_started", "the game has not started");
  if (state_.phase() == Phase::over) return refuse("game_over", "the game is over");
  Input input;
  input.kind = InputKind::move;
  input.seat = seat_of(state_.seats(), member.guest.id);
  if (input.seat < 0) return refuse("not_your_turn", "you have no seat in this game");
  auto const& mine = state_.seats()[static_cast<std::size_t>(input.seat)];
  if (mine.resigned) return refuse("not_your_turn", "you are out of this game: a bot plays your seat to the end");
  if (mine.left) return refuse("not_your_turn", "you have left your seat; sit down again to play");
  if (!state_.info().simultaneous) {
    if (!move.ply) return refuse("bad_message", "ply is missing: the ply of the position that the move is for");
    if (*move.ply != state_.ply())
      return refuse("stale", "the move is for ply " + std::to_string(*move.ply) + ", the game is at ply " +
                                 std::to_string(state_.ply()));
  }
  if (!move.hash.empty() && !history_.has(move.hash))
    return refuse("stale", "the move is for another history of this room: look at the board again");
  input.move = move.move;
  auto const deadline = clock_deadline(state_.parts());
  if (deadline && deadline->seat == input.seat)
    input.lag = lags_[deadline->seat].allowance(member.peer->round_trip_ms());
  return input;
}

bool RequestReader::is_refused(Guest const& guest) const {
  return state_.setup().refuses_programs && !guest.program.empty();
}

std::string RequestReader::name_of(Guest const& guest) const {
  return name_among(people_of(state_.parts()), guest.id, guest.nick);
}

std::string RequestReader::known_name(std::string const& guest) const {
  if (auto const* member = members_.find_guest(guest)) return name_of(member->guest);
  for (auto const& person : people_of(state_.parts()))
    if (person.guest == guest) return person.nick;
  return {};
}

Result<Input> RequestReader::read_kick(std::string const& guest) const {
  Input input;
  input.kind = InputKind::kick;
  input.seat = seat_of(state_.seats(), guest);
  input.text = guest;
  if (input.seat < 0 && !members_.find_guest(guest)) return refuse("not_found", "no such guest is in this room");
  input.nick = input.seat >= 0 ? state_.seats()[static_cast<std::size_t>(input.seat)].nick : known_name(guest);
  return input;
}

Result<Input> RequestReader::read_hand_over(std::string const& guest) const {
  Input input;
  input.kind = InputKind::hand_over;
  input.text = guest;
  if (seat_of(state_.seats(), guest) < 0 && !members_.find_guest(guest))
    return refuse("not_found", "no such guest is in this room");
  return input;
}

Result<Input> RequestReader::read_configure(Configure const& wish) const {
  auto const choice = choose(state_, wish);
  if (!choice) return choice.error();
  Input input;
  input.kind = InputKind::configure;
  input.text = write_room_choice(*choice);
  return input;
}

// Also for guests who have left, because they may return.
Result<Input> RequestReader::read_mute(Mute const& mute) const {
  Input input;
  input.kind = mute.muted ? InputKind::mute : InputKind::unmute;
  input.text = mute.guest;
  input.nick = known_name(mute.guest);
  if (input.nick.empty()) return refuse("not_found", "no such guest has been in this room");
  return input;
}

// The game stops as in an empty room, so no other person may be connected.
Result<Input> RequestReader::read_pause(Member const& member, Pause const& pause) const {
  if (state_.phase() == Phase::lobby) return refuse("not_started", "the game has not started");
  if (state_.phase() == Phase::over) return refuse("game_over", "the game is over");
  Input input;
  input.kind = pause.paused ? InputKind::sleep : InputKind::wake;
  input.seat = seat_of(state_.seats(), member.guest.id);
  auto const others = [&](SeatState const& seat) { return !seat.guest.empty() && seat.guest != member.guest.id; };
  if (members_.size() > 1 || std::any_of(state_.seats().begin(), state_.seats().end(), others))
    return refuse("forbidden", "other people are in this room: the game does not wait for one of them");
  return input;
}

Result<Input> RequestReader::read_seat(SetSeat const& set) const {
  Input input;
  input.seat = set.seat;
  if (set.to != SeatTo::bot) {
    input.kind = set.to == SeatTo::open ? InputKind::open : InputKind::close;
    return input;
  }
  input.kind = InputKind::bot;
  auto const [stand_in, stand_in_level] = stand_in_of(state_.parts());
  input.text = set.bot.empty() ? std::string(stand_in) : set.bot;
  auto const& bots = state_.info().bots;
  auto const bot = std::find_if(bots.begin(), bots.end(), [&](games::BotInfo const& b) { return b.id == input.text; });
  if (bot == bots.end()) return refuse("bad_message", "this game has no bot \"" + input.text + "\"");
  if (set.level != 0 && (set.level < bot->first_level || set.level > bot->last_level()))
    return refuse("bad_message", input.text + " has levels " + std::to_string(bot->first_level) + " to " +
                                     std::to_string(bot->last_level()));
  input.level = set.level == 0 ? (set.bot.empty() ? stand_in_level : bot->first_level) : set.level;
  return input;
}

}  // namespace engawa::server
