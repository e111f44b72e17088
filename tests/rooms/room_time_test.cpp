// The time of a room: it continues at the last input, whatever the clock of the next server shows; and time in which
// nobody could return does not count as absence.
#include <random>

#include "games/record/replay.hpp"
#include "server/records/round_record.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::room_time_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr std::int64_t kYear = 365LL * 24 * 3600 * 1000, kGrace = 30000;

// A room for two over several runs of its server.
struct Lives {
  FakeEnvironment host;
  RoomSetup setup;
  std::unique_ptr<Room> room;
  FakePeer first, second;
  int asked = 0;

  explicit Lives(RoomSetup given = open_setup("753", "nim")) : setup(std::move(given)) {
    host.time = 3 * kYear;
    setup.created_at = host.time;
    room = open_room(setup, host);
    room->made();
  }

  Json ask(FakePeer& peer, Json frame) {
    frame["id"] = 100 + ++asked;
    request(*room, peer, frame);
    host.settle(*room);
    return peer.answer(frame["id"]);
  }
  void sit() {
    join(*room, first, "g_first");
    join(*room, second, "g_second");
    host.settle(*room);
    REQUIRE(ask(first, {{"type", "sit"}, {"seat", 0}})["type"] == "ok");
    REQUIRE(ask(second, {{"type", "sit"}, {"seat", 1}})["type"] == "ok");
  }
  void start() {
    sit();
    REQUIRE(ask(first, {{"type", "start"}})["type"] == "ok");
  }
  void come(FakePeer& peer, std::string const& guest) {
    peer = {};
    join(*room, peer, guest);
    host.settle(*room);
  }
  void go(FakePeer& peer) {
    room->leave(peer);
    host.settle(*room);
  }
  // Ended by SIGTERM, or by kill -9; the clock of the next run shows `later` ms more.
  enum class End { stopped, killed };
  void restart(End end, std::int64_t later) {
    if (end == End::stopped)
      for (auto* peer : {&first, &second}) go(*peer);
    host.time += later;
    host.alarm_at = 0;
    host.thinking.clear();
    host.waiting.clear();
    room = open_room(setup, host, host.stored);
    room->restarted();
    host.settle(*room);
  }
  // As a shard puts it to sleep.
  void doze() {
    REQUIRE(room->dozing());
    auto const lasting = room->lasting();
    room = open_room(setup, host, host.stored);
    room->woken(lasting);
  }
  SeatStatus status(std::size_t seat) const { return status_of(room->state().seats()[seat]); }
  void check_times() const {
    std::int64_t last = 0;
    for (auto const& line : host.stored) {
      auto const at = read_input(line).value().at;
      INFO(line);
      REQUIRE(at >= last);
      last = at;
    }
  }
};

using End = Lives::End;

// The verdict of a reader of the record: the line whose time goes back. Refused: it is not valid.
std::size_t set_back(std::string const& record) {
  auto replay = record::Replay::open(record);
  REQUIRE(replay.has_value());
  record::Replay::Step step;
  for (;;) {
    auto const more = replay->next(step);
    INFO((more ? std::string() : more.error().detail));
    REQUIRE(more.has_value());
    if (!*more) return replay->set_back();
  }
}

}  // namespace

TEST_CASE("nobody loses a seat, a game or the host's role by a restart, however it came and however long it was",
          "[room_time]") {
  auto const end = GENERATE(End::stopped, End::killed);
  auto const away = GENERATE(as<std::int64_t>{}, 1, 40'000, kYear, -5'000, -2 * kYear, 2 * kYear);
  bool const playing = GENERATE(true, false);
  bool const forfeits = GENERATE(true, false);
  auto setup = open_setup("753", "nim");
  setup.absent_forfeits = forfeits;
  Lives game(setup);
  playing ? game.start() : game.sit();
  game.restart(end, away);
  // Nobody connects for a long time.
  game.host.pass(*game.room, 5 * kGrace);
  CHECK(game.status(0) == SeatStatus::away);
  CHECK(game.status(1) == SeatStatus::away);
  game.come(game.second, "g_second");
  game.host.pass(*game.room, kGrace - 1);
  CHECK(game.status(0) == SeatStatus::away);
  CHECK(game.room->state().host() == "g_first");
  CHECK((game.room->state().phase() == Phase::playing) == playing);
  SECTION("who comes in time has all as it was") {
    game.come(game.first, "g_first");
    game.host.pass(*game.room, 5 * kGrace);
    CHECK(game.status(0) == SeatStatus::here);
    CHECK(game.room->state().host() == "g_first");
  }
  SECTION("and who does not come has been away for as long as others may be") {
    game.host.pass(*game.room, 2);
    CHECK(game.room->state().host() == "g_second");
    CHECK(game.status(0) == (!playing    ? SeatStatus::open
                             : !forfeits ? SeatStatus::stand_in
                                         : SeatStatus::resigned_away));
    CHECK((game.room->state().phase() == Phase::over) == (playing && forfeits));
  }
  game.check_times();
}

