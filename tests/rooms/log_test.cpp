// The log: the events since the round began, the same for early and late viewers, and from the journal.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <set>

#include "games/catalog.hpp"
#include "server/room/bot_pace.hpp"
#include "server/room/event_log.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/story.hpp"

namespace engawa::tests::log_test {
using namespace engawa;
using namespace engawa::server;

namespace {

// As described in protocol/README.md and protocol/games.md.
std::set<std::string> const kNotInTheLog{"say", "shot", "row", "slide"};

// The log as written down by a client that received every step since the room was created.
Json log_of(RoomSetup const& setup, FakePeer const& witness) {
  auto document = Json::parse(RoomState::make(setup).value().document());
  Json entries = Json::array(), seats;
  for (auto const& frame : witness.frames) {
    if (frame["type"] != "step") continue;
    auto const round = document["round"];
    document.merge_patch(frame["set"]);
    if (document["round"] != round) entries.clear();
    auto events = Json::array();
    for (auto const& event : frame["events"])
      if (!kNotInTheLog.contains(event["kind"])) events.push_back(event);
    if (events.empty()) continue;
    Json entry{{"seq", frame["seq"]}, {"events", events}};
    if (entries.empty() || document["seats"] != seats) entry["seats"] = document["seats"];
    seats = document["seats"];
    entries.push_back(std::move(entry));
  }
  return entries;
}

// All pages, requested as by a client. Each must be small, and begin with the seats.
Json whole_log(Room& room, FakePeer& peer, std::string const& id, std::optional<std::uint64_t> before = {}) {
  auto entries = Json::array();
  for (int page = 0;; ++page) {
    Json ask{{"type", "log"}, {"id", id + std::to_string(page)}};
    if (before) ask["before"] = *before;
    request(room, peer, ask);
    auto const answer = peer.answer(ask["id"]);
    REQUIRE(answer["type"] == "ok");
    CHECK(answer["seq"] == room.state().seq());
    CHECK(answer.dump().size() <= protocol::kMaxFrameBytes);
    auto const& log = answer["log"];
    if (log["entries"].empty()) return entries;
    CHECK(log["entries"][0].contains("seats"));
    before = log["entries"][0]["seq"];
    // Only the start of a page repeats the seats of the entry before.
    auto joined = log["entries"];
    auto seats = joined[0]["seats"];
    for (std::size_t i = 1; i < joined.size(); ++i) seats = joined[i].value("seats", seats);
    if (!entries.empty() && entries[0]["seats"] == seats) entries[0].erase("seats");
    joined.insert(joined.end(), entries.begin(), entries.end());
    entries = std::move(joined);
    if (!log.contains("more")) return entries;
    CHECK_FALSE(log.contains("cut"));
  }
}

Json page(Room& room, FakePeer& peer, Json const& id, std::optional<std::uint64_t> before = {}) {
  Json ask{{"type", "log"}, {"id", id}};
  if (before) ask["before"] = *before;
  request(room, peer, ask);
  return peer.answer(id)["log"];
}

}  // namespace

TEST_CASE("who comes late gets the log of who was there, in every game", "[log]") {
  for (auto const& game : games::catalog()) {
    std::size_t longest = 0;
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 1u : 2u); ++seed) {
      INFO(game.info().id << " seed " << seed);
      Story story(std::string(game.info().id), std::string(game.info().presets.front().id), seed);
      FakePeer witness;
      join(*story.room, witness, "g_witness", 0);
      for (int i = 0; i < (kSanitized ? 120 : 200); ++i) {
        story.turn();
        if (i % 20 != 0) continue;
        story.host.settle(*story.room);
        auto const expected = log_of(story.setup, witness);
        longest = std::max(longest, expected.size());
        FakePeer late;
        join(*story.room, late, "g_late");
        CHECK(whole_log(*story.room, late, "l", late.seq + 1) == expected);
        story.room->leave(late);
      }
      story.host.settle(*story.room);
      auto const log = log_of(story.setup, witness);
      CHECK(whole_log(*story.room, witness, "w") == log);
      // From the journal, and from the last snapshot and the later inputs.
      FakeEnvironment one, other;
      auto const& journal = story.host.stored;
      auto const whole = Room::load(story.setup, journal, one, {});
      REQUIRE(whole.has_value());
      FakePeer reader;
      join(**whole, reader, "g_reader");
      CHECK(whole_log(**whole, reader, "r", journal.size() + 1) == log);
      if (story.host.snapshots.empty()) continue;
      auto const& [seq, snapshot] = story.host.snapshots.back();
      auto const part = Room::load(story.setup, {journal.begin() + static_cast<std::ptrdiff_t>(seq), journal.end()},
                                   other, {}, snapshot);
      REQUIRE(part.has_value());
      FakePeer again;
      join(**part, again, "g_reader");
      CHECK(whole_log(**part, again, "r", journal.size() + 1) == log);
    }
    CHECK(longest > 3);
  }
}

TEST_CASE("the log begins anew with a round, and stays until then", "[log]") {
  Story story("nim", "753", 1);
  auto& room = *story.room;
  auto& peer = *story.peers[0];
  story.host.settle(room);
  CHECK(page(room, peer, "sat")["entries"].size() == 2);  // two people have sat down
  story.ask(0, {{"type", "start"}});
  story.host.settle(room);
  auto const begun = page(room, peer, "begun")["entries"];
  REQUIRE(begun.size() == 1);
  CHECK(begun[0]["events"] == Json::array({{{"kind", "start"}}}));
  story.ask(0, {{"type", "resign"}});
  story.host.settle(room);
  CHECK(room.state().phase() == Phase::over);
  auto const over = page(room, peer, "over")["entries"];
  CHECK(over.size() == 2);
  CHECK(over[0] == begun[0]);
  story.ask(0, {{"type", "rematch"}});
  story.host.settle(room);
  CHECK(page(room, peer, "voted")["entries"].size() == 3);
  story.ask(1, {{"type", "rematch"}});
  story.host.settle(room);
  auto const second = page(room, peer, "second")["entries"];
  REQUIRE(second.size() == 1);
  CHECK(second[0]["events"].back() == Json{{"kind", "start"}});
}

