// The pace of bots in turn-based games: as people play, bounded, the same from the same seed, and not counted as
// anyone's thinking time.
#include <algorithm>
#include <set>

#include "games/catalog.hpp"
#include "server/room/bot_pace.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::pace_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr auto kProgram = R"({"author":"Hana","name":"Greedy"})";

RoomSetup natural(std::string const& preset = "five", std::string const& game = "reversi") {
  auto setup = open_setup(preset, game);
  setup.bot_delay_ms = kNaturalPace;
  return setup;
}

// One person among bots, who moves as soon as it is their turn.
struct Table {
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer player;
  int next_id = 1;

  explicit Table(RoomSetup setup, std::string const& program = {}) : room(open_room(std::move(setup), host)) {
    join(*room, player, "g_p", {}, {}, program);
    ask({{"type", "sit"}, {"seat", 0}});
    ask({{"type", "start"}});
  }
  void ask(Json frame) {
    frame["id"] = next_id++;
    request(*room, player, frame);
    host.settle(*room);
  }
  bool playing() const { return player.document["phase"] == "playing"; }
  bool my_turn() const { return player.document["to_act"] == "s0"; }
  void move() {
    auto const legal = player.document["legal"].get<std::string>();
    ask({{"type", "move"}, {"ply", player.document["ply"]}, {"move", {{"cell", legal.substr(0, legal.find(' '))}}}});
  }
  void play_to_the_end() {
    while (playing()) my_turn() ? move() : host.pass(*room, host.alarm_at - host.time);
    CHECK(host.errors.empty());
  }

  struct Move {
    bool of_bot = false;
    std::int64_t pause = 0;  // since the move before it, or the start
  };
  std::vector<Move> moves() const {
    std::vector<Move> list;
    std::int64_t before = 0;
    for (auto const& line : host.stored) {
      auto const input = Json::parse(line);
      bool const of_bot = input["in"] == "bot_move";
      if (of_bot || input["in"] == "move") list.push_back({of_bot, input["at"].get<std::int64_t>() - before});
      if (of_bot || input["in"] == "move" || input["in"] == "start") before = input["at"];
    }
    return list;
  }
};

}  // namespace

TEST_CASE("bots wait about as long as people do, and those whom nobody watches at most three seconds in all",
          "[pace]") {
  Table table(natural(), kProgram);
  table.play_to_the_end();
  std::int64_t paused = 0;
  std::vector<std::int64_t> pauses;
  for (auto const& move : table.moves()) {
    if (!move.of_bot) {
      CHECK(move.pause == 0);
      paused = 0;
      continue;
    }
    auto const most = (3000 - paused) / 2;
    CHECK(move.pause >= std::min<std::int64_t>(300, most));
    CHECK(move.pause <= std::min<std::int64_t>(1200, most));
    paused += move.pause;
    CHECK(paused <= 3000);
    pauses.push_back(move.pause);
  }
  REQUIRE(pauses.size() > 20);
  CHECK(std::set(pauses.begin(), pauses.end()).size() > 10);
}

TEST_CASE("the pauses follow from the room's seed", "[pace]") {
  auto const pauses = [](std::uint64_t seed) {
    auto setup = natural();
    setup.seed = seed;
    Table table(std::move(setup), kProgram);
    table.play_to_the_end();
    std::vector<std::int64_t> list;
    for (auto const& move : table.moves()) list.push_back(move.pause);
    return list;
  };
  CHECK(pauses(7) == pauses(7));
  CHECK(pauses(7) != pauses(8));
}

TEST_CASE("half of all pauses are shorter than 550 ms, and they stay within their bounds", "[pace]") {
  std::vector<std::int64_t> pauses;
  games::Rng seeds(1);
  for (int i = 0; i < 10001; ++i) pauses.push_back(natural_pause(games::Rng(seeds.next()), false, 0));
  std::sort(pauses.begin(), pauses.end());
  CHECK(pauses.front() == 300);
  CHECK(pauses.back() == 1200);
  CHECK(std::abs(pauses[5000] - 550) < 15);
  CHECK(std::abs(pauses[8413] - 780) < 25);  // one standard deviation: 550 * e^0.35
  CHECK(natural_pause(games::Rng(3), true, 0) == 300);
  CHECK(natural_pause(games::Rng(3), true, 2900) == 50);
  CHECK(natural_pause(games::Rng(3), false, 3001) == 0);
}

