#include "server/shard.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "server/addresses.hpp"
#include "server/bot_pool.hpp"
#include "server/guests.hpp"
#include "server/lobby.hpp"
#include "server/record_keeper.hpp"
#include "server/traffic_log.hpp"

namespace engawa::server {
namespace {

// A room that fails this often within this time is set aside.
constexpr int kMaxFailures = 3;
constexpr std::int64_t kFailureWindowMs = 60000;

}  // namespace

Services::Services() = default;
Services::~Services() = default;

Shard& Services::shard_of(std::string_view code) {
  return *shards[std::hash<std::string_view>{}(code) % shards.size()];
}

Shard::Shard(int index, Services& services)
    : services_(services), index_(index), work_(io_.get_executor()), alarm_timer_(io_), tend_timer_(io_) {}

Shard::~Shard() { stop(); }

void Shard::start() {
  tend_all();
  thread_ = std::thread([this] { io_.run(); });
}

void Shard::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
  auto const connections = tended_;
  for (auto* connection : connections)
    if (tended_.contains(connection)) connection->drop();
}

RoomTuning Shard::tuning() const {
  RoomTuning tuning;
  auto const& config = services_.config;
  tuning.grace_ms = config.grace_ms;
  tuning.chat = {static_cast<double>(config.chat_per_10s) / 10, static_cast<double>(config.chat_per_10s)};
  tuning.max_watchers = static_cast<std::size_t>(config.watchers_per_room);
  tuning.heartbeat_s = static_cast<int>(config.ping_s);
  return tuning;
}

void Shard::with_room(std::string const& code, HostedRoom::Waiter done) {
  auto const known = rooms_.find(code);
  if (known != rooms_.end()) {
    auto& hosted = *known->second;
    if (hosted.alive()) return done(&hosted);
    hosted.waiters_.push_back(std::move(done));
    return;
  }
  if (!services_.journal->up()) return done(cannot_store());
  if (services_.rooms >= services_.config.rooms)
    return done(refuse("limit_reached", "the server has as many rooms as it may"));
  auto& hosted = *rooms_.emplace(code, std::make_unique<HostedRoom>(*this, code, 0)).first->second;
  ++services_.rooms;
  hosted.waiters_.push_back(std::move(done));
  load(hosted);
}

Refusal Shard::cannot_store() const {
  if (!services_.journal->up()) return refuse("busy", "the server cannot reach its store now; try again");
  return refuse("busy", "the room could not be read or stored; try again");
}

void Shard::load(HostedRoom& hosted, bool whole) {
  auto stored = std::make_shared<std::optional<StoredRoom>>();
  auto const code = hosted.code_;
  services_.journal->run([stored, code, whole](Store& store) { *stored = store.take_room(code, whole); },
                         [this, stored, code](bool read) {
                           post([this, stored, code, read] {
                             if (!read) return loaded(code, cannot_store());
                             if (!*stored) return loaded(code, refuse("not_found", "there is no room " + code));
                             loaded(code, std::move(**stored));
                           });
                         });
}

void Shard::loaded(std::string const& code, Result<StoredRoom> stored) {
  if (!stored) return refuse_waiters(code, stored.error());
  if (!stored->broken.empty())
    return refuse_waiters(
        code, refuse("internal", "this room failed and is set aside; whoever runs the server can look at it"));
  auto& hosted = *rooms_.at(code);
  hosted.epoch_ = stored->epoch;
  auto setup = read_setup(stored->setup);
  auto room = setup ? Room::load(std::move(*setup), stored->inputs, hosted, tuning(), stored->snapshot)
                    : Result<std::unique_ptr<Room>>(setup.error());
  if (!room && !stored->snapshot.empty()) {
    spdlog::error("the snapshot of room {} at step {} is of no use, its whole journal is replayed: {}", code,
                  stored->snapshot_seq, room.error().message);
    return load(hosted, true);
  }
  if (!room) {
    set_aside(code, room.error().message);
    return refuse_waiters(
        code, refuse("internal", "this room is damaged and set aside; whoever runs the server can look at it"));
  }
  count(services_.metrics.rooms_loaded);
  open(hosted, std::move(*room));
}

void Shard::open(HostedRoom& hosted, std::unique_ptr<Room> room) {
  hosted.room_ = std::move(room);
  hosted.idle_since_ = services_.clock.now();
  hosted.restarted();
  if (hosted.alive()) hosted.listing_changed(*hosted.room_);
  auto const waiters = std::move(hosted.waiters_);
  hosted.waiters_.clear();
  for (auto const& waiter : waiters) waiter(&hosted);
}

