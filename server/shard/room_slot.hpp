// A room's place on its shard: owns the Room, and contains its exceptions.
//
// All other code calls the room through here. Exceptions of the room or its game end here: the room is abandoned in its
// current state (it may be half changed), its members are closed with 1011, and the shard drops it and rebuilds it. The
// shard's thread only.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expect.hpp"
#include "server/room/peer.hpp"
#include "server/room/room.hpp"
#include "server/shard/alarms.hpp"
#include "server/shard/sleepers.hpp"
#include "server/shard/slot_environment.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

class RoomSlot;
class ShardTimes;
struct Services;

// The room of a bot job. It may be dropped and rebuilt in the meantime, so it is found by its code and epoch.
struct ThoughtFor {
  std::string code;
  std::uint64_t epoch = 0;
  std::uint64_t ticket = 0;
  bool move = false;  // a bot's move; otherwise a hint or a solution
};

// A slot's interface to its shard.
class SlotOwner {
 public:
  virtual ~SlotOwner() = default;
  virtual Services& services() = 0;
  // The slot's room has failed, in a call that may come from the room itself.
  virtual void room_failed(RoomSlot& slot) = 0;
  // Stores an input at the end of this turn of the loop; RoomSlot::reported() receives the result.
  virtual void collect(RoomSlot& slot, std::uint64_t seq, std::string_view input) = 0;
  // Runs work on the store, after all inputs that have been collected.
  virtual void run(Journal::Work work, Journal::Done done) = 0;
  // Requests a call of RoomSlot::ring() at `at` (0: none). Replaces the earlier request.
  virtual void set_alarm(RoomSlot& slot, std::int64_t at) = 0;
  virtual ShardTimes& times() = 0;
  // From any thread.
  virtual void post_thought(ThoughtFor room, Result<std::string> answer) = 0;
};

class RoomSlot final : public Channel, public Journal::Writer, public Alarm {
 public:
  using Waiter = std::function<void(Result<RoomSlot*>)>;

  // The shard's notes about a slot.
  struct Notes {
    std::int64_t idle_since = 0;  // when the last member left; 0: there are members
    RoomPlaces places;
    std::optional<Sleeper> slept;  // data from before it was read, without its places
    bool passing = false;          // no client has requested it: it sleeps again at once
    std::vector<Waiter> waiters;   // callers who wait for the room while it is being read or dropped
    std::string payer;             // the address of the first client: the bots use that address's share of the time
  };

  // Without a room until open(). REQUIRES: the owner outlives it.
  RoomSlot(SlotOwner& owner, std::string code);

  // For connections.
  void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
             std::string_view token) override;
  void receive(Peer& peer, protocol::ClientFrame const& frame) override;
  void leave(Peer& peer) override;
  void resend_state(Peer& peer) override;

  // Calls function(Room&), unless the room has failed. If it throws, the room fails.
  template <class Function>
  void inside(Function const& function);
  // The Result<...> of function(Room&). Refuses with `internal` if the room fails in the meantime.
  template <class Function>
  auto ask(Function const& function) -> decltype(function(std::declval<Room&>())) {
    decltype(function(std::declval<Room&>())) result = failure();
    inside([&](Room& room) { result = function(room); });
    return result;
  }
  // Everything that the room's parts show is stored.
  bool stored() const { return world_.in_flight() == 0; }

  // For the shard.
  std::string const& code() const { return code_; }
  std::uint64_t epoch() const { return epoch_; }
  // The epoch that the store gave to the room. REQUIRES: no room yet.
  void set_epoch(std::uint64_t epoch) {
    EXPECT(!room_);
    epoch_ = epoch;
  }
  SlotEnvironment& environment() { return world_; }
  SlotEnvironment const& environment() const { return world_; }
  // The room as loaded, or as just created.
  enum class Origin { loaded, made };
  void open(std::unique_ptr<Room> room, Origin origin);
  // The room exists and works.
  bool alive() const { return room_ && !room_->broken(); }
  // The room has failed, and the journal no longer refers to it.
  bool to_be_dropped() const { return room_ && room_->broken() && stored(); }
  // It is empty, and none of its inputs is in flight.
  bool idle() const { return room_->settled() && stored(); }
  // The room may be dropped from memory without any effect on clients.
  bool dozing() const { return alive() && stored() && room_->dozing(); }
  // No hint is being computed.
  bool quiet() const { return !alive() || room_->unanswered() == 0; }
  // The store failed, or another node has the room: it is read again, and does not count as failed.
  bool halted() const { return halted_; }
  // REQUIRES: it has a room, which may have failed.
  Room const& room() const {
    EXPECT(room_ != nullptr, code_);
    return *room_;
  }
  // Bytes of the room, of this slot, and of the inputs on their way to the store, estimated. REQUIRES: alive().
  std::size_t memory() const;
  void reported(std::uint64_t seq, Journal::Fate fate);
  void ring() override;
  // Another node of the cluster has the room, or may have it: its members reconnect.
  void give_away();
  Notes& notes() { return notes_; }

 private:
  static Refusal failure();
  bool slept_here() const;
  void give_up(std::string const& what);
  void refused(std::uint64_t seq);
  void halt(std::string const& why);

  SlotOwner& owner_;
  std::string code_;
  SlotEnvironment world_;
  std::uint64_t epoch_ = 0;
  std::unique_ptr<Room> room_;  // nullptr while it is being read
  int depth_ = 0;               // nested calls of the room: a full outbox asks it for a state
  bool halted_ = false;
  Notes notes_;
};

// An exception in a nested call ends the outer call too: the room must not continue in between.
template <class Function>
void RoomSlot::inside(Function const& function) {
  if (!alive()) return;
  if (depth_ > 0) return function(*room_);
  ++depth_;
  try {
    function(*room_);
  } catch (std::exception const& error) {
    give_up(error.what());
  } catch (...) {
    give_up("unknown exception");
  }
  --depth_;
  if (!alive()) owner_.room_failed(*this);
}

}  // namespace engawa::server
