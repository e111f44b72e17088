// Laws of every game in a room: the room is the fold of its inputs, and never sends its secrets.
#include "games/catalog.hpp"
#include "server/state/document.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::fold_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::uint64_t kCanary = 1311768467463790320u;  // 0x123456789abcdef0

// A room with only bots, and one spectator who never leaves.
struct BotRoom {
  RoomSetup setup;
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer watcher;

  BotRoom(games::GameEntry const& game, std::string const& preset) {
    setup = open_setup(preset, std::string(game.info().id));
    setup.seed = kCanary;
    for (auto& chair : setup.chairs) chair = {RoomSetup::Chair::Kind::bot, "random", 1};
    setup.chairs[0].kind = RoomSetup::Chair::Kind::open;
    room = open_room(setup, host);
    start_game(*room, {{watcher, "g_watch"}});
  }

  // One turn: the person moves as a random bot would, then time passes. False if the game is over.
  bool turn(int id) {
    host.settle(*room);
    if (watcher.document["phase"] != "playing") return false;
    if (room->state().to_act().has(0)) {
      auto const move = room->state().match()->choose(0, "random", 1, {}, static_cast<std::uint64_t>(id), {}).value();
      request(*room, watcher, {{"type", "move"}, {"id", id}, {"ply", room->state().ply()}, {"move", move}});
    }
    host.pass(*room, 300);
    return true;
  }
};

template <class Check>
void in_every_game(Check const& check) {
  for (auto const& game : games::catalog())
    for (auto const& preset : game.info().presets) {
      INFO(game.info().id << ' ' << preset.id);
      BotRoom bots(game, std::string(preset.id));
      check(bots);
    }
}

}  // namespace

TEST_CASE("a room is the same when it is rebuilt after every input", "[fold]") {
  in_every_game([](BotRoom& bots) {
    std::size_t rebuilt = 0;
    for (int id = 10; id < (kSanitized ? 25 : 60) && bots.turn(id); ++id) {
      if (bots.host.stored.size() == rebuilt || (kSanitized && id % 3 != 0)) continue;
      rebuilt = bots.host.stored.size();
      FakeEnvironment other;
      other.stored = bots.host.stored;
      auto const again = open_room(bots.setup, other, bots.host.stored);
      CHECK(again->state().document() == bots.room->state().document());
      CHECK(again->state().match()->hash() == bots.room->state().match()->hash());
      CHECK(next_game_event(again->state().parts()).has_value() ==
            next_game_event(bots.room->state().parts()).has_value());
    }
    CHECK(rebuilt > 5);
    CHECK(bots.host.errors.empty());
  });
}

TEST_CASE("a viewer's copy is the room's document, and no frame holds the seed", "[fold]") {
  in_every_game([](BotRoom& bots) {
    for (int id = 10; id < (kSanitized ? 60 : 200) && bots.turn(id); ++id) {
    }
    bots.host.settle(*bots.room);
    CHECK(bots.watcher.fault.empty());
    CHECK(bots.watcher.document == Json::parse(bots.room->state().document()));
    for (auto const& frame : bots.watcher.frames) {
      auto const text = frame.dump();
      CHECK(text.find("1311768467463790320") == std::string::npos);
      CHECK(text.find("123456789abcdef0") == std::string::npos);
      CHECK(text.find("seed\":") == std::string::npos);
    }
    CHECK(room_summary(bots.room->state().parts()).find("1311768467463790320") == std::string::npos);
  });
}

}  // namespace engawa::tests::fold_test
