// The guests' requests: each becomes an input, or is refused.
#include <algorithm>

#include "protocol/frames.hpp"
#include "server/room/room.hpp"

namespace engawa::server {

using namespace protocol;
namespace {

constexpr std::int64_t kHintRetry = 500;  // ms

}  // namespace

void Room::receive(Peer& peer, ClientFrame const& frame) {
  auto* const member = members_.find(peer);
  if (!member || answer_question(*member, frame) || answer_again(*member, frame)) return;
  if (auto const wait = storing_wait(*member); wait > 0)
    return refuse_request(*member, frame,
                          refuse("storage_limit", "the hourly storage limit has been reached; try again after " +
                                                      std::to_string(wait) + " ms"),
                          wait);
  if (auto const* say = std::get_if<Say>(&frame.request); say && is_silenced(*member, frame.id, say->text)) return;
  if (std::holds_alternative<Say>(frame.request))
    if (auto const wait = limits_.take_chat(member->guest.id, now()); wait > 0)
      return refuse_request(*member, frame,
                            refuse("rate_limited", "too much chat; try again after " + std::to_string(wait) + " ms"),
                            wait);
  bool const moves = std::holds_alternative<protocol::Move>(frame.request);
  bool const lets_wait = std::holds_alternative<Pause>(frame.request) || std::holds_alternative<Say>(frame.request);
  if (state_.asleep() && !lets_wait) wake();  // any other request ends a pause
  if (moves) let_time_pass();
  if (moves && state_.setup().timeout_forfeits) let_clock_run_out();
  if (broken_) return;
  auto input = reader_.read(*member, frame.request);
  if (!input) return refuse_request(*member, frame, input.error());
  input->guest = member->guest.id;
  input->request = frame.id;
  input->content = frame.content;
  if (state_.is_so(*input)) return confirm(*member, frame);
  int const seat = input->seat;
  auto const lag = input->lag;
  bool const timed = moves && state_.clock_deadline().has_value();
  auto const done = submit(std::move(*input), member, moves ? frame.received : Moment());
  if (done && timed) lags_[static_cast<std::size_t>(seat)].spend(lag);
  if (done) return;
  bool const early = done.error().code == "too_soon";
  refuse_request(*member, frame, done.error(), early ? state_.ready_at(static_cast<games::Seat>(seat)) - now() : 0);
}

// Not remembered: the operator may allow it a moment later.
bool Room::is_silenced(Member const& member, std::string_view request, std::string const& text) {
  auto silence = world_.silence(member.guest.id, text);
  if (!silence) return false;
  silence->context.seq = state_.seq();
  members_.deliver(member, Frame(protocol::error(request, silence->refusal, silence->context)), FrameKind::answer);
  return true;
}

// Nothing has to change. The answer is remembered, because later the same request would change something.
void Room::confirm(Member const& member, ClientFrame const& frame) {
  unstored_.remember(member.guest.id, frame.id, {state_.seq(), {}, frame.content});
  answer_ok(member, frame.id, state_.seq());
}

// Requests that only ask. Their ids and answers are not remembered, because the answer describes the present.
bool Room::answer_question(Member const& member, ClientFrame const& frame) {
  if (auto const* ping = std::get_if<Ping>(&frame.request)) {
    members_.deliver(member, Frame(pong(frame.id, ping->client_ms, now())), FrameKind::answer);
  } else if (auto const* sync = std::get_if<Sync>(&frame.request)) {
    deliver_since(member, sync->seq, sync->hash);
    answer_ok(member, frame.id, state_.seq());
  } else if (auto const* log = std::get_if<Log>(&frame.request)) {
    members_.deliver(member, Frame(protocol::log(frame.id, state_.seq(), log_.page(log->before))), FrameKind::answer);
  } else if (std::holds_alternative<Hint>(frame.request)) {
    if (auto const asked = bots_.ask_for_hint(member, frame.id); !asked)
      answer_error(member, frame.id, asked.error(), asked.error().code == "rate_limited" ? kHintRetry : 0);
  } else if (auto const* preview = std::get_if<Preview>(&frame.request)) {
    answer_preview(member, frame.id, preview->move);
  } else {
    return false;
  }
  return true;
}

// A repetition gets the first answer. The same id with different content is refused, and the refusal is not remembered.
bool Room::answer_again(Member const& member, ClientFrame const& frame) {
  auto const* before = answers_.find(member.guest.id, frame.id);
  if (!before) before = unstored_.find(member.guest.id, frame.id);
  if (!before) return false;
  if (!before->is_for(frame.content))
    answer_error(member, frame.id,
                 refuse("id_reused",
                        "this id was used for another request of yours in this room; nothing was done: "
                        "send it with an id that you have not used here"));
  else if (before->error.empty())
    answer_ok(member, frame.id, before->seq);
  else
    members_.deliver(member, Frame(before->error), FrameKind::answer);
  return true;
}

std::int64_t Room::storing_wait(Member const& member) const {
  auto const now = this->now();
  return std::max(limits_.storing_wait(now), member.peer->storing_wait(time_.server_time(now)));
}

void Room::answer_preview(Member const& member, std::string_view request, Move const& move) {
  std::int64_t retry_ms = 0;
  auto answer = preview(member, request, move, retry_ms);
  auto text = answer ? std::move(*answer) : error_text(request, answer.error(), retry_ms);
  members_.deliver(member, Frame(text), FrameKind::answer);
}

Result<std::string> Room::preview(Member const& member, std::string_view request, Move const& move,
                                  std::int64_t& retry_ms) {
  auto input = reader_.read_move(member, move);
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

}  // namespace engawa::server
