// The reconnect times of a room: how long the seats of disconnected players are kept, and the role of an absent host.
//
// They are stopped after a time in which nobody could return (the server was down, the store unreachable), and begin
// again when a person comes. It changes nothing in the room: it returns the input that is due, and the room submits it.
// Room time, ms; the room's shard only.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "server/room/members.hpp"
#include "server/room/room_time.hpp"
#include "server/state/state.hpp"

namespace engawa::server {

class GraceTimes {
 public:
  // `usual_ms`: of rooms whose creator has not chosen another time. REQUIRES: these outlive it and keep their addresses.
  GraceTimes(RoomState const& state, Members const& members, RoomTime const& time, std::int64_t usual_ms);

  // When a reconnect time that begins now is over.
  std::int64_t end() const;

  void stop() { stopped_ = true; }
  // A person is connected. True: the times were stopped, and the players' begin again with the room's next input.
  bool go_on();
  // The host has left, or could not return so far.
  void begin_for_host() { host_until_ = end(); }
  void begin_again_for_absent_host();
  // What a room keeps of it while it sleeps.
  std::int64_t host_until() const { return host_until_; }
  bool stopped() const { return stopped_; }
  void restore(std::int64_t host_until, bool stopped);

  // The seats whose reconnect time or hold is over, in the order in which their players left; and after a round those
  // for which the next one no longer waits. In an empty room nobody waits for a round.
  std::vector<std::size_t> overdue_seats() const;
  std::vector<std::size_t> overdue_for_rematch() const;
  // A bot takes the seat over, it opens, or its player loses.
  Input input_of(std::size_t seat) const;
  // A host who does not return is replaced by a seated person, or, before a game, by any connected person: a room always
  // has a person who can start it.
  std::optional<Input> next_host();

  // When the next of these times is over; 0: none runs.
  std::int64_t next_end() const;

 private:
  bool host_is_gone() const;

  RoomState const& state_;
  Members const& members_;
  RoomTime const& time_;
  std::int64_t usual_ms_;
  std::int64_t host_until_ = 0;  // 0: the host is connected
  bool stopped_ = false;         // no person has come since they could not
};

}  // namespace engawa::server