TEST_CASE("bots whom a person watches give them time to see each move, and more where people learn", "[pace]") {
  for (auto const& [pace, least] : {std::pair{kNaturalPace, 600}, {kSlowPace, 900}}) {
    auto setup = natural();
    setup.bot_delay_ms = pace;
    Table table(std::move(setup));
    table.play_to_the_end();
    auto const moves = table.moves();
    CHECK(moves.size() > 40);
    for (auto const& move : moves)
      if (move.of_bot) {
        CHECK(move.pause >= least);
        CHECK(move.pause <= 1200);
      }
  }
}

TEST_CASE("a person without a seat sees bots and programs play as slowly, a program does not", "[pace]") {
  for (std::string const program : {"", kProgram}) {
    Table table(natural("classic"), kProgram);
    FakePeer watcher;
    join(*table.room, watcher, "g_w", {}, {}, program);
    table.host.settle(*table.room);
    table.play_to_the_end();
    auto const moves = table.moves();
    auto const shortest = [](auto const& a, auto const& b) { return a.pause < b.pause; };
    std::vector<Table::Move> of_bots;
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(of_bots), [](auto const& move) { return move.of_bot; });
    REQUIRE(of_bots.size() > 20);
    auto const least = std::min_element(of_bots.begin(), of_bots.end(), shortest)->pause;
    CHECK((least >= 600) == program.empty());
  }
}

TEST_CASE("a bot with one move makes it after 300 ms", "[pace]") {
  auto setup = natural("753", "nim");
  setup.options = games::find_game("nim")->normalise(Json{{"rows", {"o", "ooo"}}}).value().dump();
  Table table(std::move(setup), kProgram);
  table.ask({{"type", "move"}, {"ply", 0}, {"move", {{"row", 1}, {"from", 0}, {"count", 3}}}});
  CHECK(table.host.alarm_at == table.host.time + 300);
  table.host.pass(*table.room, 299);
  CHECK(table.playing());
  table.host.pass(*table.room, 1);
  CHECK_FALSE(table.playing());
}

TEST_CASE("when no person plays any more, nobody waits for the bots", "[pace]") {
  Table table(natural());
  table.move();
  auto const resigned_at = table.host.time;
  table.ask({{"type", "resign"}});
  CHECK_FALSE(table.playing());
  CHECK(table.host.time == resigned_at);
}

TEST_CASE("a thought is told when it is due, and cancelled when its player is back", "[pace]") {
  Table table(natural("classic"));
  auto& [host, room, player, next_id] = table;
  FakePeer watcher;
  join(*room, watcher, "g_w");
  room->leave(player);
  host.settle(*room);
  host.time += 30000;
  room->alarm();  // the grace time is over: a stand-in thinks
  REQUIRE(host.thinking.size() == 1);
  auto const job = host.thinking.front();
  auto const [bot, level] = stand_in_of(room->state().parts());
  CHECK(job.bot == bot);
  CHECK(job.level == level);
  CHECK(job.due >= 1'000'000 + 600);
  CHECK(job.due <= 1'000'000 + 1200);
  join(*room, player, "g_p");
  CHECK(job.stop.stop_requested());
  room->thought(job.ticket, std::string(R"({"cell":"d3"})"));
  host.settle(*room);
  CHECK(room->state().ply() == 0);
  table.move();
  CHECK(room->state().ply() == 1);
}

TEST_CASE("where everybody plays at once, a bot's pace is its own", "[pace]") {
  auto setup = natural("duel", "bubbles");
  setup.chairs[1] = {RoomSetup::Chair::Kind::bot, "random", 1};
  Table table(std::move(setup));
  auto const& bots = table.room->state().info().bots;
  auto const random =
      std::find_if(bots.begin(), bots.end(), [](games::BotInfo const& bot) { return bot.id == "random"; });
  auto const& shot = table.player.document["view"]["fields"]["s1"]["shot"];
  table.host.pass(*table.room, random->pace_ms.at(0) - 1);
  CHECK(shot == 0);
  table.host.pass(*table.room, 1);
  CHECK(shot == 1);
}

TEST_CASE("a stored room keeps its pace", "[pace]") {
  auto setup = natural();
  CHECK(read_setup(write_setup(setup)).value().bot_delay_ms == kNaturalPace);
  setup.bot_delay_ms = kSlowPace;
  CHECK(read_setup(write_setup(setup)).value().bot_delay_ms == kSlowPace);
  setup.bot_delay_ms = 800;
  CHECK(read_setup(write_setup(setup)).value().bot_delay_ms == 800);
}

}  // namespace engawa::tests::pace_test
