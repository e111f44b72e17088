#include "server/shard/rooms_in_memory.hpp"

#include <algorithm>
#include <utility>

#include "base/expect.hpp"

namespace engawa::server {

RoomSlot* RoomsInMemory::find(std::string const& code) const {
  auto const found = rooms_.find(code);
  return found == rooms_.end() ? nullptr : found->second.get();
}

RoomSlot* RoomsInMemory::find(std::string const& code, std::uint64_t epoch) const {
  auto* const slot = find(code);
  return slot && slot->epoch() == epoch ? slot : nullptr;
}

std::vector<RoomSlot*> RoomsInMemory::all() const {
  std::vector<RoomSlot*> slots;
  slots.reserve(rooms_.size());
  for (auto const& [code, slot] : rooms_) slots.push_back(slot.get());
  return slots;
}

RoomSlot& RoomsInMemory::add(std::string const& code) {
  auto const [slot, is_new] = rooms_.emplace(code, std::make_unique<RoomSlot>(owner_, code));
  EXPECT(is_new, code);
  ++services_.rooms;
  return *slot->second;
}

std::unique_ptr<RoomSlot> RoomsInMemory::take(std::string const& code) {
  auto const found = rooms_.find(code);
  EXPECT(found != rooms_.end(), code);
  auto slot = std::move(found->second);
  rooms_.erase(found);
  --services_.rooms;
  return slot;
}

void RoomsInMemory::for_each_room(std::function<void(std::string const& code, Room const& room)> const& show) const {
  for (auto const& [code, slot] : rooms_)
    if (slot->alive()) show(code, slot->room());
}

void RoomsInMemory::announce(Frame const& notice) {
  for (auto& [code, slot] : rooms_) slot->inside([&](Room& room) { room.broadcast_notice(notice); });
}

bool RoomsInMemory::quiet() const {
  return std::ranges::all_of(rooms_, [](auto const& room) { return room.second->quiet(); });
}

}  // namespace engawa::server
