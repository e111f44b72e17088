// The rooms of a shard that are in memory, or are being read, by their codes. The shard's thread only.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/shard/room_slot.hpp"
#include "server/shard/services.hpp"

namespace engawa::server {

class RoomsInMemory {
 public:
  // REQUIRES: the services and the owner outlive it.
  RoomsInMemory(Services& services, SlotOwner& owner) : services_(services), owner_(owner) {}

  bool contains(std::string const& code) const { return rooms_.contains(code); }
  // nullptr: it is not here.
  RoomSlot* find(std::string const& code) const;
  // The same with this epoch only: jobs and failures may belong to a room that was dropped and read again since.
  RoomSlot* find(std::string const& code, std::uint64_t epoch) const;
  std::vector<RoomSlot*> all() const;

  // An empty slot, counted as one of the server's rooms. REQUIRES: it is not here yet.
  RoomSlot& add(std::string const& code);
  // REQUIRES: it is here.
  std::unique_ptr<RoomSlot> take(std::string const& code);

  // Calls `show` for every room that works.
  void for_each_room(std::function<void(std::string const& code, Room const& room)> const& show) const;
  // See RoomSlot. REQUIRES: for_each_room() shows it.
  std::size_t memory_of(std::string const& code) const { return rooms_.at(code)->memory(); }
  void announce(Frame const& notice);  // to all members of a room
  bool quiet() const;                  // no hint is being computed

 private:
  Services& services_;
  SlotOwner& owner_;
  std::unordered_map<std::string, std::unique_ptr<RoomSlot>> rooms_;
};

}  // namespace engawa::server
