// A shard: one thread, its io_context, and its rooms and connections. No locks: other threads post.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "server/shard/alarms.hpp"
#include "server/shard/connections.hpp"
#include "server/shard/journal_link.hpp"
#include "server/shard/room_directory.hpp"
#include "server/shard/room_slot.hpp"
#include "server/shard/services.hpp"
#include "server/shard/shard_times.hpp"

namespace engawa::server {

class Shard final : public SlotOwner {
 public:
  Shard(int index, Services& services);
  ~Shard() override;
  Shard(Shard const&) = delete;
  Shard& operator=(Shard const&) = delete;

  // From any thread.
  void start();
  // Instead of start(), without a thread: the thread that runs io() is the shard's.
  void start_without_thread() { tick(); }
  void stop();  // ends the thread after pending work
  template <class Function>
  void post(Function&& function) {
    boost::asio::post(io_, std::forward<Function>(function));
  }
  boost::asio::io_context& io() { return io_; }
  ShardTimes& times() override { return times_; }
  void report(std::vector<Journal::Outcome> const& outcomes) { journal_.report(outcomes); }

  // All other functions: on the shard's thread only.
  RoomDirectory& rooms() { return rooms_; }
  RoomDirectory const& rooms() const { return rooms_; }
  Connections& connections() { return connections_; }
  Connections const& connections() const { return connections_; }
  Services& services() override { return services_; }
  void run(Journal::Work work, Journal::Done done) override { journal_.run(std::move(work), std::move(done)); }
  // Shutdown: no hint is being computed, and the journal has all inputs.
  void when_quiet(std::function<void()> done);

 private:
  void reported(std::vector<Journal::Outcome> const& outcomes);
  void collect(RoomSlot& slot, std::uint64_t seq, std::string_view input) override;
  void room_failed(RoomSlot& slot) override;
  void set_alarm(RoomSlot& slot, std::int64_t at) override { alarms_.set(slot, at); }
  void post_thought(ThoughtFor room, Result<std::string> answer) override;
  void check_quiet();
  void tick();

  Services& services_;
  int index_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  JournalLink journal_;
  Alarms alarms_;
  RoomDirectory rooms_;
  Connections connections_;
  boost::asio::steady_timer tick_timer_;
  ShardTimes times_;
  LoopLag loop_lag_;
  std::function<void()> on_quiet_;
  std::thread thread_;
};

}  // namespace engawa::server
