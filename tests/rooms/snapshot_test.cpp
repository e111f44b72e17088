// A room that is read from a snapshot is the room that its whole journal gives: in every game, over rounds, chat, drops and rematches.
#include <chrono>
#include <cstdio>
#include <random>

#include "games/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::snapshot_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr int kPeople = 2;

// A room that people play, leave, chat in and begin again, as chance will have it.
struct Story {
  std::mt19937_64 chance;
  RoomSetup setup;
  FakeHost host;
  std::unique_ptr<Room> room;
  std::vector<std::unique_ptr<FakePeer>> peers;
  int id = 1;

  Story(std::string const& game, std::string const& preset, std::uint64_t seed) : chance(seed) {
    setup = open_setup(preset, game);
    setup.seed = seed;
    if (seed % 2 == 0) setup.clock = {seed % 4 == 0 ? ClockKind::move : ClockKind::fischer, 60000, 1000};
    for (std::size_t i = kPeople; i < setup.chairs.size(); ++i)
      setup.chairs[i] = {RoomSetup::Chair::Kind::bot, "random", 1};
    room = open_room(setup, host);
    for (int i = 0; i < kPeople; ++i) peers.push_back(std::make_unique<FakePeer>());
    for (int i = 0; i < kPeople; ++i) enter(i);
  }

  std::string guest(int i) const { return "g_" + std::to_string(i); }
  bool here(int i) const { return peers[static_cast<std::size_t>(i)]->closed == 0; }
  void enter(int i) {
    auto& peer = peers[static_cast<std::size_t>(i)];
    peer = std::make_unique<FakePeer>();
    join(*room, *peer, guest(i));
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

void check_same(Story const& story, std::uint64_t seq, std::string const& snapshot) {
  FakeHost one, other;
  auto const& journal = story.host.stored;
  auto const whole = Room::load(story.setup, journal, one, {});
  auto const part =
      Room::load(story.setup, {journal.begin() + static_cast<std::ptrdiff_t>(seq), journal.end()}, other, {}, snapshot);
  REQUIRE(whole.has_value());
  REQUIRE(part.has_value());
  CHECK((*part)->state().seq() == (*whole)->state().seq());
  CHECK((*part)->state().document() == (*whole)->state().document());
  CHECK((*part)->snapshot() == (*whole)->snapshot());  // the answers too
  auto const* match = (*whole)->state().match();
  if (match) CHECK((*part)->state().match()->hash() == match->hash());
  // And it goes on in the same way.
  for (auto* room : {whole->get(), part->get()}) room->restarted();
  CHECK((*part)->state().document() == (*whole)->state().document());
  CHECK(one.alarm_at == other.alarm_at);
}

}  // namespace

TEST_CASE("a room from a snapshot is the room from its whole journal", "[snapshot]") {
  for (auto const& game : games::catalog()) {
    std::size_t checked = 0, rounds = 0;
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 1u : 4u); ++seed) {
      INFO(game.info().id << " seed " << seed);
      Story story(std::string(game.info().id), std::string(game.info().presets.back().id), seed);
      for (int i = 0; i < (kSanitized ? 250 : 400); ++i) story.turn();
      story.host.settle(*story.room);
      for (auto const& [seq, snapshot] : story.host.snapshots) check_same(story, seq, snapshot);
      checked += story.host.snapshots.size();
      rounds += static_cast<std::size_t>(story.room->state().round());
      CHECK(story.host.errors.empty());
    }
    CHECK(checked >= (kSanitized ? 1u : 4u));
    CHECK(checked <= rounds + 8);
  }
}

TEST_CASE("before the first game there is a snapshot every 256 inputs", "[snapshot]") {
  Story story("reversi", "classic", 3);
  for (int i = 0; i < 600; ++i) {
    story.host.pass(*story.room, 3000);
    story.ask(0, {{"type", "say"}, {"text", "hello"}});
  }
  story.host.settle(*story.room);
  REQUIRE(story.host.snapshots.size() == 2);
  for (auto const& [seq, snapshot] : story.host.snapshots) {
    CHECK(seq % 256 == 0);
    check_same(story, seq, snapshot);
  }
}

TEST_CASE("what is no snapshot is refused", "[snapshot]") {
  Story story("nim", "753", 1);
  story.ask(0, {{"type", "start"}});
  story.host.settle(*story.room);
  REQUIRE(story.host.snapshots.size() == 1);
  auto const good = Json::parse(story.host.snapshots.front().second);
  FakeHost host;
  auto const loads = [&](Json const& json) { return Room::load(story.setup, {}, host, {}, json.dump()).has_value(); };
  CHECK(loads(good));
  for (auto const& [key, value] : good["state"].items()) {
    if (key == "clock_running" || key == "running_since") continue;
    INFO(key);
    auto bad = good;
    bad["state"].erase(key);
    CHECK_FALSE(loads(bad));
    bad["state"][key] = Json::object({{"x", "y"}});
    CHECK_FALSE(loads(bad));
  }
  auto other = good;
  other["state"]["form"] = 99;
  CHECK_FALSE(loads(other));
  other = good;
  other["state"]["seats"].erase(0);
  CHECK_FALSE(loads(other));
  CHECK_FALSE(Room::load(story.setup, {}, host, {}, "rubbish").has_value());
}

// rooms_tests "[.reload]": what a thousand inputs cost to read again.
TEST_CASE("the time of a reload", "[.reload]") {
  for (auto const& game : games::catalog()) {
    Story story(std::string(game.info().id), std::string(game.info().presets.front().id), 5);
    for (int i = 0; i < 3000; ++i) story.turn();
    story.host.settle(*story.room);
    auto const& journal = story.host.stored;
    FakeHost host;
    auto const time = [&](std::vector<std::string> const& inputs, std::string_view snapshot) {
      auto const began = std::chrono::steady_clock::now();
      REQUIRE(Room::load(story.setup, inputs, host, {}, snapshot).has_value());
      return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    };
    auto const whole = time(journal, {});
    auto const& [seq, snapshot] = story.host.snapshots.back();
    auto const part = time({journal.begin() + static_cast<std::ptrdiff_t>(seq), journal.end()}, snapshot);
    std::printf(
        "%-8s %6zu inputs, %3d rounds: whole %.2f ms, %.3f ms per 1000 inputs; from the last snapshot %.2f ms\n",
        story.setup.game.c_str(), journal.size(), story.room->state().round(), whole,
        1000 * whole / static_cast<double>(journal.size()), part);
  }
}

}  // namespace engawa::tests::snapshot_test
