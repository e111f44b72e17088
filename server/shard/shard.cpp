#include "server/shard/shard.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

#include "server/lobby/lobby.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {
namespace {

// A room that fails this often within this time is quarantined.
constexpr int kMaxFailures = 3;
constexpr std::int64_t kFailureWindowMs = 60000;
constexpr auto kTryAgain = std::chrono::milliseconds(100);
constexpr std::int64_t kDozeAfterMs = 60000;  // so that who only reloads the page finds the room in memory

}  // namespace

Shard::Shard(int index, Services& services)
    : services_(services),
      index_(index),
      work_(io_.get_executor()),
      journal_(io_, services.journal, [this](auto const& outcomes) { reported(outcomes); }),
      alarm_timer_(io_),
      rest_timer_(io_),
      tick_timer_(io_) {}

Shard::~Shard() { stop(); }

void Shard::start() {
  start_without_thread();
  thread_ = std::thread([this] { io_.run(); });
}

void Shard::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
  auto const connections = connections_;
  for (auto* connection : connections)
    if (connections_.contains(connection)) connection->drop();
  journal_.hand_over();
}

RoomTuning Shard::tuning() const {
  RoomTuning tuning;
  auto const& config = services_.config;
  tuning.grace_ms = config.grace_ms;
  tuning.chat = {static_cast<double>(config.chat_per_10s) / 10, static_cast<double>(config.chat_per_10s)};
  tuning.previews = {static_cast<double>(config.previews_per_s), 2 * static_cast<double>(config.previews_per_s)};
  tuning.stored = kb_per_hour(config.stored_kb_per_room);
  tuning.max_watchers = static_cast<std::size_t>(config.watchers_per_room);
  tuning.heartbeat_s = static_cast<int>(config.ping_s);
  return tuning;
}

void Shard::with_room(std::string const& code, RoomSlot::Waiter done) {
  auto const known = rooms_.find(code);
  if (known != rooms_.end()) {
    auto& slot = *known->second;
    slot.notes().passing = false;
    if (!slot.alive()) return slot.notes().waiters.push_back(std::move(done));
    if (is_held()) return done(&slot);
    return done(refuse("busy", "this server has to make sure that the room is still its own; try again"));
  }
  if (!services_.journal->up()) return done(cannot_store());
  if (!has_place()) return done(refuse("limit_reached", "the server has the maximum number of rooms"));
  auto& slot = *rooms_.emplace(code, std::make_unique<RoomSlot>(*this, code)).first->second;
  ++services_.rooms;
  slot.notes().waiters.push_back(std::move(done));
  if (auto sleeper = sleepers_.take(code)) wake(slot, std::move(*sleeper));
  load(slot);
}

bool Shard::is_held() const { return services_.clock.now() < held_until_ || fail_point::on("bug.show_former"); }

bool Shard::has_place() const { return services_.rooms < services_.config.rooms; }

Refusal Shard::cannot_store() const {
  if (!services_.journal->up()) return refuse("busy", "the server cannot reach its store now; try again");
  return refuse("busy", "the room could not be read or stored; try again");
}

void Shard::load(RoomSlot& slot, bool whole) {
  auto stored = std::make_shared<std::optional<StoredRoom>>();
  auto const& code = slot.code();
  auto const take = [stored, code, whole](Store& store) { *stored = store.take_room(code, whole); };
  auto const taken = [this, stored, code](bool read) {
    post([this, stored, code, read] {
      if (!read) return loaded(code, cannot_store());
      if (!*stored) return loaded(code, refuse("not_found", "there is no room " + code));
      loaded(code, std::move(**stored));
    });
  };
  journal_.run({take, taken, code});
}

