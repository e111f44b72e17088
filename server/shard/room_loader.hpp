// Rooms between the store and memory: creates them, reads them, and keeps damaged ones out. The shard's thread only;
// all answers arrive on it, later.
#pragma once
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>

#include "base/result.hpp"
#include "server/room/room.hpp"
#include "server/shard/journal_link.hpp"
#include "server/shard/room_slot.hpp"
#include "server/shard/services.hpp"
#include "server/state/input.hpp"

namespace engawa::server {

class RoomLoader {
 public:
  struct Loaded {
    Result<std::unique_ptr<Room>> room;
    bool moved = false;  // another node of the cluster has it now
  };

  // REQUIRES: all of them outlive it.
  RoomLoader(boost::asio::io_context& io, Services& services, JournalLink& journal);

  Refusal cannot_store() const;
  void create(RoomSetup const& setup, std::function<void(bool stored)> done);
  // A room for which nothing has been stored.
  Result<std::unique_ptr<Room>> make(RoomSetup const& setup, RoomSlot& slot) const;
  // The room of the slot, from its snapshot and its journal. Refuses with `not_found`, `internal` (it is quarantined)
  // or `busy`. REQUIRES: the slot exists until then.
  void load(RoomSlot& slot, std::function<void(Loaded)> done) { read(slot, false, std::move(done)); }
  // It is not loaded any more until it is released.
  void quarantine(std::string const& code, std::string const& why);
  void release(std::string const& code, std::function<void(Result<void>)> done);
  // It was empty for a long time; with its code it can be opened again.
  void close(std::string const& code);

 private:
  void read(RoomSlot& slot, bool whole, std::function<void(Loaded)> done);
  void build(RoomSlot& slot, StoredRoom stored, std::function<void(Loaded)> const& done);
  // In the log and the metric.
  void tell_quarantined(std::string const& code, std::string const& why) const;

  boost::asio::io_context& io_;
  Services& services_;
  JournalLink& journal_;
  RoomTuning tuning_;
  std::unordered_set<std::string> damaged_;  // told; the store finds a damaged row of a room at every attempt
};

}  // namespace engawa::server
