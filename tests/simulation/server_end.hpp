// The node's ends of connections: a client in a room, and a connection that is forwarded to another node.
// They stand for server/net/connection.cpp and splice.cpp, without sockets.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "server/room/peer.hpp"
#include "server/shard/shard.hpp"
#include "tests/simulation/wire.hpp"

namespace engawa::simulation {

class Life;

// Shards visit their connections in no defined order: their calls are executed later, in the order in which the
// connections were made.
class ServerEnd : public server::ShardConnection, public std::enable_shared_from_this<ServerEnd> {
 public:
  ServerEnd(server::Shard& shard, WirePtr wire) : shard_(shard), wire_(std::move(wire)) {}
  ~ServerEnd() override = default;
  virtual void start(Life& life) = 0;
  // Executes the calls. False: it has ended.
  bool settle();
  void on_tick(std::int64_t) override {}
  void flush() override {}
  void go_away() override { ask_for(shard_.services().others_live ? 1013 : 1012); }
  void drop() override { ask_for(1006); }

 protected:
  void ask_for(int close) {
    if (close_ == 0) close_ = close;
  }
  virtual void ended(int code) = 0;

  server::Shard& shard_;
  WirePtr wire_;  // to the client
  int close_ = 0;

 private:
  bool over_ = false;
};

class RoomEnd final : public ServerEnd, public server::Peer {
 public:
  RoomEnd(server::Shard& shard, WirePtr wire, std::string room)
      : ServerEnd(shard, std::move(wire)), room_(std::move(room)) {}
  void start(Life& life) override;
  void send(server::Frame frame, server::FrameKind kind) override;
  void close(int code, std::string_view reason) override;
  void on_tick(std::int64_t now) override;

 private:
  void hear(std::string const& text);
  void greet(protocol::Hello const& hello, std::string const& id);
  void refuse_with(std::string_view id, Refusal const& refusal);
  void ended(int code) override;

  std::string room_;
  server::Channel* channel_ = nullptr;
  std::int64_t heard_at_ = 0;
};

class Carrier final : public ServerEnd {
 public:
  // `onward`: towards the other node.
  Carrier(server::Shard& shard, WirePtr wire, WirePtr onward, std::string node)
      : ServerEnd(shard, std::move(wire)), onward_(std::move(onward)), node_(std::move(node)) {}
  void start(Life& life) override;
  std::string_view node() const override { return node_; }

 private:
  void ended(int code) override;

  WirePtr onward_;
  std::string node_;
  bool reached_ = false;
};

}  // namespace engawa::simulation
