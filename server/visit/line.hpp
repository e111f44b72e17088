// One room's conversation on a stream: to the room it is a peer like any other, with no socket of its own. On the room's
// shard, but for its making.
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
  // Whose line it is, and how the stream hears of it. Called on the room's shard.
  struct Stream {
    std::string token;    // of the guest; each hello is its
    std::string program;  // of a hello that says nothing of a program
    std::function<void(Frame const& frame, FrameKind kind)> tell;
    std::function<void(int code, std::string_view reason)> end;  // nothing comes after this
    std::function<std::int64_t()> round_trip_ms;
  };

  // Any thread. REQUIRES: the door names a room, and what it refers to outlives the line.
  Line(Door door, Stream stream) : door_(std::move(door)), stream_(std::move(stream)) {}

  void receive(protocol::ClientFrame frame);
  // The stream has ended, or its client has left the room: the stream hears no more.
  void leave();

  void send(Frame frame, FrameKind kind) override;
  void close(int code, std::string_view reason) override;
  std::int64_t round_trip_ms() override { return stream_.round_trip_ms(); }
  std::int64_t storing_wait(std::int64_t now) override { return storing_.wait(now); }
  void stored(std::int64_t now, std::size_t bytes) override { storing_.charge(now, bytes); }

  bool ending() const override { return ended_; }
  void wait() override { waiting_ = true; }
  void go_on() override;
  void refuse_hello(std::string_view id, Refusal const& refusal, std::int64_t wait_ms) override;
  void hang_up(int code, std::string_view reason) override;
  void enter(Entry entry) override;

 private:
  void handle(protocol::ClientFrame frame);
  void say_hello(protocol::ClientFrame frame);

  Door door_;
  Stream stream_;
  Channel* channel_ = nullptr;  // once it is in the room
  StoringShares storing_;
  std::vector<protocol::ClientFrame> waiting_frames_;  // behind a hello: as many as the stream reads unanswered
  bool waiting_ = false;                               // a hello is looked into
  bool ended_ = false;
};

}  // namespace engawa::server
