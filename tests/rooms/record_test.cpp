// Records of rounds: a replay gives the same result, whatever happened in the room; a changed byte is found; nothing is
// revealed too early.
#include "games/catalog.hpp"
#include "games/record/chain.hpp"
#include "games/record/commitment.hpp"
#include "games/record/replay.hpp"
#include "server/records/round_record.hpp"
#include "server/state/derived_secrets.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::record_test {
using namespace engawa;
using namespace engawa::server;

namespace {

games::Seed secret_seed() {
  games::Seed::Key key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::uint8_t>(7 * i + 1);
  return games::Seed(key);
}

// A room with one person, possibly against bots; played until the round is over.
struct Table {
  RoomSetup setup;
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer person;
  int id = 10;

  Table(games::GameEntry const& game, std::string const& preset, games::Seed const& seed = secret_seed()) {
    setup = open_setup(preset, std::string(game.info().id));
    setup.seed = seed;
    for (auto& chair : setup.chairs) chair = {RoomSetup::Chair::Kind::bot, "random", 1};
    setup.chairs[0].kind = RoomSetup::Chair::Kind::open;
    room = open_room(setup, host);
    join(*room, person, "g_person");
    ask({{"type", "sit"}, {"seat", 0}});
    ask({{"type", "start"}});
    host.settle(*room);
  }

  void ask(Json frame) {
    frame["id"] = ++id;
    request(*room, person, frame);
  }
  void move() {
    auto const move = room->state().match()->choose(0, "random", 1, {}, static_cast<std::uint64_t>(id), {}).value();
    ask({{"type", "move"}, {"ply", room->state().ply()}, {"move", move}});
  }
  bool playing() const { return room->state().phase() == Phase::playing; }
  void play(int turns) {
    while (turns-- > 0 && playing()) {
      if (room->state().to_act().has(0)) move();
      host.pass(*room, 300);
      host.settle(*room);
    }
  }
  // The person leaves for good; a stand-in takes over, and a spectator keeps the room awake.
  void finish() {
    if (playing()) ask({{"type", "resign"}});
    for (int i = 0; i < 5000 && playing(); ++i) {
      host.pass(*room, 1000);
      host.settle(*room);
    }
    host.settle(*room);
    REQUIRE(!playing());
  }
  RoundRecord record(int round = 1) const { return write_record(setup, host.stored, round).value(); }
};

std::optional<record::Fault> fault_of(std::string_view text) {
  auto replay = record::Replay::open(text);
  if (!replay) return replay.error();
  record::Replay::Step step;
  for (;;) {
    auto const more = replay->next(step);
    if (!more) return more.error();
    if (!*more) return std::nullopt;
  }
}

template <class Check>
void in_every_game(Check const& check) {
  for (auto const& game : games::catalog())
    for (auto const& preset : game.info().presets) {
      INFO(game.info().id << ' ' << preset.id);
      Table table(game, std::string(preset.id));
      check(table);
    }
}

std::size_t lines_in(std::string const& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("the record of a round is played again to the same end, in every game", "[record]") {
  in_every_game([](Table& table) {
    table.play(40);
    auto const before = table.record();
    table.finish();
    auto const record = table.record();
    REQUIRE(record.finished);
    auto const fault = fault_of(record.text);
    INFO((fault ? std::to_string(fault->line) + ": " + fault->detail : std::string()));
    CHECK(!fault);
    // The record so far is a beginning of the whole one, without the seed.
    if (!before.finished) {
      CHECK(record.text.compare(0, before.text.size(), before.text) == 0);
      auto const early = fault_of(before.text);
      REQUIRE(early.has_value());
      CHECK(early->kind == record::Fault::Kind::unfinished);
      auto const seed = record::seed_text(round_seed(table.setup.seed, 1));
      CHECK(before.text.find(seed) == std::string::npos);
      CHECK(record.text.find(seed) != std::string::npos);
    }
    CHECK(record.text.find(record::seed_text(table.setup.seed)) == std::string::npos);
    auto const document = Json::parse(table.room->state().document());
    CHECK(document["result"]["record"] == table.setup.code + "-1");
    CHECK(record.text.find(document["commitment"].get<std::string>()) != std::string::npos);
  });
}

TEST_CASE("any byte that changes in a record is found, and its line is named", "[record]") {
  Table table(*games::find_game("bubbles"), "puzzle");
  table.play(6);
  table.finish();
  auto const text = table.record().text;
  std::size_t line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    line += i > 0 && text[i - 1] == '\n';
    if (kSanitized && i % 5 != 0) continue;
    auto changed = text;
    changed[i] = static_cast<char>(changed[i] ^ (1 << i % 7));
    auto const fault = fault_of(changed);
    REQUIRE(fault.has_value());
    INFO(i << " in line " << line << ": " << fault->line << ' ' << fault->detail);
    CHECK(fault->line == line);
  }
  auto const cut = text.substr(0, text.size() - 1);
  CHECK(fault_of(cut)->kind == record::Fault::Kind::chain);
  CHECK(fault_of("")->kind == record::Fault::Kind::unfinished);
  CHECK(fault_of(text + "\n")->line == lines_in(text) + 1);
}

namespace {

// The record with other lines and new hashes: only a replay can find the fault.
template <class Change>
std::string rewritten(std::string const& text, Change const& change) {
  std::vector<Json> lines;
  auto link = record::first_link();
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    lines.push_back(Json::parse(*record::body_of(std::string_view(text).substr(begin, end - begin), link)));
  }
  change(lines);
  std::string out;
  link = record::first_link();
  for (auto const& line : lines) record::append_line(out, line.dump(), link);
  return out;
}

template <class Change>
std::string forged(std::string const& text, std::size_t line, Change const& change) {
  return rewritten(text, [&](std::vector<Json>& lines) { change(lines.at(line - 1)); });
}

}  // namespace

