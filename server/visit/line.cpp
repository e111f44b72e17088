#include "server/visit/line.hpp"

#include <utility>

#include "protocol/frames.hpp"

namespace engawa::server {

void Line::receive(protocol::ClientFrame frame) {
  if (ended_) return;
  if (waiting_) return waiting_frames_.push_back(std::move(frame));
  handle(std::move(frame));
}

void Line::handle(protocol::ClientFrame frame) {
  if (channel_) return channel_->receive(*this, frame);
  if (std::holds_alternative<protocol::Hello>(frame.request)) return say_hello(std::move(frame));
  refuse_hello(frame.id, refuse("unauthenticated", "hello comes first, in each room"), {});
  hang_up(4002, "hello comes first");
}

void Line::say_hello(protocol::ClientFrame frame) {
  auto& hello = std::get<protocol::Hello>(frame.request);
  if (!hello.token.empty() && hello.token != stream_.token)
    return refuse_hello(frame.id,
                        refuse("forbidden", "a stream is one guest's: leave the token out of the rooms' hello"), {});
  hello.token = stream_.token;
  if (hello.program.empty()) hello.program = stream_.program;
  greet(shared_from_this(), door_, std::move(hello), std::move(frame.id));
}

void Line::go_on() {
  waiting_ = false;
  while (!waiting_ && !ended_ && !waiting_frames_.empty()) {
    auto frame = std::move(waiting_frames_.front());
    waiting_frames_.erase(waiting_frames_.begin());
    handle(std::move(frame));
  }
}

void Line::leave() {
  ended_ = true;
  if (auto* const channel = std::exchange(channel_, nullptr)) channel->leave(*this);
}

void Line::send(Frame frame, FrameKind kind) {
  if (!ended_) stream_.tell(frame, kind);
}

void Line::close(int code, std::string_view reason) {
  channel_ = nullptr;
  hang_up(code, reason);
}

void Line::refuse_hello(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) {
  send(Frame(protocol::error(id, refusal, context)), FrameKind::answer);
}

void Line::hang_up(int code, std::string_view reason) {
  if (std::exchange(ended_, true)) return;
  if (auto* const channel = std::exchange(channel_, nullptr)) channel->leave(*this);
  stream_.end(code, reason);
}

void Line::enter(Entry entry) {
  waiting_ = false;
  storing_ = std::move(entry.storing);
  channel_ = &entry.channel;
  channel_->enter(*this, entry.guest, entry.hello, entry.id, entry.token);
}

}  // namespace engawa::server
