#include "server/shard/room_directory.hpp"

#include <utility>

#include "base/expect.hpp"
#include "server/lobby/lobby.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kDozeAfterMs = 60000;  // so that a client that only reloads the page finds the room in memory

bool has_place(Services const& services) { return services.rooms < services.config.rooms; }

std::int64_t ttl_of(Config const& config, RoomSlot const& slot) {
  auto const playing = slot.room().state().phase() == Phase::playing;
  return 1000 * (playing ? config.idle_ttl_s : config.lobby_ttl_s);
}

// Work that is due now is done first.
bool may_doze(RoomSlot const& slot, std::int64_t now) {
  return slot.dozing() && (slot.alarm_at() == 0 || slot.alarm_at() > now);
}

Refusal no_place() { return refuse("limit_reached", "the server has the maximum number of rooms"); }

}  // namespace

RoomDirectory::RoomDirectory(boost::asio::io_context& io, Services& services, JournalLink& journal, Alarms& alarms,
                             SlotOwner& owner)
    : services_(services),
      alarms_(alarms),
      loader_(io, services, journal),
      in_memory_(services, owner),
      sleeping_(io, services,
                {[this] { return is_held(); }, [this] { return has_place(services_) && services_.journal->up(); },
                 [this](std::string const& code, std::function<void()> done) {
                   with_room(code, [done = std::move(done)](Result<RoomSlot*> const&) { done(); });
                   if (auto* const slot = in_memory_.find(code)) slot->notes().passing = true;
                 },
                 [this](std::string const& code) { loader_.close(code); }}) {}

void RoomDirectory::with_room(std::string const& code, RoomSlot::Waiter done) {
  if (auto* const known = in_memory_.find(code)) {
    known->notes().passing = false;
    if (!known->alive()) return known->notes().waiters.push_back(std::move(done));
    if (is_held()) return done(known);
    return done(refuse("busy", "this server has to make sure that the room is still its own; try again"));
  }
  if (!services_.journal->up()) return done(loader_.cannot_store());
  if (!has_place(services_)) return done(no_place());
  auto& slot = in_memory_.add(code);
  auto& notes = slot.notes();
  notes.waiters.push_back(std::move(done));
  if (auto sleeper = sleeping_.take(code)) {
    notes.idle_since = sleeper->idle_since;
    notes.places = std::move(sleeper->places);
    notes.slept = std::move(*sleeper);
  }
  load(slot);
}

void RoomDirectory::load(RoomSlot& slot) {
  loader_.load(slot, [this, &slot](RoomLoader::Loaded loaded) {
    if (loaded.room) return open(slot, std::move(*loaded.room), RoomSlot::Origin::loaded);
    refuse_waiters(slot.code(), loaded.room.error(), loaded.moved);
  });
}

void RoomDirectory::open(RoomSlot& slot, std::unique_ptr<Room> room, RoomSlot::Origin origin) {
  if (slot.notes().idle_since == 0) slot.notes().idle_since = services_.clock.now();
  slot.open(std::move(room), origin);
  auto const waiters = std::move(slot.notes().waiters);
  slot.notes().waiters.clear();
  for (auto const& waiter : waiters) waiter(&slot);
  was_read(slot);
  auto const code = slot.code();
  doze_if_passing(slot);
  if (origin == RoomSlot::Origin::loaded) tell_opened(code);
}

// If it has not fallen asleep again.
void RoomDirectory::tell_opened(std::string const& code) const {
  if (!services_.room_opened) return;
  auto const* const slot = in_memory_.find(code);
  if (slot && slot->alive()) services_.room_opened(code, slot->room());
}

// `moved`: another node has it, so it is not read here again.
void RoomDirectory::refuse_waiters(std::string const& code, Refusal const& refusal, bool moved) {
  auto const slot = in_memory_.take(code);
  auto& notes = slot->notes();
  if (!moved && refusal.code == "busy" && notes.slept) {
    auto sleeper = std::move(*notes.slept);
    sleeper.places = std::move(notes.places);
    sleeping_.add_again(slot->code(), std::move(sleeper));
  } else {
    was_read(*slot);
  }
  for (auto const& waiter : notes.waiters) waiter(refusal);
}

// If it slept.
void RoomDirectory::was_read(RoomSlot& slot) {
  if (auto const slept = std::exchange(slot.notes().slept, std::nullopt)) sleeping_.was_read(*slept);
}

void RoomDirectory::retry_room(std::string const& code, RoomSlot::Waiter done) {
  failures_.forget(code);
  loader_.release(code, [this, code, done = std::move(done)](Result<void> const& released) {
    if (!released) return done(released.error());
    with_room(code, done);
  });
}

void RoomDirectory::create_room(RoomSetup const& setup, RoomPlaces places, RoomSlot::Waiter done) {
  if (!has_place(services_)) return done(no_place());
  loader_.create(setup, [this, setup, places = std::move(places), done = std::move(done)](bool stored) {
    if (stored)
      open_new(setup, places, done);
    else
      done(loader_.cannot_store());
  });
}

void RoomDirectory::open_new(RoomSetup const& setup, RoomPlaces const& places, RoomSlot::Waiter const& done) {
  auto& slot = in_memory_.add(setup.code);
  slot.set_epoch(1);
  slot.notes().places = places;
  count(services_.metrics.rooms_created);
  slot.notes().waiters.push_back(done);
  auto room = loader_.make(setup, slot);
  if (room) return open(slot, std::move(*room), RoomSlot::Origin::made);
  loader_.quarantine(setup.code, room.error().message);
  refuse_waiters(setup.code, refuse("internal", "this room cannot be opened: " + room.error().message));
}

