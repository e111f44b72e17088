// A room with two people who act at random: for tests of laws that must always hold.
#pragma once
#include <random>

#include "tests/rooms/fakes.hpp"

namespace engawa::server {

inline constexpr int kPeople = 2;

// A room in which people play, leave, chat and start again at random.
struct Story {
  std::mt19937_64 chance;
  RoomSetup setup;
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  std::vector<std::unique_ptr<FakePeer>> peers;
  int id = 1;

  Story(std::string const& game, std::string const& preset, std::uint64_t seed, RoomTuning const& tuning = {})
      : chance(seed) {
    setup = open_setup(preset, game);
    setup.seed = seed;
    if (seed % 2 == 0) setup.clock = {seed % 4 == 0 ? ClockKind::move : ClockKind::fischer, 60000, 1000};
    if (seed % 4 == 1) setup.clock = {ClockKind::byoyomi, 20000, 0, 10000, 3};
    for (std::size_t i = kPeople; i < setup.chairs.size(); ++i)
      setup.chairs[i] = {RoomSetup::Chair::Kind::bot, "random", 1};
    room = open_room(setup, host, {}, tuning);
    for (int i = 0; i < kPeople; ++i) peers.push_back(std::make_unique<FakePeer>());
    for (int i = 0; i < kPeople; ++i) enter(i);
  }

  std::string guest(int i) const { return "g_" + std::to_string(i); }
  bool here(int i) const { return peers[static_cast<std::size_t>(i)]->closed == 0; }
  void enter(int i) {
    auto& peer = peers[static_cast<std::size_t>(i)];
    peer = std::make_unique<FakePeer>();
    bool const by_program = id % 3 == 0;
    join(*room, *peer, guest(i), {}, {}, by_program ? R"({"name":"Greedy"})" : "");
    if (room->state().phase() == Phase::lobby) ask(i, {{"type", "sit"}, {"seat", i}});
  }
  void leave(int i) {
    auto& peer = *peers[static_cast<std::size_t>(i)];
    room->leave(peer);
    peer.closed = 1006;
  }
  void ask(int i, Json frame) {
    frame["id"] = id++;
    request(*room, *peers[static_cast<std::size_t>(i)], frame);
  }

  void turn() {
    host.settle(*room);
    int const who = static_cast<int>(chance() % kPeople);
    auto const what = chance() % 24;
    if (!here(who)) return what < 8 ? enter(who) : host.pass(*room, 5000);
    if (what == 0) return leave(who);
    if (what == 1) return ask(who, {{"type", "say"}, {"text", "line \"" + std::to_string(id) + "\" 縁側"}});
    if (what == 2) return host.pass(*room, 2000);
    if (what == 4 && chance() % 4 == 0) return ask(who, {{"type", "stand"}});
    if (what == 5 || what == 6)
      return ask(who, {{"type", what == 5 && chance() % 4 == 0 ? "kick" : "pardon"}, {"guest", guest(1 - who)}});
    if (what == 10) return ask(who, {{"type", "mute"}, {"guest", guest(1 - who)}, {"muted", chance() % 2 == 0}});
    if (what == 11 && chance() % 2 == 0) return ask(who, {{"type", "hand_over"}, {"guest", guest(1 - who)}});
    if (what >= 7 && what < 10) return ask(who, {{"type", "sit"}, {"seat", who}});
    if (what == 3 && room->state().phase() == Phase::playing) return ask(who, {{"type", "resign"}});
    if (room->state().phase() == Phase::lobby) return ask(who, {{"type", "start"}});
    if (room->state().phase() == Phase::over) return ask(who, {{"type", "rematch"}});
    play(who);
  }
  void play(int who) {
    int const seat = seat_of(room->state().seats(), guest(who));
    if (seat >= 0 && room->state().to_act().has(static_cast<games::Seat>(seat))) {
      auto const move = room->state().match()->choose(static_cast<games::Seat>(seat), "random", 1, {}, chance(), {});
      if (move) ask(who, {{"type", "move"}, {"ply", room->state().ply()}, {"move", *move}});
    }
    host.pass(*room, 400);
  }
};

}  // namespace engawa::server
