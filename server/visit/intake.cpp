#include "server/visit/intake.hpp"

#include <chrono>
#include <utility>
#include <variant>

#include "protocol/frames.hpp"
#include "server/ops/log_refusals.hpp"
#include "server/ops/secrets.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/visit/streams.hpp"

namespace engawa::server {

std::string_view Intake::channel_name() const {
  return door_.stream ? "stream" : door_.room.empty() ? "lobby" : "room";
}

std::int64_t Intake::hear(std::shared_ptr<Visitor> const& visitor, std::string_view text) {
  if (!door_.stream || !channel_) return hear_frame(visitor, text);
  auto envelope = protocol::open_envelope(text);
  if (!envelope) return on_bad_frame(*visitor, {{}, envelope.error()}), 0;
  if (!*envelope) return hear_frame(visitor, text);
  room_ = std::move((*envelope)->room);
  if (auto code = normal_room_code(room_); !code.empty()) room_ = std::move(code);
  auto const& frame = (*envelope)->frame;
  auto const wait = frame.empty() ? leave_room(*visitor, text.size()) : hear_frame(visitor, frame);
  room_.clear();
  return wait;
}

std::int64_t Intake::leave_room(Visitor& visitor, std::size_t bytes) {
  if (auto const wait = allowance_.take(door_.services.clock.now(), bytes); wait > 0)
    return slow_down(visitor, {}, wait);
  ++unanswered_;
  door_.stream->leave_room(peer_, room_);
  return 0;
}

// `text` is a frame, maybe from an envelope.
std::int64_t Intake::hear_frame(std::shared_ptr<Visitor> const& visitor, std::string_view text) {
  auto& services = door_.services;
  auto const received = std::chrono::steady_clock::now();
  auto decoded = protocol::decode(text);
  auto* const frame = std::get_if<protocol::ClientFrame>(&decoded);
  if (services.traffic && frame) services.traffic->write("in", room_.empty() ? channel_name() : "room", text);
  auto const wait = allowance_.take(services.clock.now(), text.size());
  if (wait > 0) return slow_down(*visitor, frame ? frame->id : std::get<protocol::BadFrame>(decoded).id, wait);
  if (!frame) return on_bad_frame(*visitor, std::get<protocol::BadFrame>(decoded)), 0;
  allowance_.good_frame();
  ++unanswered_;
  frame->received = received;
  receive(visitor, std::move(*frame));
  return 0;
}

void Intake::receive(std::shared_ptr<Visitor> const& visitor, protocol::ClientFrame frame) {
  if (!room_.empty()) {
    if (normal_room_code(room_).empty())
      return refuse_with(frame.id, refuse("not_found", "a room's code has 8 letters and digits"));
    return door_.stream->receive_in(peer_, door_.address, room_, std::move(frame));
  }
  if (channel_) return channel_->receive(peer_, frame);
  if (auto* hello = std::get_if<protocol::Hello>(&frame.request))
    return greet(visitor, door_, std::move(*hello), std::move(frame.id));
  refuse_with(frame.id, refuse("unauthenticated", "hello comes first"));
  visitor->hang_up(4002, "hello comes first");
}

std::int64_t Intake::slow_down(Visitor& visitor, std::string const& id, std::int64_t wait_ms) {
  count(door_.services.metrics.rate_limited);
  refuse_with(id, refuse("rate_limited", "too many messages; try again after " + std::to_string(wait_ms) + " ms"),
              wait_ms);
  if (allowance_.flooded()) {
    log_refused(Refused::flood);
    return visitor.hang_up(1008, "too many messages"), 0;
  }
  return wait_ms;
}

void Intake::on_bad_frame(Visitor& visitor, protocol::BadFrame const& bad) {
  count(door_.services.metrics.refusals);
  refuse_with(bad.id, bad.refusal);
  if (allowance_.bad_frame()) visitor.hang_up(1008, "too many frames that are no request");
}

void Intake::refuse_with(std::string_view id, Refusal const& refusal, std::int64_t wait_ms) {
  protocol::ErrorContext context;
  if (wait_ms > 0) context.retry_ms = wait_ms;
  refuse_with(id, refusal, context);
}

void Intake::refuse_with(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) {
  auto const answer = protocol::error(id, refusal, context);
  peer_.send(Frame(room_.empty() ? answer : protocol::envelope(room_, answer)), FrameKind::answer);
}

}  // namespace engawa::server
