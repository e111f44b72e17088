#include "tests/simulation/server_end.hpp"

#include <utility>

#include "protocol/frames.hpp"
#include "protocol/messages.hpp"
#include "server/shard/services.hpp"
#include "tests/simulation/node.hpp"
#include "tests/simulation/world.hpp"

namespace engawa::simulation {

using namespace server;

namespace {

constexpr std::int64_t kLostMs = 40000;   // twice the ping
constexpr Time kReachTime = 5 * kSecond;  // splice.cpp

}  // namespace

bool ServerEnd::settle() {
  if (over_) return false;
  if (close_ == 0) return true;
  over_ = true;
  ended(close_);
  shard_.connections().remove(*this);
  return false;
}

void RoomEnd::start(Life& life) {
  auto const self = std::static_pointer_cast<RoomEnd>(shared_from_this());
  heard_at_ = shard_.services().clock.now();
  shard_.connections().add(*this);
  wire_->set_end(Wire::answering, {[self](std::string const& text) { self->hear(text); },
                                   [self](int code) { self->ask_for(code); }, life.delivery()});
  wire_->send(Wire::answering, {});  // it is open
  if (shard_.connections().reading_stopped()) go_away();
}

void RoomEnd::hear(std::string const& text) {
  heard_at_ = shard_.services().clock.now();
  if (close_ != 0 || shard_.connections().reading_stopped() || text.empty()) return;  // empty: a pong
  auto const decoded = protocol::decode(text);
  auto const& frame = std::get<protocol::ClientFrame>(decoded);
  if (channel_) return channel_->receive(*this, frame);
  greet(std::get<protocol::Hello>(frame.request), frame.id);
}

// A client's guest is its nick.
void RoomEnd::greet(protocol::Hello const& hello, std::string const& id) {
  shard_.rooms().with_room(
      room_, [self = std::static_pointer_cast<RoomEnd>(shared_from_this()), hello, id](Result<RoomSlot*> const& room) {
        if (self->close_ != 0) return;
        if (!room) {
          self->refuse_with(id, room.error());
          auto const& code = room.error().code;
          return self->close(code == "not_found" ? 4006 : code == "busy" ? 1013 : 4007, code);
        }
        self->channel_ = *room;
        (*room)->enter(*self, {*hello.nick, *hello.nick}, hello, id, {});
      });
}

void RoomEnd::refuse_with(std::string_view id, Refusal const& refusal) {
  send(Frame(protocol::error(id, refusal)), FrameKind::answer);
}

void RoomEnd::send(Frame frame, FrameKind) {
  if (close_ == 0) wire_->send(Wire::answering, *frame);
}

void RoomEnd::close(int code, std::string_view) {
  channel_ = nullptr;
  ask_for(code);
}

void RoomEnd::on_tick(std::int64_t now) {
  if (!shard_.connections().reading_stopped() && now - heard_at_ > kLostMs) ask_for(4103);
}

void RoomEnd::ended(int code) {
  if (auto* const channel = std::exchange(channel_, nullptr)) channel->leave(*this);
  wire_->close(Wire::answering, code);
  wire_->forget(Wire::answering);
}

void Carrier::start(Life& life) {
  auto const self = std::static_pointer_cast<Carrier>(shared_from_this());
  shard_.connections().add(*this);
  wire_->set_end(Wire::answering, {[self](std::string const& text) { self->onward_->send(Wire::calling, text); },
                                   [self](int code) { self->ask_for(code); }, life.delivery()});
  auto const hear = [self](std::string const& text) {
    self->reached_ = true;
    self->wire_->send(Wire::answering, text);
  };
  onward_->set_end(Wire::calling, {hear, [self](int code) { self->ask_for(code); }, life.delivery()});
  life.world().scheduler().after(kReachTime, [self, deliver = life.delivery()] {
    deliver([self] {
      if (!self->reached_) self->ask_for(503);
    });
  });
  if (shard_.connections().reading_stopped()) drop();
}

void Carrier::ended(int code) {
  wire_->close(Wire::answering, code);
  onward_->close(Wire::calling, code);
  wire_->forget(Wire::answering);
  onward_->forget(Wire::calling);
}

}  // namespace engawa::simulation
