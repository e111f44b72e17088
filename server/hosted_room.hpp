// A room with what its shard must know of it: the room's host, and the wall around it.
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

#include "server/peer.hpp"
#include "server/room.hpp"

namespace engawa::server {

class Shard;

// What a room takes of what its maker may have at once (Addresses), given back with it.
using RoomPlaces = std::vector<std::shared_ptr<void>>;

class HostedRoom final : public RoomHost, public Channel {
 public:
  using Waiter = std::function<void(Result<HostedRoom*>)>;

  HostedRoom(Shard& shard, std::string code, std::uint64_t epoch);

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

 private:
  friend class Shard;

  // Calls function(Room&), unless the room has failed.
  template <class Function>
  void inside(Function const& function);
  void give_up(std::string const& what);

  // There is a room to talk to.
  bool alive() const { return room_ && !room_->broken(); }
  void stored(std::uint64_t seq);
  void refused(std::uint64_t seq);
  void halt();  // the store fails
  void ring();
  void thought(std::uint64_t ticket, Result<std::string> answer);
  void restarted();
  void tell(Frame const& notice);
  // Nobody's question is being thought about.
  bool quiet() const { return !alive() || room_->unanswered() == 0; }

  Shard& shard_;
  std::string code_;
  std::uint64_t epoch_ = 0;
  std::unique_ptr<Room> room_;   // nullptr while it is being read
  std::uint64_t in_flight_ = 0;  // appends whose outcome has not come back
  std::int64_t alarm_at_ = 0;
  std::int64_t idle_since_ = 0;  // when the last member left; 0: there are members
  RoomPlaces places_;
  std::vector<Waiter> waiters_;  // who asked for the room while it was being read or dropped
  int depth_ = 0;                // calls of the room that are running: a full outbox asks it for a state
  bool halted_ = false;          // the store failed, not the room
  std::string fault_;            // what went wrong last
};

}  // namespace engawa::server
