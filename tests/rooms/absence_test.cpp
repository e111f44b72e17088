// Rounds that begin while a player is disconnected: nobody wins by starting one alone.
#include "server/state/input.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/timed_game.hpp"

namespace engawa::tests::absence_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kGrace = 10'000;

RoomSetup forfeiting(bool fair = true) {
  auto setup = timed({}, false);
  setup.grace_ms = kGrace;
  setup.absent_forfeits = true;
  setup.fair_start = fair;
  return setup;
}

struct Pair : TimedGame {
  RoomSetup setup;
  explicit Pair(RoomSetup const& how) : TimedGame(how), setup(how) {}

  std::string ask(FakePeer& peer, Json frame) {
    int const id = next_id++;
    frame["id"] = id;
    request(*room, peer, frame);
    host.settle(*room);
    return peer.answer(id).value("code", "");
  }
  std::string vote(FakePeer& peer) { return ask(peer, {{"type", "rematch"}}); }
  void end() { REQUIRE(ask(second, {{"type", "resign"}}) == ""); }
  void leave(FakePeer& peer) {
    room->leave(peer);
    host.settle(*room);
  }
  void come(FakePeer& peer, char const* guest) {
    join(*room, peer, guest);
    host.settle(*room);
  }
  Json const& seat(char const* name) const { return second.document["seats"][name]; }
  int round() const { return room->state().round(); }
  bool playing() const { return room->state().phase() == Phase::playing; }
  // The stored inputs result in the same room.
  void check_journal() const {
    FakeEnvironment other;
    auto const again = open_room(setup, other, host.stored);
    CHECK(again->state().document() == room->state().document());
    CHECK(other.errors.empty());
  }
};

}  // namespace

TEST_CASE("where absence loses, a rematch waits for who may return, and then begins without them", "[absence]") {
  Pair game(forfeiting());
  game.end();
  game.leave(game.first);
  CHECK(game.vote(game.second) == "");
  CHECK_FALSE(game.playing());
  CHECK(game.second.document["rematch"] == Json{{"s1", true}});
  game.host.pass(*game.room, kGrace - 1);
  CHECK_FALSE(game.playing());
  game.host.pass(*game.room, 1);
  game.host.settle(*game.room);
  CHECK(game.round() == 2);
  CHECK(game.seat("s0")["kind"] == "bot");
  CHECK(game.playing());  // against a bot: nobody has lost by absence
  game.host.pass(*game.room, 10 * kGrace);
  CHECK(game.playing());
  game.check_journal();
}

TEST_CASE("who returns in time plays the rematch", "[absence]") {
  bool const had_voted = GENERATE(false, true);
  Pair game(forfeiting());
  game.end();
  if (had_voted) CHECK(game.vote(game.first) == "");
  game.leave(game.first);
  game.host.pass(*game.room, kGrace - 1);
  CHECK(game.vote(game.second) == "");
  CHECK_FALSE(game.playing());
  FakePeer back;
  game.come(back, "g_first");
  if (!had_voted) CHECK(game.vote(back) == "");
  CHECK(game.round() == 2);
  CHECK(game.playing());
  CHECK(game.seat("s0")["guest"] == "g_first");
  game.check_journal();
}

TEST_CASE("whoever resigned keeps their seat while they are away for a moment", "[absence]") {
  Pair game(forfeiting());
  REQUIRE(game.ask(game.first, {{"type", "resign"}}) == "");
  game.leave(game.first);
  CHECK(game.vote(game.second) == "");
  CHECK_FALSE(game.playing());
  FakePeer back;
  game.come(back, "g_first");
  CHECK(game.vote(back) == "");
  CHECK(game.round() == 2);
  CHECK(game.seat("s0")["guest"] == "g_first");
  game.leave(back);
  game.host.pass(*game.room, kGrace);  // during a round, absence still loses
  CHECK(game.second.document["result"]["reason"] == "absent");
  game.check_journal();
}

TEST_CASE("after a win by absence the next round is against a bot", "[absence]") {
  Pair game(forfeiting());
  game.leave(game.first);
  game.host.pass(*game.room, kGrace);
  REQUIRE(game.second.document["result"]["reason"] == "absent");
  for (int round = 2; round < 5; ++round) {
    CHECK(game.vote(game.second) == "");
    CHECK(game.round() == round);
    CHECK(game.seat("s0")["kind"] == "bot");
    game.host.pass(*game.room, 10 * kGrace);
    REQUIRE(game.playing());
    CHECK(game.ask(game.second, {{"type", "resign"}}) == "");
    CHECK(game.second.document["result"]["reason"] == "resign");
  }
  game.check_journal();
}

TEST_CASE("where absence loses, no first round begins while somebody is away or expected", "[absence]") {
  FakeEnvironment host;
  auto setup = forfeiting();
  setup.hold_ms = kGrace;
  auto const room = open_room(setup, host);
  FakePeer first, second;
  int id = 1;
  auto const start = [&] {
    request(*room, first, {{"type", "start"}, {"id", id}});
    host.settle(*room);
    return first.answer(id++).value("code", "");
  };
  join(*room, first, "g_first");
  request(*room, first, {{"type", "sit"}, {"id", "sit"}, {"seat", 0}});
  join(*room, second, "g_second");
  request(*room, second, {{"type", "sit"}, {"id", "sit"}, {"seat", 1}});
  room->leave(second);
  CHECK(start() == "player_away");
  host.pass(*room, kGrace);  // the seat opens
  REQUIRE(room->hold_seat({"g_third", "Third"}).has_value());
  CHECK(start() == "player_away");
  host.pass(*room, kGrace);
  CHECK(start() == "");
  CHECK(first.document["seats"]["s1"]["kind"] == "bot");
}

TEST_CASE("where time loses, a bot plays from the start for who is away, until they return", "[absence]") {
  auto setup = timed({ClockKind::fischer, 10'000, 0});
  setup.grace_ms = 3'600'000;
  setup.fair_start = true;
  Pair game(setup);
  game.end();
  game.leave(game.first);
  CHECK(game.vote(game.second) == "");
  CHECK(game.round() == 2);
  CHECK(game.seat("s0")["stand_in"] == true);
  CHECK(game.second.document["ply"] == 1);  // the bot has moved
  FakePeer back;
  game.come(back, "g_first");
  CHECK_FALSE(game.seat("s0").contains("stand_in"));
  game.check_journal();
}

TEST_CASE("a room of an older server goes on by its old rule", "[absence]") {
  Pair game(forfeiting(false));
  game.end();
  game.leave(game.first);
  CHECK(game.vote(game.second) == "");
  CHECK(game.round() == 2);
  game.check_journal();
  auto const stored = read_setup(write_setup(game.setup));
  REQUIRE(stored.has_value());
  CHECK_FALSE(stored->fair_start);
  CHECK(read_setup(write_setup(forfeiting()))->fair_start);
}

}  // namespace engawa::tests::absence_test