void Shard::refuse_waiters(std::string const& code, Refusal const& refusal) {
  auto const hosted = std::move(rooms_.at(code));
  rooms_.erase(code);
  --services_.rooms;
  for (auto const& waiter : hosted->waiters_) waiter(refusal);
}

// Not loaded any more, until the operator says so.
void Shard::set_aside(std::string const& code, std::string const& why) {
  spdlog::error("room {} is set aside: {}", code, why);
  count(services_.metrics.rooms_set_aside);
  services_.journal->run([code, why](Store& store) { (void)store.set_broken(code, why); }, {});
  services_.lobby->post_removal(code);
}

void Shard::retry_room(std::string const& code, HostedRoom::Waiter done) {
  failures_.erase(code);
  auto found = std::make_shared<bool>(false);
  services_.journal->run([code, found](Store& store) { *found = store.set_broken(code, {}); },
                         [this, code, found, done = std::move(done)](bool stored) {
                           post([this, code, found, done, stored] {
                             if (!stored) return done(cannot_store());
                             if (!*found) return done(refuse("not_found", "there is no room " + code));
                             with_room(code, done);
                           });
                         });
}

void Shard::for_each_room(std::function<void(std::string const& code, Room const& room)> const& show) const {
  for (auto const& [code, hosted] : rooms_)
    if (hosted->alive()) show(code, *hosted->room_);
}

void Shard::create_room(RoomSetup setup, RoomPlaces places, HostedRoom::Waiter done) {
  if (services_.rooms >= services_.config.rooms)
    return done(refuse("limit_reached", "the server has as many rooms as it may"));
  auto const code = setup.code;
  auto const text = write_setup(setup);
  auto const at = setup.created_at;
  services_.journal->run(
      [code, text, at](Store& store) { store.create_room(code, text, at); },
      [this, setup = std::move(setup), places = std::move(places), done = std::move(done)](bool stored) {
        post([this, setup, places, done, stored] {
          if (stored)
            open_new(setup, places, done);
          else
            done(cannot_store());
        });
      });
}

void Shard::open_new(RoomSetup const& setup, RoomPlaces const& places, HostedRoom::Waiter const& done) {
  auto& hosted = *rooms_.emplace(setup.code, std::make_unique<HostedRoom>(*this, setup.code, 1)).first->second;
  hosted.places_ = places;
  ++services_.rooms;
  count(services_.metrics.rooms_created);
  hosted.waiters_.push_back(done);
  auto room = Room::load(setup, {}, hosted, tuning());
  if (room) return open(hosted, std::move(*room));
  set_aside(setup.code, room.error().message);
  refuse_waiters(setup.code, refuse("internal", "this room cannot be opened: " + room.error().message));
}

void Shard::reported(std::vector<Journal::Outcome> const& outcomes) {
  for (auto const& outcome : outcomes) {
    auto& hosted = *outcome.room;
    --hosted.in_flight_;
    if (outcome.fate == Journal::Fate::stored)
      hosted.stored(outcome.seq);
    else if (outcome.fate == Journal::Fate::fault)
      hosted.halt();
    else
      hosted.refused(outcome.seq);
    drop_if_failed(hosted);
  }
}

void Shard::store_recovered() {
  auto const codes = std::move(halted_);
  halted_.clear();
  for (auto const& code : codes) with_room(code, [](Result<HostedRoom*>) {});
}

// The room has failed inside a call that may come from itself or its connections: it is dropped when that has returned.
void Shard::look_after(HostedRoom& hosted) {
  post([this, code = hosted.code_, epoch = hosted.epoch_] {
    auto const found = rooms_.find(code);
    if (found != rooms_.end() && found->second->epoch_ == epoch) drop_if_failed(*found->second);
    check_quiet();
  });
}

// A room that failed is forgotten once the journal has let go of it, and read anew when somebody wants it; not for ever, though.
void Shard::drop_if_failed(HostedRoom& hosted) {
  if (!hosted.room_ || hosted.alive() || hosted.in_flight_ > 0) return;
  auto const code = hosted.code_;
  if (hosted.halted_)
    halted_.push_back(code);
  else if (fails_too_often(code))
    set_aside(code, "it failed " + std::to_string(kMaxFailures) + " times within a minute, at last " + hosted.fault_);
  drop(hosted);
  if (services_.journal->up() && !halted_.empty()) store_recovered();  // it came back before this room was dropped
}

