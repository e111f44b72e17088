// A shard: one thread, its io_context, the rooms and connections that live on it. No locks: other threads post.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "server/journal.hpp"
#include "server/room.hpp"
#include "server/services.hpp"

namespace engawa::server {

// A room with what the shard must know of it; the room's host.
class HostedRoom final : public RoomHost {
 public:
  HostedRoom(Shard& shard, std::string code, std::uint64_t epoch);

  std::int64_t now() const override;
  void append(Room& room, std::uint64_t seq, std::string input) override;
  void set_alarm(Room& room, std::int64_t at) override;
  void think(Room& room, ThinkJob job) override;
  void summary_changed(Room& room) override;
  void log_error(Room const& room, std::string const& what) override;

 private:
  friend class Shard;
  using Waiter = std::function<void(Result<Room*>)>;

  Shard& shard_;
  std::string code_;
  std::uint64_t epoch_ = 0;
  std::unique_ptr<Room> room_;   // nullptr while it is being read
  std::uint64_t in_flight_ = 0;  // appends whose outcome has not come back
  std::int64_t alarm_at_ = 0;
  std::int64_t idle_since_ = 0;  // when the last member left; 0: there are members
  std::vector<Waiter> waiters_;  // who asked for the room while it was being read or dropped
};

// A connection as its shard looks after it: once a second, and at the end.
class Tended {
 public:
  virtual ~Tended() = default;
  virtual void tend(std::int64_t now) = 0;
  virtual void go_away() = 0;  // 1012
  virtual void drop() = 0;     // at once
};

class Shard {
 public:
  Shard(int index, Services& services);
  ~Shard();
  Shard(Shard const&) = delete;
  Shard& operator=(Shard const&) = delete;

  // From any thread.
  void start();
  void stop();  // ends the thread after what is running
  template <class Function>
  void post(Function&& function) {
    boost::asio::post(io_, std::forward<Function>(function));
  }
  boost::asio::io_context& io() { return io_; }

  // The rest: on the shard's thread only.

  // The room, from memory or from the journal. `done` may be called at once. Refuses with `not_found`, `internal` or `limit_reached`.
  void with_room(std::string const& code, std::function<void(Result<Room*>)> done);
  // Stores and opens a new room. REQUIRES: the code is this shard's and unused.
  void create_room(RoomSetup setup, std::function<void(Result<Room*>)> done);
  void tend(Tended& connection) { tended_.insert(&connection); }
  void forget(Tended& connection) { tended_.erase(&connection); }
  void reported(std::vector<Journal::Outcome> const& outcomes);
  // Tells everybody that the server goes down.
  void announce_drain(int in_s);
  void close_connections();
  Services& services() { return services_; }
  RoomTuning tuning() const;

 private:
  friend class HostedRoom;
  using Rooms = std::unordered_map<std::string, std::unique_ptr<HostedRoom>>;

  void load(HostedRoom& hosted);
  void loaded(std::string const& code, Result<StoredRoom> stored);
  void open(HostedRoom& hosted, Result<std::unique_ptr<Room>> room);
  void refuse_waiters(std::string const& code, Refusal const& refusal);
  void drop_if_broken(HostedRoom& hosted);
  void drop(HostedRoom& hosted, bool close);
  void set_alarm(HostedRoom& hosted, std::int64_t at);
  void arm_timer();
  void ring();
  void tend_all();
  void tend_rooms(std::int64_t now);

  Services& services_;
  int index_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  boost::asio::steady_timer alarm_timer_;
  boost::asio::steady_timer tend_timer_;
  Rooms rooms_;
  std::multimap<std::int64_t, HostedRoom*> alarms_;
  std::int64_t armed_for_ = 0;
  std::unordered_set<Tended*> tended_;
  std::thread thread_;
};

}  // namespace engawa::server
