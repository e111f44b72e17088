// The guests' requests: each becomes an input, or is refused.
#include <algorithm>

#include "protocol/frames.hpp"
#include "server/room/room_core.hpp"

namespace engawa::server {

using namespace protocol;
namespace {

constexpr std::int64_t kHintRetry = 500;  // ms

Result<std::string> preview_text(RoomCore& room, Member const& member, std::string_view request, Move const& move,
                                 std::int64_t& retry_ms) {
  auto input = room.reader.read_move(member, move);
  if (!input) return input.error();
  auto const seat = static_cast<games::Seat>(input->seat);
  auto const now = room.now();
  retry_ms = room.limits.take_preview(seat, now);
  if (retry_ms > 0)
    return refuse("rate_limited", "too many previews; try again after " + std::to_string(retry_ms) + " ms");
  input->at = now;
  auto const& state = room.state();
  auto const change = state.preview(*input);
  if (change) return protocol::preview(request, state.seq(), state.ply(), change->set, change->events);
  if (change.error().code == "too_soon") retry_ms = ready_at(state.parts(), seat) - now;
  return change.error();
}

void answer_preview(RoomCore& room, Member const& member, std::string_view request, Move const& move) {
  std::int64_t retry_ms = 0;
  auto const text = preview_text(room, member, request, move, retry_ms);
  if (text)
    room.replies.answer(member, *text);
  else
    room.replies.error(member, request, text.error(), retry_ms);
}

// Requests that only ask. Their ids and answers are not remembered, because the answer describes the present.
bool answer_question(RoomCore& room, Member const& member, ClientFrame const& frame) {
  auto const seq = room.state().seq();
  if (auto const* ping = std::get_if<Ping>(&frame.request)) {
    room.replies.answer(member, pong(frame.id, ping->client_ms, room.now()));
  } else if (auto const* sync = std::get_if<Sync>(&frame.request)) {
    room.replies.steps(member, sync->seq, sync->hash);
    room.replies.ok(member, frame.id, seq);
  } else if (auto const* log = std::get_if<Log>(&frame.request)) {
    room.replies.answer(member, protocol::log(frame.id, seq, room.ledger.log().page(log->before)));
  } else if (std::holds_alternative<Hint>(frame.request)) {
    if (auto const asked = room.bots.ask_for_hint(member, frame.id); !asked)
      room.replies.error(member, frame.id, asked.error(), asked.error().code == "rate_limited" ? kHintRetry : 0);
  } else if (auto const* preview = std::get_if<Preview>(&frame.request)) {
    answer_preview(room, member, frame.id, preview->move);
  } else {
    return false;
  }
  return true;
}

std::int64_t storing_wait(RoomCore const& room, Member const& member) {
  auto const now = room.now();
  return std::max(room.limits.storing_wait(now), member.peer->storing_wait(room.time.server_time(now)));
}

// The operator's refusal is not remembered: the operator may allow it a moment later.
bool is_silenced(RoomCore& room, Member const& member, std::string_view request, std::string const& text) {
  auto silence = room.world.silence(member.guest.id, text);
  if (!silence) return false;
  silence->context.seq = room.state().seq();
  room.replies.answer(member, protocol::error(request, silence->refusal, silence->context));
  return true;
}

// Whether the request is refused because its guest has stored or said too much, or may not say this.
bool is_held_off(RoomCore& room, Member const& member, ClientFrame const& frame) {
  auto const refuse_for = [&](char const* code, std::string const& sentence, std::int64_t wait) {
    room.replies.refuse(member, frame, refuse(code, sentence + std::to_string(wait) + " ms"), wait);
    return true;
  };
  if (auto const wait = storing_wait(room, member); wait > 0)
    return refuse_for("storage_limit", "the hourly storage limit has been reached; try again after ", wait);
  auto const* const say = std::get_if<Say>(&frame.request);
  if (!say) return false;
  if (is_silenced(room, member, frame.id, say->text)) return true;
  if (auto const wait = room.limits.take_chat(member.guest.id, room.now()); wait > 0)
    return refuse_for("rate_limited", "too much chat; try again after ", wait);
  return false;
}

// What is due before the request.
void catch_up(RoomCore& room, Request const& request) {
  bool const moves = std::holds_alternative<Move>(request);
  bool const lets_wait = std::holds_alternative<Pause>(request) || std::holds_alternative<Say>(request);
  if (room.state().asleep() && !lets_wait) wake(room);  // any other request ends a pause
  if (moves) let_time_pass(room);
  if (moves && room.state().setup().timeout_forfeits) let_clock_run_out(room);
}

}  // namespace

void receive_request(RoomCore& room, Peer& peer, ClientFrame const& frame) {
  auto* const member = room.members.find(peer);
  if (!member || answer_question(room, *member, frame) || room.replies.again(*member, frame)) return;
  if (is_held_off(room, *member, frame)) return;
  catch_up(room, frame.request);
  if (room.broken) return;
  auto input = room.reader.read(*member, frame.request);
  if (!input) return room.replies.refuse(*member, frame, input.error());
  input->guest = member->guest.id;
  input->request = frame.id;
  input->content = frame.content;
  auto const& state = room.state();
  if (state.is_so(*input)) return room.replies.confirm(*member, frame);
  auto const seat = static_cast<games::Seat>(input->seat);
  auto const lag = input->lag;
  bool const moves = std::holds_alternative<Move>(frame.request);
  bool const timed = moves && clock_deadline(state.parts()).has_value();
  auto const done = submit(room, std::move(*input), member, moves ? frame.received : Moment());
  if (done && timed) room.lags.spend(seat, lag);
  if (done) return;
  bool const early = done.error().code == "too_soon";
  room.replies.refuse(*member, frame, done.error(), early ? ready_at(state.parts(), seat) - room.now() : 0);
}

}  // namespace engawa::server