TEST_CASE("a record that was written anew with other facts does not pass", "[record]") {
  using Kind = record::Fault::Kind;
  Table table(*games::find_game("bubbles"), "duel");
  table.play(12);
  table.finish();
  auto const text = table.record().text;
  auto const last = lines_in(text);
  auto const expect = [&](std::size_t line, Kind kind, auto const& change) {
    auto const fault = fault_of(forged(text, line, change));
    REQUIRE(fault.has_value());
    INFO(fault->line << ' ' << fault->detail);
    CHECK(fault->line == line);
    CHECK(fault->kind == kind);
  };
  CHECK(!fault_of(forged(text, 1, [](Json&) {})));
  expect(1, Kind::commitment, [](Json& json) { json["commitment"] = std::string(64, 'a'); });
  expect(1, Kind::commitment, [](Json& json) { json.erase("commitment"); });
  expect(1, Kind::commitment, [](Json& json) { json["record"] = "K7WMA2QX-2"; });
  expect(1, Kind::game, [](Json& json) { json["rules"] = 99; });
  expect(1, Kind::game, [](Json& json) { json["game"] = "chess"; });
  expect(1, Kind::shape, [](Json& json) { json["options"]["extra"] = 1; });
  expect(1, Kind::shape, [](Json& json) { json["seats"].erase("s1"); });
  expect(2, Kind::shape, [](Json& json) { json["in"] = "dance"; });
  expect(2, Kind::shape, [](Json& json) { json["seat"] = "s7"; });
  expect(2, Kind::state, [](Json& json) { json["state"] = "0123456789abcdef"; });
  CHECK(!fault_of(forged(text, 2, [](Json& json) { json["at"] = 1; })));  // Replay::set_back() names it
  expect(6, Kind::input, [](Json& json) { json["t"] = 0; });
  expect(last, Kind::result, [](Json& json) { json["result"]["ranking"][0]["score"] = 999; });
  expect(last, Kind::result, [](Json& json) { json["result"]["winner"] = "s9"; });
  // A seed other than the committed one: the fault is in the commitment, in the first line.
  auto const other = fault_of(forged(text, last, [](Json& json) { json["seed"] = std::string(64, '0'); }));
  CHECK((other->line == 1 && other->kind == Kind::commitment));
}

