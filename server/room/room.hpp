// A room as an actor: members come and go, requests become inputs, inputs become steps.
//
// The order for every input: check and apply (RoomState), append to the journal, and send only after the journal has
// committed. All of it on the room's shard; nothing here blocks. RoomEnvironment (environment.hpp) is the interface to
// the outside; tests fake it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/ops/token_bucket.hpp"
#include "server/room/environment.hpp"
#include "server/room/peer.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

struct RoomCore;

class Room final : public Channel {
 public:
  ~Room() override;

  // A room from its set-up and the inputs in its journal (none for a new one), or from a snapshot and the inputs after
  // it. Refuses with `internal` a journal that does not replay, or an invalid snapshot.
  static Result<std::unique_ptr<Room>> load(RoomSetup setup, std::vector<std::string> const& journal,
                                            RoomEnvironment& world, RoomTuning const& tuning,
                                            std::string_view snapshot = {});
  // The form that load() reads; useful only between games (RoomState::can_be_snapshot).
  std::string snapshot() const;

  // One of these three must be called once after load(). made(): it is new.
  void made();
  // It was in no server's memory: all who were connected count as offline now, and could not return in between.
  void restarted();
  // The data that a room keeps while it sleeps, besides its journal.
  struct Lasting {
    std::int64_t host_until = 0;  // the reconnect time of an absent host, in room time; 0: connected
    TokenBucket stored;           // how much people may store in it
    std::int64_t ahead = 0;       // room time minus server time
    bool unreachable = false;     // no person has come since they could not
  };
  // It was in memory since the server started, and was dropped while it was dozing().
  void woken(Lasting const& lasting);
  // For a while people could not return, because the store or the node was unreachable. All reconnect times and holds
  // begin again, now or, in an empty room, when a person comes.
  void was_unreachable();
  // The room is empty and nothing is in progress: until a person comes, only an alarm can happen.
  bool dozing() const;
  Lasting lasting() const;

  void enter(Peer& peer, Guest const& guest, protocol::Hello const& hello, std::string_view re,
             std::string_view token) override;
  void receive(Peer& peer, protocol::ClientFrame const& frame) override;
  void leave(Peer& peer) override;
  void resend_state(Peer& peer) override;

  // Quick play: holds the first open seat for a guest. Refuses with `room_full`.
  Result<int> hold_seat(Guest const& guest);

  // The host closes the room for good: once that is stored, all connections are closed. Refuses with `not_host`, and
  // with `room_closed` if it is already closed.
  Result<void> close_room(Guest const& guest);
  // The operator of the server does the same, or removes a guest, who may be the host. Refuses with `room_closed`, and
  // with `not_found` if no such guest is in the room.
  Result<void> close_by_operator();
  Result<void> remove_by_operator(std::string const& guest);

  void committed(std::uint64_t seq);
  // The room cannot continue (its game failed, or the journal could not store). Nothing unstored was sent. Pending
  // requests are answered with `why`, all members are closed with 1011, and the room must be dropped.
  void failed(Refusal const& why);
  void alarm();
  // `answer` is JSON text: a move, a hint or a solution, according to the job.
  void thought(std::uint64_t ticket, Result<std::string> answer);
  // Notifies all members that the server is stopping, or closes them.
  void broadcast_notice(Frame const& frame);
  void close_all(int code, std::string_view reason);

  RoomState const& state() const;
  std::size_t members() const;
  // The room's entry in the lobby. Empty: not in the lobby, because it is private or empty.
  std::string listing() const;
  // No input is in flight: the room may be dropped from memory and loaded again.
  bool settled() const;
  // failed() was called: the room must be dropped.
  bool broken() const;
  // Bytes that it holds, itself included: an estimate, computed from the sizes of its parts.
  std::size_t memory() const;
  // Requests that wait for a hint.
  std::size_t unanswered() const;

 private:
  Room(RoomState state, RoomEnvironment& world, RoomTuning const& tuning);

  std::unique_ptr<RoomCore> core_;
};

}  // namespace engawa::server
