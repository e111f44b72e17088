// A shard: one thread, its io_context, and its rooms and connections. No locks: other threads post.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "server/shard/journal_link.hpp"
#include "server/shard/room_slot.hpp"
#include "server/shard/services.hpp"
#include "server/shard/sleepers.hpp"

namespace engawa::server {

// A connection as seen by its shard: ticked once a second, and closed at the end.
class ShardConnection {
 public:
  virtual ~ShardConnection() = default;
  virtual void on_tick(std::int64_t now) = 0;
  virtual void flush() = 0;    // as it has asked for
  virtual void go_away() = 0;  // 1012, or 1013 if other nodes live, where its room can be found at once
  virtual void drop() = 0;     // at once
  // The address of the node of a cluster that it leads to; empty: it ends here.
  virtual std::string_view node() const { return {}; }
};

class Shard final : public SlotOwner {
 public:
  Shard(int index, Services& services);
  ~Shard() override;
  Shard(Shard const&) = delete;
  Shard& operator=(Shard const&) = delete;

  // From any thread.
  void start();
  // Instead of start(), without a thread: whoever runs io() is the shard's.
  void start_without_thread() { tick(); }
  void stop();  // ends the thread after pending work
  template <class Function>
  void post(Function&& function) {
    boost::asio::post(io_, std::forward<Function>(function));
  }
  boost::asio::io_context& io() { return io_; }
  void report(std::vector<Journal::Outcome> const& outcomes) { journal_.report(outcomes); }

  // All others: on the shard's thread only.

  // The room, from memory or from the journal. `done` may be called at once. Refuses with `not_found`, `internal` (also
  // if the room is quarantined), `busy` (the store fails, or see hold_until()) or `limit_reached`.
  void with_room(std::string const& code, RoomSlot::Waiter done);
  // Rooms of the last run, most recently used first: they sleep, and are read one after the other.
  void know_rooms(std::vector<std::string> const& codes);
  // Stores and opens a new room. REQUIRES: the code belongs to this shard and is unused.
  void create_room(RoomSetup setup, RoomPlaces places, RoomSlot::Waiter done);
  void add(ShardConnection& connection) { connections_.insert(&connection); }
  void remove(ShardConnection& connection);
  // Calls its flush() at the end of this turn of the loop. REQUIRES: it has not asked for that already.
  void flush_soon(ShardConnection& connection);
  // The store works again: rooms that waited for it continue.
  void store_recovered();
  // Whether it has the room, in memory or asleep: nobody has to ask where it is.
  bool has_room(std::string const& code) const { return rooms_.contains(code) || sleepers_.contains(code); }
  // From then on, until it is told a later time, it shows no room from memory: another node of the cluster may have taken
  // it and gone on with it. At first: never.
  void hold_until(std::int64_t at);
  // Lets go of all other rooms: another node of the cluster may have them.
  void keep_only(std::unordered_set<std::string> const& codes);
  // Ends the connections that lead to other nodes than these.
  void leave_dead_nodes(std::unordered_set<std::string> const& living);
  // Puts a quarantined room back into service, or reloads one. As with_room().
  void retry_room(std::string const& code, RoomSlot::Waiter done);
  // Calls `show` for every room in memory.
  void for_each_room(std::function<void(std::string const& code, Room const& room)> const& show) const;

  // Shutdown, in this order.
  void announce(Frame const& notice);  // to everybody in a room
  void stop_reading();  // requests that have not been read yet are repeated by the clients after the restart
  bool reading_stopped() const { return reading_stopped_; }
  void when_quiet(std::function<void()> done);  // no hint is being computed, and the journal has all inputs
  void close_connections();
  void when_empty(std::function<void()> done);  // no connections are left
  Services& services() override { return services_; }
  RoomTuning tuning() const;

 private:
  using Rooms = std::unordered_map<std::string, std::unique_ptr<RoomSlot>>;

  struct Failures {
    int count = 0;
    std::int64_t since = 0;
  };

  void reported(std::vector<Journal::Outcome> const& outcomes);
  void reported(Journal::Outcome const& outcome);
  void load(RoomSlot& slot, bool whole = false);
  void loaded(std::string const& code, Result<StoredRoom> stored);
  void open(RoomSlot& slot, std::unique_ptr<Room> room, RoomSlot::Origin origin);
  void open_new(RoomSetup const& setup, RoomPlaces const& places, RoomSlot::Waiter const& done);
  void refuse_waiters(std::string const& code, Refusal const& refusal, bool moved = false);
  void quarantine(std::string const& code, std::string const& why);
  Refusal cannot_store() const;
  bool is_held() const;
  void was_unreachable();
  void append(RoomSlot& slot, std::uint64_t seq, std::string_view input) override;
  void run(Journal::Work work, Journal::Done done) override { journal_.run(std::move(work), std::move(done)); }
  void room_failed(RoomSlot& slot) override;
  void set_alarm(RoomSlot& slot, std::int64_t at) override;
  void post_thought(ThoughtFor room, Result<std::string> answer) override;
  void drop_if_failed(RoomSlot& slot);
  bool fails_too_often(std::string const& code);
  void drop(RoomSlot& slot);
  void check_quiet();
  void flush();
  void arm_timer();
  void ring();
  void ring_later();
  void tick();
  void drop_idle_rooms(std::int64_t now);
  std::int64_t ttl_of(RoomSlot const& slot) const;
  bool has_place() const;
  void look_in(std::string const& code);
  void wake(RoomSlot& slot, Sleeper sleeper);
  void count_read(RoomSlot& slot);
  void sleep_on(RoomSlot& slot);
  bool may_doze(RoomSlot& slot) const;
  void doze(RoomSlot& slot);
  void close_sleeper(std::string const& code);
  void doze_if_passing(RoomSlot& slot);
  void wake_due();

  Services& services_;
  int index_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  JournalLink journal_;
  boost::asio::steady_timer alarm_timer_, rest_timer_;
  boost::asio::steady_timer tick_timer_;
  Rooms rooms_;
  Sleepers sleepers_;
  std::size_t unread_ = 0, last_run_ = 0;  // rooms of the last run that have not been read yet, and all of them
  bool waking_ = false;                    // wake_due() is reading one
  std::multimap<std::int64_t, RoomSlot*> alarms_;
  std::int64_t armed_for_ = 0;
  std::int64_t held_until_ = std::numeric_limits<std::int64_t>::max();
  std::unordered_set<ShardConnection*> connections_;
  std::vector<ShardConnection*> unflushed_, flushing_;  // nullptr: it has ended
  std::unordered_map<std::string, Failures> failures_;  // of rooms that have failed lately
  std::vector<std::string> halted_;                     // rooms that wait for the store
  bool telling_ = false;                                // inside reported(): then everything is flushed
  bool reading_stopped_ = false;
  std::function<void()> on_quiet_, on_empty_;
  std::thread thread_;
};

}  // namespace engawa::server