namespace {

// The kind of the fault that the changed record has in this line; nullopt: none, or one in another line.
template <class Change>
std::optional<record::Fault::Kind> fault_in(std::size_t line, std::string const& text, Change const& change) {
  auto const fault = fault_of(rewritten(text, change));
  INFO((fault ? std::to_string(fault->line) + ": " + fault->detail : std::string("no fault")));
  CHECK(fault.has_value());
  if (!fault || fault->line != line) return std::nullopt;
  return fault->kind;
}

}  // namespace

TEST_CASE("a round is over only where a room ends it", "[record]") {
  using Kind = record::Fault::Kind;
  using Lines = std::vector<Json>;
  Table table(*games::find_game("reversi"), "five");
  table.play(4);
  table.finish();
  auto const text = table.record().text;
  auto const last = lines_in(text);
  auto const is_resignation = [&](Lines& lines) { REQUIRE(lines[last - 2]["in"] == "resign"); };
  CHECK(!fault_of(rewritten(text, is_resignation)));
  // Another person continues against bots: the first one's resignation does not end the round.
  Json const person{{"kind", "human"}, {"nick", "Hana"}};
  CHECK(fault_in(last, text, [&](Lines& lines) { lines[0]["seats"]["s1"] = person; }) == Kind::result);
  // A person who has left does not count as one.
  auto left = person;
  left["left"] = left["stand_in"] = true;
  CHECK(!fault_of(rewritten(text, [&](Lines& lines) { lines[0]["seats"]["s1"] = left; })));
  // The end comes with the resignation, neither later nor without one.
  CHECK(fault_in(last - 1, text, [&](Lines& lines) { std::swap(lines[last - 2], lines[last - 3]); }) == Kind::input);
  CHECK(fault_in(last, text, [&](Lines& lines) { lines.insert(lines.end() - 1, lines[last - 2]); }) == Kind::input);
  CHECK(fault_in(last - 1, text, [&](Lines& lines) { lines.erase(lines.end() - 2); }) == Kind::result);
  Json const seated{{"in", "seat"}, {"at", 1}, {"seat", "s1"}, {"to", person}};
  CHECK(fault_in(last, text, [&](Lines& lines) { lines.insert(lines.end() - 1, seated); }) == Kind::input);
  // Only a person who plays resigns, and only once.
  CHECK(fault_in(last - 1, text, [&](Lines& lines) { lines[last - 2]["seat"] = "s2"; }) == Kind::input);
  CHECK(fault_in(last - 1, text, [&](Lines& lines) { lines[0]["seats"]["s0"]["left"] = true; }) == Kind::input);
  CHECK(fault_in(last - 1, text, [&](Lines& lines) { lines[0]["seats"]["s0"]["stand_in"] = true; }) == Kind::input);
  auto const twice = [&](Lines& lines) {
    lines[0]["seats"]["s1"] = person;
    lines.insert(lines.begin() + 1, lines[last - 2]);
  };
  CHECK(fault_in(last, text, twice) == Kind::input);
  CHECK(fault_in(last, text, [&](Lines& lines) { lines[last - 1]["result"]["reason"] = "bored"; }) == Kind::result);
}

TEST_CASE("nothing comes after the last move of a game", "[record]") {
  using Kind = record::Fault::Kind;
  Table table(*games::find_game("nim"), "753");
  table.play(1000);
  REQUIRE(!table.playing());
  auto const text = table.record().text;
  auto const last = lines_in(text);
  for (auto const* line :
       {R"({"in":"resign","at":1,"seat":"s0"})", R"({"in":"seat","at":1,"seat":"s1","to":{"kind":"bot"}})"})
    CHECK(fault_in(last, text, [&](std::vector<Json>& lines) { lines.insert(lines.end() - 1, Json::parse(line)); }) ==
          Kind::input);
}

TEST_CASE("the solution of a start is recorded once, and not of what is too large for the solver", "[record]") {
  using Kind = record::Fault::Kind;
  Table table(*games::find_game("fifteen"), "eight");
  table.host.settle(*table.room);
  table.finish();
  auto const text = table.record().text;
  REQUIRE(text.find(R"("in":"solution")") != std::string::npos);
  std::size_t line = 0;
  auto const repeat = [&](std::vector<Json>& lines) {
    while (lines[line].value("in", "") != "solution") ++line;
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line), lines[line]);
  };
  auto const fault = fault_of(rewritten(text, repeat));
  REQUIRE(fault.has_value());
  CHECK(fault->line == line + 2);
  CHECK(fault->kind == Kind::input);
}

