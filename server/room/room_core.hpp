// The inside of a room: its parts, and what they do together. Room (room.hpp) is the outside; only its files include
// this. The room's shard only.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

#include "server/room/bot_desk.hpp"
#include "server/room/environment.hpp"
#include "server/room/grace_times.hpp"
#include "server/room/ledger.hpp"
#include "server/room/members.hpp"
#include "server/room/player_lags.hpp"
#include "server/room/replies.hpp"
#include "server/room/request_reader.hpp"
#include "server/room/room_limits.hpp"
#include "server/room/room_time.hpp"
#include "server/room/spectator_notice.hpp"

namespace engawa::server {

struct RoomCore {
  RoomCore(RoomState state, RoomEnvironment& environment, RoomTuning const& wishes);
  RoomCore(RoomCore const&) = delete;
  RoomCore& operator=(RoomCore const&) = delete;

  RoomState const& state() const { return ledger.state(); }
  std::int64_t now() const { return time.now(); }
  // The room's entry in the lobby. Empty: not in the lobby, because it is private or empty.
  std::string listing() const;

  RoomEnvironment& world;
  RoomTuning tuning;
  RoomTime time;
  Ledger ledger;
  Members members;
  BotDesk bots;
  RoomLimits limits;
  PlayerLags lags;
  RequestReader reader;
  Replies replies;
  GraceTimes grace;
  SpectatorNotice spectators;
  std::string shown;    // the listing as last reported
  bool broken = false;  // the room must be dropped
};

// steps.cpp: the way of an input, from its time to the members.
using Moment = std::chrono::steady_clock::time_point;
// Applies, stores and shows an input, and does what follows from it. `move_received`: when the asker's move was
// received; of anything else: not set.
Result<void> submit(RoomCore& room, Input input, Member const* asker = nullptr, Moment move_received = {});
void tell_committed(RoomCore& room, std::uint64_t seq);
void fail(RoomCore& room, Refusal const& why);
// It fails, and the reason is logged.
void give_up(RoomCore& room, std::string const& what);

// visits.cpp: members come and go.
void enter_room(RoomCore& room, Peer& peer, Guest const& visitor, protocol::Hello const& hello, std::string_view re,
                std::string_view token);
// A person is connected. Reconnect times and holds that were stopped begin again.
void wake(RoomCore& room);
// A connected guest is shown as online at their seat, under their current name.
void take_seat(RoomCore& room, Guest const& guest);
// The guest's last connection has ended.
void part_with(RoomCore& room, std::string const& guest);

// requests.cpp
void receive_request(RoomCore& room, Peer& peer, protocol::ClientFrame const& frame);

// bot_moves.cpp
void take_thought(RoomCore& room, std::uint64_t ticket, Result<std::string> answer);
void play_due_moves(RoomCore& room);

// time.cpp
// A due game event happens before anything else at the same time.
void let_time_pass(RoomCore& room);
void let_clock_run_out(RoomCore& room);
void look_after_seats(RoomCore& room);
void look_after_host(RoomCore& room);
void note_spectators(RoomCore& room);
void look_after_spectators(RoomCore& room);
// Sets the single alarm to the earliest waiting event.
void schedule(RoomCore& room);

}  // namespace engawa::server
