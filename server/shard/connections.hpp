// The connections of a shard: ticked once a second, flushed at the end of a turn of the loop, and closed at the end.
// The shard's thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace engawa::server {

// A connection from its shard's point of view.
class ShardConnection {
 public:
  virtual ~ShardConnection() = default;
  virtual void on_tick(std::int64_t now) = 0;
  virtual void flush() = 0;    // as requested by the connection
  virtual void go_away() = 0;  // 1012, or 1013 if other nodes run, which have its room at once
  virtual void drop() = 0;     // at once
  // The operator has banned somebody: if that is its guest or its address, it tells them and ends.
  virtual void turn_out_banned() {}
  // Who is here. nullopt: it is in no channel, or ends at another node.
  struct Here {
    std::string guest, nick;  // empty: a client that only watches the lobby
    std::string room;         // empty: the lobby, or a stream
    std::string address;      // as counted
    bool stream = false;
    std::int64_t since = 0;  // server time
  };
  virtual std::optional<Here> here() const { return std::nullopt; }
  // The address of the node to which it is relayed; empty: it ends here.
  virtual std::string_view node() const { return {}; }
};

class Connections {
 public:
  // REQUIRES: the loop outlives it, and each connection is removed before it is destroyed.
  explicit Connections(boost::asio::io_context& io) : io_(io) {}

  void add(ShardConnection& connection) { all_.insert(&connection); }
  void remove(ShardConnection& connection);
  void tick(std::int64_t now);

  // Calls its flush() at the end of this turn of the loop. REQUIRES: it has not requested that already.
  void flush_soon(ShardConnection& connection);
  // Calls `work`. Frames that the connections get in it are sent at its end, without another turn.
  template <class Work>
  void flush_after(Work const& work) {
    working_ = true;
    work();
    working_ = false;
    flush();
  }

  void turn_out_banned();
  std::vector<ShardConnection::Here> here() const;

  // Ends those that are relayed to other nodes than these.
  void leave_dead_nodes(std::unordered_set<std::string> const& living);
  // Shutdown. Requests that have not been read yet are repeated by the clients after the restart.
  void stop_reading() { reading_stopped_ = true; }
  bool reading_stopped() const { return reading_stopped_; }
  void close();
  void drop();
  void when_empty(std::function<void()> done);

 private:
  // Calls `function` for each that still exists: a call may end others.
  template <class Function>
  void for_each(Function const& function);
  void flush();

  boost::asio::io_context& io_;
  std::unordered_set<ShardConnection*> all_;
  std::vector<ShardConnection*> unflushed_, flushing_;  // nullptr: it has ended
  bool working_ = false;                                // inside flush_after(), which flushes all of them
  bool reading_stopped_ = false;
  std::function<void()> on_empty_;
};

}  // namespace engawa::server
