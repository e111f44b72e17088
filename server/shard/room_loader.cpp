#include "server/shard/room_loader.hpp"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <optional>
#include <utility>

#include "server/lobby/lobby.hpp"
#include "server/ops/log_lines.hpp"

namespace engawa::server {
namespace {

constexpr auto kStopped = "this room failed and is stopped until the operator has looked at it";

RoomTuning tuning_of(Config const& config) {
  RoomTuning tuning;
  tuning.grace_ms = config.grace_ms;
  tuning.chat = {static_cast<double>(config.chat_per_10s) / 10, static_cast<double>(config.chat_per_10s)};
  tuning.previews = {static_cast<double>(config.previews_per_s), 2 * static_cast<double>(config.previews_per_s)};
  tuning.stored = kb_per_hour(config.stored_kb_per_room);
  tuning.max_spectators = static_cast<std::size_t>(config.watchers_per_room);
  tuning.heartbeat_s = static_cast<int>(config.ping_s);
  return tuning;
}

}  // namespace

RoomLoader::RoomLoader(boost::asio::io_context& io, Services& services, JournalLink& journal)
    : io_(io), services_(services), journal_(journal), tuning_(tuning_of(services.config)) {}

Refusal RoomLoader::cannot_store() const {
  if (!services_.journal->up()) return refuse("busy", "the server cannot reach its store now; try again");
  return refuse("busy", "the room could not be read or stored; try again");
}

void RoomLoader::create(RoomSetup const& setup, std::function<void(bool stored)> done) {
  journal_.run(
      [code = setup.code, text = write_setup(setup), at = setup.created_at](Store& store) {
        store.create_room(code, text, at);
      },
      [this, done = std::move(done)](bool stored) { boost::asio::post(io_, [done, stored] { done(stored); }); });
}

Result<std::unique_ptr<Room>> RoomLoader::make(RoomSetup const& setup, RoomSlot& slot) const {
  return Room::load(setup, {}, slot.environment(), tuning_);
}

// `whole`: without the snapshot.
void RoomLoader::read(RoomSlot& slot, bool whole, std::function<void(Loaded)> done) {
  auto stored = std::make_shared<std::optional<StoredRoom>>();
  auto const& code = slot.code();
  auto const take = [stored, code, whole](Store& store) { *stored = store.take_room(code, whole); };
  auto const taken = [this, stored, &slot, done = std::move(done)](bool read) {
    boost::asio::post(io_, [this, stored, &slot, done, read] {
      if (!read) return done({cannot_store()});
      if (!*stored) return done({refuse("not_found", "there is no room " + slot.code())});
      build(slot, std::move(**stored), done);
    });
  };
  journal_.run({take, taken, code});
}

void RoomLoader::build(RoomSlot& slot, StoredRoom stored, std::function<void(Loaded)> const& done) {
  if (!stored.home.empty()) {
    count(services_.metrics.rooms_moved);
    return done({refuse("busy", "another server has this room now; connect again"), true});
  }
  auto const& code = slot.code();
  if (!stored.broken.empty()) {
    if (stored.newly_broken && damaged_.insert(code).second) tell_quarantined(code, stored.broken);
    return done({refuse("internal", kStopped)});
  }
  slot.set_epoch(stored.epoch);
  auto setup = read_setup(stored.setup);
  auto room = setup ? Room::load(std::move(*setup), stored.inputs, slot.environment(), tuning_, stored.snapshot)
                    : Result<std::unique_ptr<Room>>(setup.error());
  if (!room && !stored.snapshot.empty()) {
    LogAbout const about({.room = code});
    spdlog::error("the snapshot of room {} at step {} is of no use, its whole journal is replayed: {}", code,
                  stored.snapshot_seq, room.error().message);
    return read(slot, true, done);
  }
  if (!room) {
    quarantine(code, room.error().message);
    return done({refuse("internal", kStopped)});
  }
  count(services_.metrics.rooms_loaded);
  done({std::move(room)});
}

void RoomLoader::tell_quarantined(std::string const& code, std::string const& why) const {
  LogAbout const about({.room = code});
  spdlog::error("room {} is quarantined: {}", code, why);
  count(services_.metrics.rooms_set_aside);
}

void RoomLoader::quarantine(std::string const& code, std::string const& why) {
  tell_quarantined(code, why);
  journal_.run([code, why](Store& store) { (void)store.set_broken(code, why); }, {});
  services_.lobby->post_removal(code);
}

void RoomLoader::release(std::string const& code, std::function<void(Result<void>)> done) {
  damaged_.erase(code);
  auto found = std::make_shared<bool>(false);
  journal_.run([code, found](Store& store) { *found = store.set_broken(code, {}); },
               [this, code, found, done = std::move(done)](bool stored) {
                 boost::asio::post(io_, [this, code, found, done, stored] {
                   if (!stored) return done(cannot_store());
                   if (!*found) return done(refuse("not_found", "there is no room " + code));
                   done({});
                 });
               });
}

void RoomLoader::close(std::string const& code) {
  journal_.run([code](Store& store) { store.set_closed(code, true); }, {});
}

}  // namespace engawa::server
