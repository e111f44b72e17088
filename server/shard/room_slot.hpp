// A room's place on its shard: owns the Room, is its environment, and contains its exceptions.
//
// Everybody else calls the room through here. What a room or its game throws ends here: the room is given up where it stands (it may
// be half changed), its members are sent away with 1011, and the shard drops it and reads it anew. The shard's thread only.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/room/peer.hpp"
#include "server/room/room.hpp"
#include "server/store/journal.hpp"

namespace engawa::server {

class RoomSlot;
struct Services;

// What a room takes of what its maker may have at once (Addresses), given back with it.
using RoomPlaces = std::vector<std::shared_ptr<void>>;

// The room that a thought is for. It may be dropped and read anew meanwhile, so it is found again by its code and epoch.
struct ThoughtFor {
  std::string code;
  std::uint64_t epoch = 0;
  std::uint64_t ticket = 0;
  bool move = false;  // a bot's; else a hint or a solution
};

// What a slot needs of the shard that it lives on.
class SlotOwner {
 public:
  virtual ~SlotOwner() = default;
  virtual Services& services() = 0;
  virtual int index() const = 0;
  // The slot's room has failed inside a call that may come from the room itself.
  virtual void room_failed(RoomSlot& slot) = 0;
  // RoomSlot::ring() is to be called at `at` (0: no more). Replaces the alarm set before.
  virtual void set_alarm(RoomSlot& slot, std::int64_t at) = 0;
  // From any thread.
  virtual void post_thought(ThoughtFor room, Result<std::string> answer) = 0;
};

class RoomSlot final : public RoomEnvironment, public Channel, public Journal::Writer {
 public:
  using Waiter = std::function<void(Result<RoomSlot*>)>;

  // What the shard notes about a slot; nothing in the slot depends on it.
  struct Notes {
    std::int64_t alarm_at = 0;
    std::int64_t idle_since = 0;  // when the last member left; 0: there are members
    RoomPlaces places;
    std::vector<Waiter> waiters;  // who asked for the room while it was being read or dropped
  };

  // Without a room until open(). REQUIRES: the owner outlives it.
  RoomSlot(SlotOwner& owner, std::string code);

  // For connections.
  void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
             std::string_view token) override;
  void receive(Peer& peer, protocol::ClientFrame const& frame) override;
  void leave(Peer& peer) override;
  void resend_state(Peer& peer) override;

  // For the HTTP API. See Room. Refuses with `internal` when the room fails meanwhile.
  Result<int> hold_seat(Guest const& guest);
  std::string summary() const;

  // For the room.
  std::int64_t now() const override;
  void append(Room& room, std::uint64_t seq, std::string input) override;
  void keep_snapshot(Room& room, std::uint64_t seq, std::string snapshot) override;
  void set_alarm(Room& room, std::int64_t at) override;
  void think(Room& room, ThinkJob job) override;
  void listing_changed(Room& room) override;
  void log_error(Room const& room, std::string const& what) override;

  // For the shard.
  std::string const& code() const { return code_; }
  std::uint64_t epoch() const { return epoch_; }
  // Of what the slot will open: ours from the store. REQUIRES: no room yet.
  void set_epoch(std::uint64_t epoch) { epoch_ = epoch; }
  void open(std::unique_ptr<Room> room);
  // There is a room to talk to.
  bool alive() const { return room_ && !room_->broken(); }
  // There was one, it is of no use any more, and the journal has let go of it.
  bool to_be_dropped() const { return room_ && room_->broken() && in_flight_ == 0; }
  // Nobody is in it, and nothing of it is on its way.
  bool idle() const { return room_->settled() && in_flight_ == 0; }
  // Nobody's question is being thought about.
  bool quiet() const { return !alive() || room_->unanswered() == 0; }
  // The store failed, not the room.
  bool halted() const { return halted_; }
  std::string const& fault() const { return fault_; }  // what went wrong last
  // REQUIRES: alive().
  Room const& room() const { return *room_; }
  void reported(std::uint64_t seq, Journal::Fate fate);
  void ring();
  void thought(std::uint64_t ticket, Result<std::string> answer);
  void tell(Frame const& notice);
  Notes& notes() { return notes_; }

 private:
  // Calls function(Room&), unless the room has failed.
  template <class Function>
  void inside(Function const& function);
  void give_up(std::string const& what);
  void refused(std::uint64_t seq);
  void halt();

  SlotOwner& owner_;
  std::string code_;
  std::uint64_t epoch_ = 0;
  std::unique_ptr<Room> room_;   // nullptr while it is being read
  std::uint64_t in_flight_ = 0;  // appends whose outcome has not come back
  int depth_ = 0;                // calls of the room that are running: a full outbox asks it for a state
  bool halted_ = false;
  std::string fault_;
  Notes notes_;
};

}  // namespace engawa::server