TEST_CASE("a log tells nothing before the journal has it", "[log]") {
  Story story("nim", "753", 1);
  story.ask(0, {{"type", "start"}});
  story.host.settle(*story.room);
  story.host.hold_journal = true;
  auto& peer = *story.peers[1];
  auto const frames = peer.frames.size();
  story.ask(0, {{"type", "resign"}});
  request(*story.room, peer, {{"type", "log"}, {"id", "early"}});
  CHECK(peer.frames.size() == frames);
  story.host.commit(*story.room);
  auto const answer = peer.answer("early");
  CHECK(answer["log"]["entries"].back()["seq"] == answer["seq"]);
  CHECK(answer["seq"] == peer.seq);
}

TEST_CASE("a long log is cut at its beginning, and says so on its last page", "[log]") {
  Story story("nim", "753", 1);
  auto& room = *story.room;
  for (int i = 0; i < 400; ++i) {
    story.leave(1);
    story.enter(1);
    story.host.settle(room);
  }
  auto& peer = *story.peers[0];
  auto const log = whole_log(room, peer, "p");
  CHECK(log.dump().size() <= RoomLog::kKeptBytes);
  CHECK(log.dump().size() > RoomLog::kKeptBytes / 2);
  CHECK(log.back()["seq"].get<std::uint64_t>() == room.state().seq());
  auto const oldest = log[0]["seq"].get<std::uint64_t>();
  CHECK(page(room, peer, "last", oldest + 1)["cut"] == true);
  CHECK(page(room, peer, "none", oldest)["entries"].empty());
  CHECK(page(room, peer, "newest")["more"] == true);
  FakeEnvironment host;
  auto const again = Room::load(story.setup, story.host.stored, host, {});
  REQUIRE(again.has_value());
  FakePeer reader;
  join(**again, reader, "g_reader");
  CHECK(whole_log(**again, reader, "r", room.state().seq() + 1) == log);
}

// Processor time of folding a journal, in us per input.
double fold_time(RoomSetup const& setup, std::vector<std::string> const& journal, bool with_log) {
  constexpr int kTimes = 20;
  auto const began = std::clock();
  for (int i = 0; i < kTimes; ++i) {
    auto state = RoomState::make(setup).value();
    RoomLog log;
    for (auto const& line : journal) {
      auto const change = state.apply(read_input(line).value());
      if (with_log) log.add(state, change->events);
    }
  }
  auto const seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
  return seconds * 1e6 / kTimes / static_cast<double>(journal.size());
}

// rooms_tests "[.log-cost]": the cost of keeping a log.
TEST_CASE("the cost of keeping a log", "[.log-cost]") {
  for (auto const& game : games::catalog()) {
    Story story(std::string(game.info().id), std::string(game.info().presets.front().id), 5);
    for (int i = 0; i < 1000; ++i) story.turn();
    story.host.settle(*story.room);
    auto const without = fold_time(story.setup, story.host.stored, false);
    auto const with = fold_time(story.setup, story.host.stored, true);
    std::printf("%-8s %.2f us for each input without, %.2f us with the log\n", story.setup.game.c_str(), without, with);
  }
}

// The cost of requesting one, after as many shots as five players make in about ten minutes.
TEST_CASE("the cost of asking for a log", "[.log-cost]") {
  FakeEnvironment host;
  auto setup = open_setup("party", "bubbles");
  for (auto& chair : setup.chairs) chair = {RoomSetup::Chair::Kind::bot, "awa", 4};
  setup.chairs[0] = {};
  setup.bot_delay_ms = kNaturalPace;
  auto const room = open_room(setup, host);
  FakePeer player;
  start_game(*room, {{player, "g_p"}});
  host.settle(*room);
  while (room->state().phase() == Phase::playing && room->state().seq() < 5000) host.pass(*room, 500);
  auto const time = [](auto const& work) {
    auto const began = std::chrono::steady_clock::now();
    for (int i = 0; i < 100; ++i) work(i);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - began).count() / 100;
  };
  struct Deaf final : Peer {
    std::size_t bytes = 0;
    void send(Frame frame, FrameKind) override { bytes = frame.size(); }
    void close(int, std::string_view) override {}
  } deaf;
  room->enter(deaf, {"g_deaf", "deaf"}, {}, "1", {});
  std::uint64_t before = room->state().seq() + 1;
  for (int number = 0;; ++number) {
    auto const one = page(*room, player, "p" + std::to_string(number), before);
    auto const took = time([&](int) { room->receive(deaf, {"7", 1, protocol::Log{before}}); });
    std::printf("page %d: %zu entries, %zu bytes, %.1f us\n", number, one["entries"].size(), deaf.bytes, took);
    if (!one.contains("more")) break;
    before = one["entries"][0]["seq"];
  }
  std::size_t told = 0;
  for (auto const& frame : player.frames)
    if (frame["type"] == "step") told += frame["events"].dump().size();
  auto const began = std::chrono::steady_clock::now();
  FakeEnvironment other;
  REQUIRE(Room::load(setup, host.stored, other, {}).has_value());
  std::printf("%llu steps, %.0f s, %zu bytes of events; a replay of the journal takes %.1f ms\n",
              static_cast<unsigned long long>(room->state().seq()), static_cast<double>(host.time - 1'000'000) / 1000,
              told, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count());
}

}  // namespace engawa::tests::log_test
