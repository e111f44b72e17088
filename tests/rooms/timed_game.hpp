// Two people at a board with a clock, in simulated time.
#pragma once
#include <memory>
#include <utility>

#include "server/state/parts/turn_clock.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::server {

inline RoomSetup timed(ClockRule const& clock, bool forfeits = true, char const* preset = "classic") {
  auto setup = open_setup(preset);
  setup.clock = clock;
  setup.timeout_forfeits = forfeits;
  return setup;
}

// People at a board, in play; the first is to move.
struct TimedGame {
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer first, second;
  int next_id = 10;

  explicit TimedGame(RoomSetup setup) : room(open_room(std::move(setup), host)) {
    start_game(*room, {{first, "g_first"}, {second, "g_second"}});
    host.settle(*room);
  }
  Json move(FakePeer& peer) {
    auto const legal = peer.document["legal"].get<std::string>();
    int const id = next_id++;
    request(*room, peer,
            {{"type", "move"},
             {"id", id},
             {"ply", peer.document["ply"]},
             {"move", {{"cell", legal.substr(0, legal.find(' '))}}}});
    host.settle(*room);
    return peer.answer(id);
  }
  Json const& clock() const { return second.document["clock"]; }
  std::int64_t left(char const* seat) const { return clock()["left"][seat]; }
};

}  // namespace engawa::server
