// The rooms of a shard: finds them in memory, among the sleeping ones, or in the store, and drops them when they have
// failed or are no longer needed. The shard's thread only.
#pragma once
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "server/shard/alarms.hpp"
#include "server/shard/journal_link.hpp"
#include "server/shard/room_failures.hpp"
#include "server/shard/room_loader.hpp"
#include "server/shard/room_slot.hpp"
#include "server/shard/rooms_in_memory.hpp"
#include "server/shard/services.hpp"
#include "server/shard/sleeping_rooms.hpp"

namespace engawa::server {

class RoomDirectory {
 public:
  // REQUIRES: all of them outlive it; `owner` is the slots' owner.
  RoomDirectory(boost::asio::io_context& io, Services& services, JournalLink& journal, Alarms& alarms,
                SlotOwner& owner);

  // The room, from memory or from the journal. `done` may be called at once. Refuses with `not_found`, `internal` (also
  // if the room is quarantined), `busy` (the store fails, or see hold_until()) or `limit_reached`.
  void with_room(std::string const& code, RoomSlot::Waiter done);
  // Stores and opens a new room. REQUIRES: the code belongs to this shard and is unused.
  void create_room(RoomSetup const& setup, RoomPlaces places, RoomSlot::Waiter done);
  // Puts a quarantined room back into service, or reloads one. As with_room().
  void retry_room(std::string const& code, RoomSlot::Waiter done);
  // Rooms of the last run, most recently used first: they sleep, and are read one after the other.
  void know_rooms(std::vector<std::string> codes);
  // Whether it has the room, in memory or asleep, so that no other node need be asked.
  bool has_room(std::string const& code) const { return in_memory_.contains(code) || sleeping_.contains(code); }
  RoomsInMemory& in_memory() { return in_memory_; }
  RoomsInMemory const& in_memory() const { return in_memory_; }

  // From that time on, until a later one is set, it shows no room from memory: another node of the cluster may have
  // taken the room and continued it. At first: never.
  void hold_until(std::int64_t at);
  bool is_held() const;
  // Gives up all other rooms, which another node of the cluster may have.
  void keep_only(std::unordered_set<std::string> const& codes);
  // The store works again: rooms that waited for it continue.
  void store_recovered();
  // Once a second.
  void tick(std::int64_t now);

  // The result of an input of a room, or of a bot job. The room may no longer exist.
  void reported(Journal::Outcome const& outcome);
  void thought(ThoughtFor const& room, Result<std::string> answer);
  // The room has failed. REQUIRES: the failing call has returned.
  void failed(std::string const& code, std::uint64_t epoch);

 private:
  void load(RoomSlot& slot);
  void open(RoomSlot& slot, std::unique_ptr<Room> room, RoomSlot::Origin origin);
  void tell_opened(std::string const& code) const;
  void open_new(RoomSetup const& setup, RoomPlaces const& places, RoomSlot::Waiter const& done);
  void refuse_waiters(std::string const& code, Refusal const& refusal, bool moved = false);
  void was_read(RoomSlot& slot);
  void was_unreachable();
  void drop_if_failed(RoomSlot& slot);
  void drop(RoomSlot& slot);
  void close(RoomSlot& slot);
  void drop_idle_rooms(std::int64_t now);
  void doze(RoomSlot& slot);
  void doze_if_passing(RoomSlot& slot);

  Services& services_;
  Alarms& alarms_;
  RoomLoader loader_;
  RoomsInMemory in_memory_;
  SleepingRooms sleeping_;
  RoomFailures failures_;
  std::vector<std::string> halted_;  // rooms that wait for the store
  std::int64_t held_until_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace engawa::server