bool Shard::fails_too_often(std::string const& code) {
  auto const now = services_.clock.now();
  std::erase_if(failures_, [&](auto const& entry) { return now - entry.second.since > kFailureWindowMs; });
  auto& failures = failures_.try_emplace(code, Failures{0, now}).first->second;
  return ++failures.count >= kMaxFailures;
}

void Shard::drop(HostedRoom& hosted) {
  auto const code = hosted.code_;
  set_alarm(hosted, 0);
  auto waiters = std::move(hosted.waiters_);
  rooms_.erase(code);
  --services_.rooms;
  count(services_.metrics.rooms_dropped);
  services_.lobby->post_removal(code);
  for (auto& waiter : waiters) with_room(code, std::move(waiter));
}

void Shard::set_alarm(HostedRoom& hosted, std::int64_t at) {
  if (hosted.alarm_at_ == at) return;
  if (hosted.alarm_at_ != 0) {
    auto const range = alarms_.equal_range(hosted.alarm_at_);
    for (auto it = range.first; it != range.second; ++it)
      if (it->second == &hosted) {
        alarms_.erase(it);
        break;
      }
  }
  hosted.alarm_at_ = at;
  if (at == 0) return;
  alarms_.emplace(at, &hosted);
  if (armed_for_ == 0 || at < armed_for_) arm_timer();
}

// One timer for all rooms, set to the earliest alarm; it is left alone when that alarm goes away and simply finds nothing to do.
void Shard::arm_timer() {
  if (alarms_.empty()) return;
  armed_for_ = alarms_.begin()->first;
  alarm_timer_.expires_at(services_.clock.steady_at(armed_for_));
  alarm_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) ring();
  });
}

void Shard::ring() {
  armed_for_ = 0;
  auto const now = services_.clock.now();
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    auto& hosted = *alarms_.begin()->second;
    alarms_.erase(alarms_.begin());
    hosted.alarm_at_ = 0;
    hosted.ring();
  }
  arm_timer();
}

void Shard::tend_all() {
  auto const now = services_.clock.now();
  auto const connections = tended_;  // tending may close, and closing forgets
  for (auto* connection : connections)
    if (tended_.contains(connection)) connection->tend(now);
  tend_rooms(now);
  tend_timer_.expires_after(std::chrono::seconds(1));
  tend_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) tend_all();
  });
}

// Rooms that nobody has been in for long leave the memory; their journal stays, and who has the code can come back.
void Shard::tend_rooms(std::int64_t now) {
  std::vector<HostedRoom*> stale;
  for (auto& [code, hosted] : rooms_) {
    if (!hosted->alive()) continue;
    if (hosted->room_->members() > 0)
      hosted->idle_since_ = 0;
    else if (hosted->idle_since_ == 0)
      hosted->idle_since_ = now;
    auto const playing = hosted->room_->state().phase() == Phase::playing;
    auto const ttl = (playing ? services_.config.idle_ttl_s : services_.config.lobby_ttl_s) * 1000;
    if (hosted->idle_since_ != 0 && now - hosted->idle_since_ > ttl && hosted->room_->settled() &&
        hosted->in_flight_ == 0)
      stale.push_back(hosted.get());
  }
  for (auto* hosted : stale) {
    auto const code = hosted->code_;
    drop(*hosted);
    services_.journal->run([code](Store& store) { store.set_closed(code, true); }, {});
  }
}

void Shard::forget(Tended& connection) {
  tended_.erase(&connection);
  if (tended_.empty() && on_empty_) std::exchange(on_empty_, {})();
}

void Shard::announce(Frame const& notice) {
  for (auto& [code, hosted] : rooms_) hosted->tell(notice);
}

void Shard::stop_reading() { deaf_ = true; }

void Shard::when_quiet(std::function<void()> done) {
  on_quiet_ = std::move(done);
  check_quiet();
}

void Shard::check_quiet() {
  if (!on_quiet_) return;
  for (auto const& [code, hosted] : rooms_)
    if (!hosted->quiet()) return;
  std::exchange(on_quiet_, {})();
}

void Shard::close_connections() {
  auto const connections = tended_;
  for (auto* connection : connections)
    if (tended_.contains(connection)) connection->go_away();
}

void Shard::when_empty(std::function<void()> done) {
  if (tended_.empty()) return done();
  on_empty_ = std::move(done);
}

}  // namespace engawa::server