TEST_CASE("rounds have secrets of their own, and each its commitment", "[record]") {
  auto const room = secret_seed();
  auto const one = round_seed(room, 1), two = round_seed(room, 2);
  CHECK((one.is_secret() && two.is_secret() && one != two && one != room));
  CHECK(thinking_seed(room, 1, 0, 0) != one.number());
  CHECK(record::commitment("K7WMA2QX-1", one.key()) != record::commitment("K7WMA2QX-2", one.key()));
  // printf 'engawa commitment 1\nK7WMA2QX-1\n%064d\n' 0 | sha256sum
  CHECK(record::commitment("K7WMA2QX-1", games::Seed::Key{}) ==
        "3a520eaa55b729b29406942742d3aa2b25ef8252548e7377f242a3cb4bd31899");
}

TEST_CASE("a room of the time of numbers is read, and plays the same game", "[record]") {
  auto setup = open_setup("duel", "bubbles");
  setup.seed = 42;
  auto const kept = read_setup(write_setup(setup)).value();
  CHECK((!kept.seed.is_secret() && kept.seed.number() == 42));
  CHECK(round_seed(kept.seed, 1) == games::Seed(games::Rng(42 + 0x9e3779b97f4a7c15u).next()));
  auto text = write_setup(setup);
  setup.seed = secret_seed();
  CHECK(read_setup(write_setup(setup)).value().seed == secret_seed());
  for (auto const* bad : {R"("seed":"")", R"("seed":"-1")", R"("seed":"42x")", R"("seed":"99999999999999999999")"}) {
    auto damaged = text;
    damaged.replace(damaged.find(R"("seed":"42")"), 11, bad);
    CHECK_FALSE(read_setup(damaged).has_value());
  }
  Table table(*games::find_game("bubbles"), "duel", 42);
  table.play(5);
  CHECK(Json::parse(table.room->state().document()).contains("commitment") == false);
  CHECK(write_record(table.setup, table.host.stored, 1).error().code == "not_found");
  table.finish();
  auto const record = table.record();
  CHECK(record.text.find(R"("seed":")") != std::string::npos);
  CHECK(!fault_of(record.text));
}

TEST_CASE("rounds that have not begun have no record; later rounds have their own", "[record]") {
  Table table(*games::find_game("nim"), "753");
  CHECK(write_record(table.setup, table.host.stored, 2).error().code == "not_found");
  table.finish();
  table.ask({{"type", "rematch"}});
  table.host.settle(*table.room);
  table.finish();
  CHECK(table.record(2).finished);
  CHECK(!fault_of(table.record(1).text));
  CHECK(!fault_of(table.record(2).text));
  CHECK(Json::parse(table.room->state().document())["result"]["record"] == table.setup.code + "-2");
}

TEST_CASE("who sits where is part of the record: absence, return, a time that ran out", "[record]") {
  Table table(*games::find_game("reversi"), "classic");
  FakePeer watcher;
  join(*table.room, watcher, "g_watch");
  table.play(3);
  table.room->leave(table.person);
  for (int i = 0; i < 40; ++i) {
    table.host.pass(*table.room, 2000);
    table.host.settle(*table.room);
  }
  FakePeer back;
  join(*table.room, back, "g_person");
  table.host.settle(*table.room);
  request(*table.room, back, {{"type", "resign"}, {"id", 900}});
  for (int i = 0; i < 100 && table.playing(); ++i) {
    table.host.pass(*table.room, 2000);
    table.host.settle(*table.room);
  }
  table.host.settle(*table.room);
  auto const text = table.record().text;
  CHECK(!fault_of(text));
  CHECK(text.find(R"("in":"seat")") != std::string::npos);
  CHECK(text.find(R"("guest":)") == std::string::npos);
}

}  // namespace engawa::tests::record_test
