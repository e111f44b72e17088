// One room's conversation on a stream. To the room it is a peer like any other, but it has no socket of its own. On the
// room's shard, except for its creation.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/messages.hpp"
#include "server/visit/greeting.hpp"

namespace engawa::server {

class Line final : public Peer, public Visitor, public std::enable_shared_from_this<Line> {
 public:
  // The client of the line, and the callbacks of its stream, which are called on the room's shard.
  struct Stream {
    std::string token;    // of the guest; every hello uses it
    std::string program;  // for a hello that does not describe a program
    std::function<void(Frame const& frame, FrameKind kind)> tell;
    std::function<void(int code, std::string_view reason)> end;  // nothing follows this
    std::function<std::int64_t()> round_trip_ms;
  };

  // Any thread. REQUIRES: the door names a room, and the objects that it refers to outlive the line.
  Line(Door door, Stream stream) : door_(std::move(door)), stream_(std::move(stream)) {}

  void receive(protocol::ClientFrame frame);
  // The stream has ended, or its client has left the room: the stream gets no more frames.
  void leave();

  void send(Frame frame, FrameKind kind) override;
  void close(int code, std::string_view reason) override;
  std::int64_t round_trip_ms() override { return stream_.round_trip_ms(); }
  std::int64_t storing_wait(std::int64_t now) override { return storing_.wait(now); }
  void stored(std::int64_t now, std::size_t bytes) override { storing_.charge(now, bytes); }

  bool ending() const override { return ended_; }
  void wait() override { waiting_ = true; }
  void go_on() override;
  void refuse_hello(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) override;
  void hang_up(int code, std::string_view reason) override;
  void enter(Entry entry) override;

 private:
  void handle(protocol::ClientFrame frame);
  void say_hello(protocol::ClientFrame frame);

  Door door_;
  Stream stream_;
  Channel* channel_ = nullptr;  // once it is in the room
  StoringShares storing_;
  std::vector<protocol::ClientFrame> waiting_frames_;  // frames behind a hello: as many as the stream reads unanswered
  bool waiting_ = false;                               // a hello is being processed
  bool ended_ = false;
};

}  // namespace engawa::server
