// The guests' requests: each becomes an input, or is refused.
#include <algorithm>

#include "protocol/frames.hpp"
#include "server/room/display_names.hpp"
#include "server/room/room.hpp"

namespace engawa::server {

using namespace protocol;
namespace {

constexpr std::int64_t kHintRetry = 500;  // ms

}  // namespace

void Room::receive(Peer& peer, ClientFrame const& frame) {
  auto* const member = members_.find(peer);
  if (!member) return;
  if (auto const* ping = std::get_if<Ping>(&frame.request))
    return members_.deliver(*member, Frame(pong(frame.id, ping->client_ms, now())), FrameKind::answer);
  if (auto const* sync = std::get_if<Sync>(&frame.request)) {
    deliver_since(*member, sync->seq, sync->hash);
    return answer_ok(*member, frame.id, state_.seq());
  }
  if (auto const* log = std::get_if<Log>(&frame.request))
    return members_.deliver(*member, Frame(protocol::log(frame.id, state_.seq(), log_.page(log->before))),
                            FrameKind::answer);
  auto const* before = answers_.find(member->guest.id, frame.id);
  if (!before) before = refusals_.find(member->guest.id, frame.id);
  if (before) {
    if (before->error.empty()) return answer_ok(*member, frame.id, before->seq);
    return members_.deliver(*member, Frame(before->error), FrameKind::answer);
  }
  if (std::holds_alternative<Hint>(frame.request)) {
    auto const asked = bots_.ask_for_hint(*member, frame.id);
    if (asked) return;
    return answer_error(*member, frame.id, asked.error(), asked.error().code == "rate_limited" ? kHintRetry : 0);
  }
  if (auto const* preview = std::get_if<Preview>(&frame.request))
    return answer_preview(*member, frame.id, preview->move);
  if (auto const wait = storing_wait(*member); wait > 0)
    return answer_error(*member, frame.id,
                        refuse("storage_limit", "the hourly storage limit has been reached; try again after " +
                                                    std::to_string(wait) + " ms"),
                        wait);
  if (std::holds_alternative<Say>(frame.request))
    if (auto const wait = limits_.take_chat(member->guest.id, now()); wait > 0)
      return answer_error(*member, frame.id,
                          refuse("rate_limited", "too much chat; try again after " + std::to_string(wait) + " ms"),
                          wait);
  bool const moves = std::holds_alternative<protocol::Move>(frame.request);
  if (moves) let_time_pass();
  if (moves && state_.setup().timeout_forfeits) let_clock_run_out();
  if (broken_) return;
  auto input = to_input(*member, frame.request);
  if (!input) return answer_error(*member, frame.id, input.error());
  input->guest = member->guest.id;
  input->request = frame.id;
  int const seat = input->seat;
  auto const lag = input->lag;
  bool const timed = moves && state_.clock_deadline().has_value();
  auto const done = submit(std::move(*input), member);
  if (done && timed) lags_[static_cast<std::size_t>(seat)].spend(lag);
  if (done) return;
  bool const early = done.error().code == "too_soon";
  answer_error(*member, frame.id, done.error(), early ? state_.ready_at(static_cast<games::Seat>(seat)) - now() : 0);
}

std::int64_t Room::storing_wait(Member const& member) const {
  auto const now = this->now();
  return std::max(limits_.storing_wait(now), member.peer->storing_wait(time_.server_time(now)));
}

Result<Input> Room::to_input(Member const& member, Request const& request) const {
  if (auto const* move = std::get_if<Move>(&request)) return move_input(member, *move);
  if (auto const* set = std::get_if<SetSeat>(&request)) return seat_input(*set);
  Input input;
  input.seat = seat_of(state_.seats(), member.guest.id);
  if (auto const* sit_down = std::get_if<Sit>(&request)) {
    input.kind = InputKind::sit;
    input.seat = sit_down->seat;
    input.nick = name_of(member.guest);
    return input;
  }
  if (auto const* mute = std::get_if<Mute>(&request)) return mute_input(*mute);
  if (auto const* kick = std::get_if<Kick>(&request)) return kick_input(kick->guest);
  if (auto const* over = std::get_if<HandOver>(&request)) return hand_over_input(over->guest);
  if (auto const* pardon = std::get_if<Pardon>(&request)) {
    input.kind = InputKind::pardon;
    input.seat = -1;
    input.text = pardon->guest;
    return input;
  }
  if (auto const* say = std::get_if<Say>(&request)) {
    if (!state_.may_talk(member.guest.id)) return refuse("muted", "the host has muted you in this room");
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
  if (std::holds_alternative<Stand>(request))
    input.kind = InputKind::stand;
  else if (std::holds_alternative<Resign>(request))
    input.kind = InputKind::resign;
  else
    input.kind = std::get<Rematch>(request).accept ? InputKind::accept : InputKind::decline;
  return input;
}

Result<Input> Room::move_input(Member const& member, Move const& move) const {
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
  auto const deadline = state_.clock_deadline();
  if (deadline && deadline->seat == input.seat)
    input.lag = lags_[deadline->seat].allowance(member.peer->round_trip_ms());
  return input;
}

// Refusals are not remembered: a person who looks at many moves would push out those of requests that change something.
void Room::answer_preview(Member const& member, std::string_view request, Move const& move) {
  std::int64_t retry_ms = 0;
  auto answer = preview(member, request, move, retry_ms);
  auto text = answer ? std::move(*answer) : error_text(request, answer.error(), retry_ms);
  members_.deliver(member, Frame(text), FrameKind::answer);
}

Result<std::string> Room::preview(Member const& member, std::string_view request, Move const& move,
                                  std::int64_t& retry_ms) {
  auto input = move_input(member, move);
  if (!input) return input.error();
  auto const seat = static_cast<games::Seat>(input->seat);
  auto const now = this->now();
  retry_ms = limits_.take_preview(seat, now);
  if (retry_ms > 0)
    return refuse("rate_limited", "too many previews; try again after " + std::to_string(retry_ms) + " ms");
  input->at = now;
  auto const change = state_.preview(*input);
  if (change) return protocol::preview(request, state_.seq(), state_.ply(), change->set, change->events);
  if (change.error().code == "too_soon") retry_ms = state_.ready_at(seat) - now;
  return change.error();
}

// A person who has neither sat nor talked has no name in the room yet, only a nick.
std::string Room::name_of(Guest const& guest) const { return name_among(state_.people(), guest.id, guest.nick); }

std::string Room::name_of(std::string const& guest) const {
  if (auto const* member = members_.find_guest(guest)) return name_of(member->guest);
  for (auto const& person : state_.people())
    if (person.guest == guest) return person.nick;
  return {};
}

Result<Input> Room::kick_input(std::string const& guest) const {
  Input input;
  input.kind = InputKind::kick;
  input.seat = seat_of(state_.seats(), guest);
  input.text = guest;
  if (input.seat < 0 && !members_.find_guest(guest)) return refuse("not_found", "no such guest is in this room");
  input.nick = input.seat >= 0 ? state_.seats()[static_cast<std::size_t>(input.seat)].nick : name_of(guest);
  return input;
}

Result<Input> Room::hand_over_input(std::string const& guest) const {
  Input input;
  input.kind = InputKind::hand_over;
  input.text = guest;
  if (seat_of(state_.seats(), guest) < 0 && !members_.find_guest(guest))
    return refuse("not_found", "no such guest is in this room");
  return input;
}

// Also for guests who have left: they may come back.
Result<Input> Room::mute_input(Mute const& mute) const {
  Input input;
  input.kind = mute.muted ? InputKind::mute : InputKind::unmute;
  input.text = mute.guest;
  input.nick = name_of(mute.guest);
  if (input.nick.empty()) return refuse("not_found", "no such guest has been in this room");
  return input;
}

Result<Input> Room::seat_input(SetSeat const& set) const {
  Input input;
  input.seat = set.seat;
  if (set.to != SeatTo::bot) {
    input.kind = set.to == SeatTo::open ? InputKind::open : InputKind::close;
    return input;
  }
  input.kind = InputKind::bot;
  auto const [stand_in, stand_in_level] = state_.stand_in();
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