void Shard::loaded(std::string const& code, Result<StoredRoom> stored) {
  if (!stored) return refuse_waiters(code, stored.error());
  if (!stored->home.empty()) {
    count(services_.metrics.rooms_moved);
    return refuse_waiters(code, refuse("busy", "another server has this room now; connect again"), true);
  }
  if (!stored->broken.empty())
    return refuse_waiters(code, refuse("internal", "this room failed and is quarantined; the operator can look at it"));
  auto& slot = *rooms_.at(code);
  slot.set_epoch(stored->epoch);
  auto setup = read_setup(stored->setup);
  auto room = setup ? Room::load(std::move(*setup), stored->inputs, slot, tuning(), stored->snapshot)
                    : Result<std::unique_ptr<Room>>(setup.error());
  if (!room && !stored->snapshot.empty()) {
    if (!Room::needs_whole_journal(stored->snapshot))
      spdlog::error("the snapshot of room {} at step {} is of no use, its whole journal is replayed: {}", code,
                    stored->snapshot_seq, room.error().message);
    return load(slot, true);
  }
  if (!room) {
    quarantine(code, room.error().message);
    return refuse_waiters(code,
                          refuse("internal", "this room is damaged and quarantined; the operator can look at it"));
  }
  count(services_.metrics.rooms_loaded);
  open(slot, std::move(*room), RoomSlot::Origin::loaded);
}

void Shard::open(RoomSlot& slot, std::unique_ptr<Room> room, RoomSlot::Origin origin) {
  if (slot.notes().idle_since == 0) slot.notes().idle_since = services_.clock.now();
  slot.open(std::move(room), origin);
  auto const waiters = std::move(slot.notes().waiters);
  slot.notes().waiters.clear();
  for (auto const& waiter : waiters) waiter(&slot);
  count_read(slot);
  doze_if_passing(slot);
}

// `moved`: it is not looked for here again.
void Shard::refuse_waiters(std::string const& code, Refusal const& refusal, bool moved) {
  auto const slot = std::move(rooms_.at(code));
  rooms_.erase(code);
  --services_.rooms;
  if (!moved && refusal.code == "busy" && slot->notes().slept)
    sleep_on(*slot);
  else
    count_read(*slot);
  for (auto const& waiter : slot->notes().waiters) waiter(refusal);
}

// Not loaded any more, until the operator retries it.
void Shard::quarantine(std::string const& code, std::string const& why) {
  spdlog::error("room {} is quarantined: {}", code, why);
  count(services_.metrics.rooms_set_aside);
  journal_.run([code, why](Store& store) { (void)store.set_broken(code, why); }, {});
  services_.lobby->post_removal(code);
}

void Shard::retry_room(std::string const& code, RoomSlot::Waiter done) {
  failures_.erase(code);
  auto found = std::make_shared<bool>(false);
  journal_.run([code, found](Store& store) { *found = store.set_broken(code, {}); },
               [this, code, found, done = std::move(done)](bool stored) {
                 post([this, code, found, done, stored] {
                   if (!stored) return done(cannot_store());
                   if (!*found) return done(refuse("not_found", "there is no room " + code));
                   with_room(code, done);
                 });
               });
}

void Shard::for_each_room(std::function<void(std::string const& code, Room const& room)> const& show) const {
  for (auto const& [code, slot] : rooms_)
    if (slot->alive()) show(code, slot->room());
}

void Shard::create_room(RoomSetup setup, RoomPlaces places, RoomSlot::Waiter done) {
  if (!has_place()) return done(refuse("limit_reached", "the server has the maximum number of rooms"));
  auto const code = setup.code;
  auto const text = write_setup(setup);
  auto const at = setup.created_at;
  journal_.run([code, text, at](Store& store) { store.create_room(code, text, at); },
               [this, setup = std::move(setup), places = std::move(places), done = std::move(done)](bool stored) {
                 post([this, setup, places, done, stored] {
                   if (stored)
                     open_new(setup, places, done);
                   else
                     done(cannot_store());
                 });
               });
}

void Shard::open_new(RoomSetup const& setup, RoomPlaces const& places, RoomSlot::Waiter const& done) {
  auto& slot = *rooms_.emplace(setup.code, std::make_unique<RoomSlot>(*this, setup.code)).first->second;
  slot.set_epoch(1);
  slot.notes().places = places;
  ++services_.rooms;
  count(services_.metrics.rooms_created);
  slot.notes().waiters.push_back(done);
  auto room = Room::load(setup, {}, slot, tuning());
  if (room) return open(slot, std::move(*room), RoomSlot::Origin::made);
  quarantine(setup.code, room.error().message);
  refuse_waiters(setup.code, refuse("internal", "this room cannot be opened: " + room.error().message));
}

