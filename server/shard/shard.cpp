#include "server/shard/shard.hpp"

#include <chrono>
#include <utility>

namespace engawa::server {

Shard::Shard(int index, Services& services)
    : services_(services),
      index_(index),
      work_(io_.get_executor()),
      journal_(io_, services.journal, [this](auto const& outcomes) { reported(outcomes); }),
      alarms_(io_, services.clock, [this] { return rooms_.is_held(); }),  // otherwise its rooms are shown to no client
      rooms_(io_, services, journal_, alarms_, *this),
      connections_(io_),
      tick_timer_(io_),
      loop_lag_(io_, times_) {}

Shard::~Shard() { stop(); }

void Shard::start() {
  start_without_thread();
  loop_lag_.start();
  thread_ = std::thread([this] { io_.run(); });
}

void Shard::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
  connections_.drop();
  journal_.hand_over();
}

void Shard::reported(std::vector<Journal::Outcome> const& outcomes) {
  connections_.flush_after([&] {
    for (auto const& outcome : outcomes) rooms_.reported(outcome);
  });
}

void Shard::collect(RoomSlot& slot, std::uint64_t seq, std::string_view input) {
  journal_.add({index_, &slot, slot.code(), slot.epoch(), seq}, input);
}

// The failing call may come from the room's connections: the room is dropped after that call has returned.
void Shard::room_failed(RoomSlot& slot) {
  post([this, code = slot.code(), epoch = slot.epoch()] {
    rooms_.failed(code, epoch);
    check_quiet();
  });
}

void Shard::post_thought(ThoughtFor room, Result<std::string> answer) {
  post([this, room = std::move(room), answer = std::move(answer)]() mutable {
    rooms_.thought(room, std::move(answer));
    check_quiet();
  });
}

void Shard::tick() {
  auto const now = services_.clock.now();
  connections_.tick(now);
  rooms_.tick(now);
  tick_timer_.expires_after(std::chrono::seconds(1));
  tick_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) tick();
  });
}

void Shard::when_quiet(std::function<void()> done) {
  on_quiet_ = std::move(done);
  check_quiet();
}

void Shard::check_quiet() {
  if (!on_quiet_ || !rooms_.in_memory().quiet()) return;
  journal_.hand_over();
  std::exchange(on_quiet_, {})();
}

}  // namespace engawa::server