TEST_CASE("a hold begins again, too, and lasts no longer because of a clock", "[room_time]") {
  auto const away = GENERATE(as<std::int64_t>{}, 1, 40'000, -3'600'000, 2 * kYear, -2 * kYear);
  auto setup = open_setup("753", "nim");
  setup.maker = "g_first";
  setup.chairs[0].kind = RoomSetup::Chair::Kind::maker;
  Lives game(setup);
  game.restart(End::killed, away);
  game.host.pass(*game.room, 200'000);
  game.come(game.second, "g_second");
  CHECK(game.status(0) == SeatStatus::held);
  game.host.pass(*game.room, setup.hold_ms - 1);
  CHECK(game.status(0) == SeatStatus::held);
  game.host.pass(*game.room, 1);
  CHECK(game.status(0) == SeatStatus::open);
  game.check_times();
}

TEST_CASE("the hold of a new room does not wait for anybody", "[room_time]") {
  auto setup = open_setup("753", "nim");
  setup.maker = "g_first";
  setup.chairs[0].kind = RoomSetup::Chair::Kind::maker;
  Lives game(setup);
  game.host.pass(*game.room, setup.hold_ms);
  CHECK(game.status(0) == SeatStatus::open);
}

TEST_CASE("of two who do not return the one who left first is settled first", "[room_time]") {
  auto setup = open_setup("753", "nim");
  setup.absent_forfeits = true;
  Lives game(setup);
  game.start();
  FakePeer watcher;
  join(*game.room, watcher, "g_watcher");
  game.go(game.second);
  SECTION("the alarm is late") {
    game.host.time += 5000;
    game.go(game.first);
    game.host.time += 10 * kGrace;
    game.room->alarm();
    game.host.settle(*game.room);
  }
  SECTION("after a restart") {
    auto const end = GENERATE(End::stopped, End::killed);
    game.host.pass(*game.room, 5000);
    if (end == End::stopped) game.go(watcher);
    game.restart(end, GENERATE(as<std::int64_t>{}, 1, 40'000, -2 * kYear));
    game.restart(End::killed, GENERATE(as<std::int64_t>{}, 1, 40'000));
    game.come(watcher, "g_watcher");
    game.host.pass(*game.room, 2 * kGrace);
  }
  REQUIRE(game.room->state().phase() == Phase::over);
  CHECK(game.room->state().parts().round.resigned == std::vector<games::Seat>{1});
}

TEST_CASE("time in which the store was away is nobody's absence", "[room_time]") {
  bool const playing = GENERATE(true, false);
  Lives game;
  playing ? game.start() : game.sit();
  game.go(game.first);
  game.host.pass(*game.room, kGrace - 10);
  SECTION("somebody is in the room") {
    game.room->was_unreachable();
    game.host.settle(*game.room);
  }
  SECTION("nobody is") {
    game.go(game.second);
    bool const asleep = GENERATE(true, false);
    if (asleep) {
      game.doze();
      auto lasting = game.room->lasting();
      lasting.unreachable = true;  // as Sleepers does
      game.room = open_room(game.setup, game.host, game.host.stored);
      game.room->woken(lasting);
    } else {
      game.room->was_unreachable();
    }
    game.host.pass(*game.room, 5 * kGrace);
    CHECK(game.status(1) == SeatStatus::away);
    game.come(game.second, "g_second");
  }
  game.host.pass(*game.room, kGrace - 1);
  CHECK(game.status(0) == SeatStatus::away);
  CHECK(game.room->state().host() == "g_first");
  game.host.pass(*game.room, 2);
  CHECK(game.status(0) == (playing ? SeatStatus::stand_in : SeatStatus::open));
  CHECK(game.room->state().host() == "g_second");
  CHECK(game.second.fault.empty());
}

TEST_CASE("game time goes on while the store comes back", "[room_time]") {
  Lives game(open_setup("duel", "bubbles"));
  game.start();
  game.go(game.second);
  game.host.pass(*game.room, 3000);
  game.room->was_unreachable();
  game.host.settle(*game.room);
  game.host.pass(*game.room, 1000);
  CHECK(game.room->state().game_time(game.host.time) == 4000);
}

TEST_CASE("who left a room of a running server is away while it sleeps, though its time is not the clock's",
          "[room_time]") {
  Lives game;
  game.sit();
  game.restart(End::stopped, -2 * kYear);
  game.come(game.first, "g_first");
  game.come(game.second, "g_second");
  game.go(game.first);
  game.go(game.second);
  game.doze();
  game.host.pass(*game.room, kGrace - 1);
  CHECK(game.status(0) == SeatStatus::away);
  game.doze();
  game.host.pass(*game.room, 1);
  CHECK(game.status(0) == SeatStatus::open);
  CHECK(game.status(1) == SeatStatus::open);
  game.check_times();
}

TEST_CASE("clocks, bots and what is told of the time go by the room's", "[room_time]") {
  auto setup = open_setup("753", "nim");
  setup.clock = {ClockKind::move, 60'000};
  setup.timeout_forfeits = true;
  Lives game(setup);
  game.start();
  auto const before = game.host.time;
  game.restart(End::stopped, -2 * kYear);
  game.host.time += 1000;
  game.come(game.first, "g_first");
  auto const at = game.first.document["clock"]["at"].get<std::int64_t>();
  CHECK(at >= before);
  game.host.time += 500;
  CHECK(game.ask(game.first, {{"type", "ping"}, {"client_ms", 1}})["server_ms"] == at + 500);
  game.host.pass(*game.room, 60'000 - 501);
  CHECK(game.room->state().phase() == Phase::playing);
  game.host.pass(*game.room, 1);
  CHECK(game.room->state().phase() == Phase::over);
  CHECK(game.first.document["result"]["reason"] == "time");
  CHECK(set_back(write_record(game.setup, game.host.stored, 1).value().text) == 0);
}

TEST_CASE("whatever the clocks of its servers say, the time of a room goes forth and its records are true",
          "[room_time]") {
  auto const seed = GENERATE(range(1, 40));
  INFO("seed " << seed);
  std::mt19937 random(static_cast<unsigned>(seed));
  auto const one_of = [&](auto... choices) {
    std::int64_t const list[] = {choices...};
    return list[random() % std::size(list)];
  };
  auto setup = open_setup("753", "nim");
  setup.absent_forfeits = true;
  Lives game(setup);
  game.start();
  game.host.time += 2 * kYear;  // the clocks of later runs are before or after it
  for (int life = 0; life < 12; ++life) {
    auto const to_act = game.room->state().to_act();
    if (game.room->state().phase() == Phase::playing && !to_act.empty()) {
      auto const legal = Json::parse(game.room->state().document())["legal"].get<std::string>();
      auto const colon = legal.find(':');
      auto& peer = to_act.first() == 0 ? game.first : game.second;
      Json const move{
          {"row", std::stoi(legal.substr(0, colon))}, {"from", std::stoi(legal.substr(colon + 1))}, {"count", 1}};
      CHECK(game.ask(peer, {{"type", "move"}, {"ply", game.room->state().ply()}, {"move", move}})["type"] == "ok");
    }
    game.host.pass(*game.room, one_of(0, 10, 4000));
    auto const target = one_of(1, 3, 5) * kYear + one_of(0, -5000, 5000, 3'600'000);
    game.restart(random() % 2 == 0 ? End::stopped : End::killed, target - game.host.time);
    game.host.pass(*game.room, one_of(0, 100, 5 * kGrace));
    bool const late = random() % 2 == 0;
    game.come(late ? game.second : game.first, late ? "g_second" : "g_first");
    game.host.pass(*game.room, one_of(0, 1000, kGrace - 1));
    game.come(late ? game.first : game.second, late ? "g_first" : "g_second");
    CHECK(game.status(0) == SeatStatus::here);
    CHECK(game.status(1) == SeatStatus::here);
    CHECK(game.room->state().host() == "g_first");
  }
  CHECK(game.room->state().parts().round.resigned.empty());
  if (game.room->state().phase() == Phase::playing) (void)game.ask(game.first, {{"type", "resign"}});
  game.check_times();
  CHECK(set_back(write_record(game.setup, game.host.stored, 1).value().text) == 0);
}

TEST_CASE("a record whose time goes back, as older servers wrote it, is true and says where", "[room_time]") {
  Lives game;
  game.start();
  REQUIRE(game.ask(game.first,
                   {{"type", "move"}, {"ply", 0}, {"move", {{"row", 0}, {"from", 0}, {"count", 1}}}})["type"] == "ok");
  auto const before = game.host.stored.size();
  (void)game.ask(game.second, {{"type", "resign"}});
  auto journal = game.host.stored;
  for (auto i = before; i < journal.size(); ++i) {
    auto input = read_input(journal[i]).value();
    input.at -= 5000;
    journal[i] = write_input(input);
  }
  auto const record = write_record(game.setup, journal, 1).value();
  REQUIRE(record.finished);
  CHECK(set_back(record.text) == 3);
}

}  // namespace engawa::tests::room_time_test