// What they make the rooms say leaves with them, without another turn.
void Shard::reported(std::vector<Journal::Outcome> const& outcomes) {
  telling_ = true;
  for (auto const& outcome : outcomes) reported(outcome);
  telling_ = false;
  flush();
}

void Shard::reported(Journal::Outcome const& outcome) {
  auto& slot = static_cast<RoomSlot&>(*outcome.writer);
  slot.reported(outcome.seq, outcome.fate);
  if (slot.to_be_dropped())
    drop_if_failed(slot);
  else
    doze_if_passing(slot);
}

void Shard::append(RoomSlot& slot, std::uint64_t seq, std::string_view input) {
  journal_.append({index_, &slot, slot.code(), slot.epoch(), seq}, input);
}

void Shard::hold_until(std::int64_t at) {
  bool const was_held = is_held();
  held_until_ = at;
  if (!was_held && is_held()) was_unreachable();
}

// Who wanted to come back to a room here has been turned away.
void Shard::was_unreachable() {
  sleepers_.were_unreachable();
  std::vector<RoomSlot*> slots;
  for (auto const& [code, slot] : rooms_) slots.push_back(slot.get());
  for (auto* slot : slots) slot->was_unreachable();
}

void Shard::store_recovered() {
  was_unreachable();
  auto const codes = std::move(halted_);
  halted_.clear();
  for (auto const& code : codes) with_room(code, [](Result<RoomSlot*>) {});
}

// The failing call may come from the room's connections: the room is dropped after that call has returned.
void Shard::room_failed(RoomSlot& slot) {
  post([this, code = slot.code(), epoch = slot.epoch()] {
    auto const found = rooms_.find(code);
    if (found != rooms_.end() && found->second->epoch() == epoch) drop_if_failed(*found->second);
    check_quiet();
  });
}

// A failed room is dropped once the journal no longer refers to it, and rebuilt on the next request; but not for ever.
void Shard::drop_if_failed(RoomSlot& slot) {
  if (!slot.to_be_dropped()) return;
  auto const code = slot.code();
  if (slot.halted())
    halted_.push_back(code);
  else if (fails_too_often(code))
    quarantine(code, "it failed " + std::to_string(kMaxFailures) + " times within a minute, at last " + slot.fault());
  drop(slot);
  if (services_.journal->up() && !halted_.empty()) store_recovered();  // it recovered before this room was dropped
}

bool Shard::fails_too_often(std::string const& code) {
  auto const now = services_.clock.now();
  std::erase_if(failures_, [&](auto const& entry) { return now - entry.second.since > kFailureWindowMs; });
  auto& failures = failures_.try_emplace(code, Failures{0, now}).first->second;
  return ++failures.count >= kMaxFailures;
}

void Shard::drop(RoomSlot& slot) {
  auto const code = slot.code();
  set_alarm(slot, 0);
  auto waiters = std::move(slot.notes().waiters);
  rooms_.erase(code);
  --services_.rooms;
  count(services_.metrics.rooms_dropped);
  services_.lobby->post_removal(code);
  for (auto& waiter : waiters) with_room(code, std::move(waiter));
}

void Shard::post_thought(ThoughtFor room, Result<std::string> answer) {
  post([this, room = std::move(room), answer = std::move(answer)]() mutable {
    auto const found = rooms_.find(room.code);
    if (found == rooms_.end() || found->second->epoch() != room.epoch) return;
    if (room.move) count(services_.metrics.bot_moves);
    found->second->thought(room.ticket, std::move(answer));
    check_quiet();
  });
}

void Shard::set_alarm(RoomSlot& slot, std::int64_t at) {
  if (slot.notes().alarm_at == at) return;
  if (slot.notes().alarm_at != 0) {
    auto const range = alarms_.equal_range(slot.notes().alarm_at);
    for (auto it = range.first; it != range.second; ++it)
      if (it->second == &slot) {
        alarms_.erase(it);
        break;
      }
  }
  slot.notes().alarm_at = at;
  if (at == 0) return;
  alarms_.emplace(at, &slot);
  if (armed_for_ == 0 || at < armed_for_) arm_timer();
}

