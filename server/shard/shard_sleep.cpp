// Rooms that sleep: all that are open and that nobody is in, but for those that were left just now.
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "server/ops/freed_memory.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kTryAgainMs = 1000;
constexpr std::size_t kManyRooms = 1000;

}  // namespace

// In this order, one at a time: those who play meanwhile wait for at most one read of the journal.
void Shard::know_rooms(std::vector<std::string> const& codes) {
  auto const now = services_.clock.now();
  auto const& config = services_.config;
  auto const close_at = now + 1000 * std::max(config.idle_ttl_s, config.lobby_ttl_s);  // until it is known which
  std::int64_t place = 0;
  for (auto const& code : codes) {
    if (rooms_.contains(code) || sleepers_.contains(code)) continue;
    sleepers_.add(code, {++place, close_at, now, {}, {}});
    ++services_.sleepers;
    ++unread_;
    ++last_run_;
  }
  wake_due();
}

void Shard::wake_due() {
  if (services_.draining || !is_held()) return;
  auto const now = services_.clock.now();
  for (auto code = sleepers_.due(now); !code.empty() && !waking_; code = sleepers_.due(now)) {
    if (sleepers_.is_over(code, now))
      close_sleeper(code);
    else if (has_place() && services_.journal->up())
      look_in(code);
    else
      return;
  }
}

void Shard::keep_only(std::unordered_set<std::string> const& codes) {
  for (auto const& code : sleepers_.codes())
    if (!codes.contains(code)) {
      auto const sleeper = sleepers_.take(code);
      --services_.sleepers;
      if (!sleeper->lasting) --unread_;
      count(services_.metrics.rooms_moved);
    }
  std::vector<RoomSlot*> others;
  for (auto const& [code, slot] : rooms_)
    if (slot->alive() && !codes.contains(code)) others.push_back(slot.get());
  for (auto* slot : others) {
    slot->give_away();
    drop_if_failed(*slot);
  }
}

// Reads a room that nobody has asked for, and then rests for as long as that took: of what a node takes over, most may be
// rooms that were left long ago, and those who play now come first.
void Shard::look_in(std::string const& code) {
  using Steady = std::chrono::steady_clock;
  waking_ = true;
  with_room(code, [this, began = Steady::now()](Result<RoomSlot*> const&) {
    rest_timer_.expires_after(Steady::now() - began);
    rest_timer_.async_wait([this](boost::system::error_code error) {
      if (error) return;
      waking_ = false;
      wake_due();
    });
  });
  if (auto const found = rooms_.find(code); found != rooms_.end()) found->second->notes().passing = true;
}

void Shard::wake(RoomSlot& slot, Sleeper sleeper) {
  --services_.sleepers;
  slot.notes().idle_since = sleeper.idle_since;
  slot.notes().places = std::move(sleeper.places);
  slot.notes().slept = std::move(sleeper);
}

// Of the rooms of the last run, when it has been read or cannot be.
void Shard::count_read(RoomSlot& slot) {
  auto& slept = slot.notes().slept;
  bool const first = slept && !slept->lasting;
  slept.reset();
  if (!first || --unread_ > 0) return;
  if (last_run_ >= kManyRooms) give_back_freed_memory();
  spdlog::info("reopened {} rooms of the last run", last_run_);
}

// It could not be read now.
void Shard::sleep_on(RoomSlot& slot) {
  auto sleeper = std::move(*slot.notes().slept);
  sleeper.alarm_at = services_.clock.now() + kTryAgainMs;
  sleeper.places = std::move(slot.notes().places);
  sleepers_.add(slot.code(), std::move(sleeper));
  ++services_.sleepers;
}

// REQUIRES: may_doze(slot); it is destroyed.
void Shard::doze(RoomSlot& slot) {
  auto const code = slot.code();
  auto& notes = slot.notes();
  Sleeper sleeper{notes.alarm_at, notes.idle_since + ttl_of(slot), notes.idle_since, slot.room().lasting(), {}};
  sleeper.places = std::move(notes.places);
  set_alarm(slot, 0);
  rooms_.erase(code);
  --services_.rooms;
  count(services_.metrics.rooms_dropped);
  sleepers_.add(code, std::move(sleeper));
  ++services_.sleepers;
}

// What is due now is done first.
bool Shard::may_doze(RoomSlot& slot) const {
  auto const alarm = slot.notes().alarm_at;
  return slot.dozing() && (alarm == 0 || alarm > services_.clock.now());
}

void Shard::doze_if_passing(RoomSlot& slot) {
  if (slot.notes().passing && may_doze(slot)) doze(slot);
}

void Shard::close_sleeper(std::string const& code) {
  auto const sleeper = sleepers_.take(code);
  --services_.sleepers;
  if (!sleeper->lasting) --unread_;
  journal_.run([code](Store& store) { store.set_closed(code, true); }, {});
}

}  // namespace engawa::server