void RoomDirectory::reported(Journal::Outcome const& outcome) {
  auto& slot = static_cast<RoomSlot&>(*outcome.writer);
  slot.reported(outcome.seq, outcome.fate);
  if (slot.to_be_dropped())
    drop_if_failed(slot);
  else if (slot.alive() && slot.room().state().is_closed() && slot.idle())
    close(slot);
  else
    doze_if_passing(slot);
}

void RoomDirectory::thought(ThoughtFor const& room, Result<std::string> answer) {
  auto* const slot = in_memory_.find(room.code, room.epoch);
  if (!slot) return;
  if (room.move) count(services_.metrics.bot_moves);
  slot->inside([&](Room& found) { found.thought(room.ticket, std::move(answer)); });
}

void RoomDirectory::hold_until(std::int64_t at) {
  bool const was_held = is_held();
  held_until_ = at;
  if (!was_held && is_held()) was_unreachable();
}

bool RoomDirectory::is_held() const { return services_.clock.now() < held_until_ || fail_point::on("bug.show_former"); }

// Guests who tried to return to a room here were refused.
void RoomDirectory::was_unreachable() {
  sleeping_.were_unreachable();
  for (auto* slot : in_memory_.all()) slot->inside([](Room& room) { room.was_unreachable(); });
}

void RoomDirectory::store_recovered() {
  was_unreachable();
  auto const codes = std::move(halted_);
  halted_.clear();
  for (auto const& code : codes) with_room(code, [](Result<RoomSlot*>) {});
}

void RoomDirectory::failed(std::string const& code, std::uint64_t epoch) {
  if (auto* const slot = in_memory_.find(code, epoch)) drop_if_failed(*slot);
}

// A failed room is dropped once the journal no longer refers to it, and rebuilt at the next request; but not forever.
void RoomDirectory::drop_if_failed(RoomSlot& slot) {
  if (!slot.to_be_dropped()) return;
  auto const code = slot.code();
  if (slot.halted())
    halted_.push_back(code);
  else if (failures_.add(code, services_.clock.now()))
    loader_.quarantine(code, "it failed " + std::to_string(RoomFailures::kMost) + " times within a minute, at last " +
                                 slot.environment().fault());
  drop(slot);
  if (services_.journal->up() && !halted_.empty()) store_recovered();  // the store recovered in the meantime
}

void RoomDirectory::drop(RoomSlot& slot) {
  auto const code = slot.code();
  alarms_.set(slot, 0);
  auto waiters = std::move(slot.notes().waiters);
  in_memory_.take(code).reset();
  count(services_.metrics.rooms_dropped);
  services_.lobby->post_removal(code);
  for (auto& waiter : waiters) with_room(code, std::move(waiter));
}

void RoomDirectory::keep_only(std::unordered_set<std::string> const& codes) {
  sleeping_.keep_only(codes);
  auto others = in_memory_.all();
  std::erase_if(others, [&](RoomSlot const* slot) { return !slot->alive() || codes.contains(slot->code()); });
  for (auto* slot : others) {
    slot->give_away();
    drop_if_failed(*slot);
  }
}

void RoomDirectory::know_rooms(std::vector<std::string> codes) {
  std::erase_if(codes, [this](std::string const& code) { return in_memory_.contains(code); });
  sleeping_.know(codes);
  sleeping_.wake_due(services_.clock.now());
}

void RoomDirectory::tick(std::int64_t now) {
  drop_idle_rooms(now);
  sleeping_.wake_due(now);
}

// Rooms that have been empty for a while are dropped from memory, and closed after a long time. Their journal stays,
// and anyone with the code can open them again.
void RoomDirectory::drop_idle_rooms(std::int64_t now) {
  std::vector<RoomSlot*> stale, tired;
  for (auto* slot : in_memory_.all()) {
    if (!slot->alive()) continue;
    auto& idle_since = slot->notes().idle_since;
    if (slot->room().members() > 0)
      idle_since = 0;
    else if (idle_since == 0)
      idle_since = now;
    if (idle_since == 0) continue;
    if (now - idle_since > ttl_of(services_.config, *slot) && slot->idle())
      stale.push_back(slot);
    else if (now - idle_since > kDozeAfterMs && may_doze(*slot, now))
      tired.push_back(slot);
  }
  for (auto* slot : tired) doze(*slot);
  for (auto* slot : stale) close(*slot);
}

// Its journal stays. REQUIRES: slot.idle(); it is destroyed.
void RoomDirectory::close(RoomSlot& slot) {
  EXPECT(slot.idle());
  auto const code = slot.code();
  drop(slot);
  loader_.close(code);
}

// REQUIRES: may_doze(slot); it is destroyed.
void RoomDirectory::doze(RoomSlot& slot) {
  EXPECT(slot.dozing());
  auto const code = slot.code();
  auto& notes = slot.notes();
  Sleeper sleeper;
  sleeper.alarm_at = slot.alarm_at();
  sleeper.close_at = notes.idle_since + ttl_of(services_.config, slot);
  sleeper.idle_since = notes.idle_since;
  sleeper.lasting = slot.room().lasting();
  sleeper.epoch = slot.epoch();
  sleeper.places = std::move(notes.places);
  alarms_.set(slot, 0);
  in_memory_.take(code).reset();
  count(services_.metrics.rooms_dropped);
  sleeping_.add(code, std::move(sleeper));
}

void RoomDirectory::doze_if_passing(RoomSlot& slot) {
  if (slot.notes().passing && may_doze(slot, services_.clock.now())) doze(slot);
}

}  // namespace engawa::server