// One timer for all rooms, set to the earliest alarm; if that alarm is cancelled, the timer stays and then finds
// nothing to do.
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
  if (!is_held()) return ring_later();
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    auto& slot = *alarms_.begin()->second;
    alarms_.erase(alarms_.begin());
    slot.notes().alarm_at = 0;
    slot.ring();
  }
  arm_timer();
}

// Nobody is shown its rooms now: their time has to wait.
void Shard::ring_later() {
  alarm_timer_.expires_after(kTryAgain);
  alarm_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) ring();
  });
}

void Shard::tick() {
  auto const now = services_.clock.now();
  auto const connections = connections_;  // a tick may close one, which removes it
  for (auto* connection : connections)
    if (connections_.contains(connection)) connection->on_tick(now);
  drop_idle_rooms(now);
  wake_due();
  tick_timer_.expires_after(std::chrono::seconds(1));
  tick_timer_.async_wait([this](boost::system::error_code error) {
    if (!error) tick();
  });
}

std::int64_t Shard::ttl_of(RoomSlot const& slot) const {
  auto const playing = slot.room().state().phase() == Phase::playing;
  return 1000 * (playing ? services_.config.idle_ttl_s : services_.config.lobby_ttl_s);
}

// Rooms that have been empty for a while are dropped from memory, and closed when that has been long; their journal stays,
// and anyone with the code can come back.
void Shard::drop_idle_rooms(std::int64_t now) {
  std::vector<RoomSlot*> stale, tired;
  for (auto& [code, slot] : rooms_) {
    if (!slot->alive()) continue;
    auto& idle_since = slot->notes().idle_since;
    if (slot->room().members() > 0)
      idle_since = 0;
    else if (idle_since == 0)
      idle_since = now;
    if (idle_since == 0) continue;
    if (now - idle_since > ttl_of(*slot) && slot->idle())
      stale.push_back(slot.get());
    else if (now - idle_since > kDozeAfterMs && may_doze(*slot))
      tired.push_back(slot.get());
  }
  for (auto* slot : tired) doze(*slot);
  for (auto* slot : stale) {
    auto const code = slot->code();
    drop(*slot);
    journal_.run([code](Store& store) { store.set_closed(code, true); }, {});
  }
}

void Shard::flush_soon(ShardConnection& connection) {
  if (unflushed_.empty() && !telling_) boost::asio::post(io_, [this] { flush(); });
  unflushed_.push_back(&connection);
}

void Shard::flush() {
  std::swap(unflushed_, flushing_);
  for (auto const& connection : flushing_)
    if (connection) connection->flush();  // this may end others
  flushing_.clear();
}

void Shard::remove(ShardConnection& connection) {
  connections_.erase(&connection);
  for (auto* list : {&unflushed_, &flushing_}) std::replace(list->begin(), list->end(), &connection, {});
  if (connections_.empty() && on_empty_) std::exchange(on_empty_, {})();
}

void Shard::announce(Frame const& notice) {
  for (auto& [code, slot] : rooms_) slot->tell(notice);
}

void Shard::stop_reading() { reading_stopped_ = true; }

void Shard::when_quiet(std::function<void()> done) {
  on_quiet_ = std::move(done);
  check_quiet();
}

void Shard::check_quiet() {
  if (!on_quiet_) return;
  for (auto const& [code, slot] : rooms_)
    if (!slot->quiet()) return;
  journal_.hand_over();
  std::exchange(on_quiet_, {})();
}

void Shard::close_connections() {
  auto const connections = connections_;
  for (auto* connection : connections)
    if (connections_.contains(connection)) connection->go_away();
}

void Shard::leave_dead_nodes(std::unordered_set<std::string> const& living) {
  if (fail_point::on("bug.late_splice")) return;
  std::vector<ShardConnection*> dead;
  for (auto* connection : connections_)
    if (auto const node = connection->node(); !node.empty() && !living.contains(std::string(node)))
      dead.push_back(connection);
  for (auto* connection : dead)
    if (connections_.contains(connection)) connection->drop();  // no answer comes from there
}

void Shard::when_empty(std::function<void()> done) {
  if (connections_.empty()) return done();
  on_empty_ = std::move(done);
}

}  // namespace engawa::server
