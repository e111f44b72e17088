// A room that is read from a snapshot equals the room from its whole journal: in every game, over rounds, chat, drops
// and rematches.
#include <chrono>
#include <cstdio>

#include "games/catalog.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/story.hpp"

namespace engawa::tests::snapshot_test {
using namespace engawa;
using namespace engawa::server;

namespace {

void check_same(Story const& story, std::uint64_t seq, std::string const& snapshot) {
  FakeEnvironment one, other;
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
  // And it continues in the same way.
  for (auto* room : {whole->get(), part->get()}) room->restarted();
  CHECK((*part)->state().document() == (*whole)->state().document());
  CHECK(one.alarm_at == other.alarm_at);
}

}  // namespace

TEST_CASE("a room from a snapshot is the room from its whole journal", "[snapshot]") {
  RoomTuning tuning;
  tuning.snapshot_inputs = 8;  // of every round
  for (auto const& game : games::catalog()) {
    std::size_t checked = 0, rounds = 0;
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 1u : 4u); ++seed) {
      INFO(game.info().id << " seed " << seed);
      Story story(std::string(game.info().id), std::string(game.info().presets.back().id), seed, tuning);
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

TEST_CASE("the first round begins with a snapshot, a later one if 256 inputs have come since the last", "[snapshot]") {
  Story story("nim", "753", 2);
  while (story.room->state().round() < 60) story.turn();
  story.host.settle(*story.room);
  auto const& snapshots = story.host.snapshots;
  REQUIRE(snapshots.size() >= 3);
  CHECK(Json::parse(snapshots.front().second)["state"]["round"] == 1);
  auto before = snapshots.front().first;
  for (auto const& [seq, snapshot] : snapshots) {
    if (seq != before) CHECK(seq - before >= 256);
    CHECK(seq - before < 512);
    before = seq;
  }
}

TEST_CASE("what is no snapshot is refused", "[snapshot]") {
  Story story("nim", "753", 1);
  story.ask(0, {{"type", "start"}});
  story.host.settle(*story.room);
  REQUIRE(story.host.snapshots.size() == 1);
  auto const good = Json::parse(story.host.snapshots.front().second);
  FakeEnvironment host;
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
  for (auto const* key : {"entries", "round", "cut"}) {
    other = good;
    other["log"].erase(key);
    CHECK_FALSE(loads(other));
    other["log"][key] = Json::object({{"x", "y"}});
    CHECK_FALSE(loads(other));
  }
  other.erase("log");  // from a server that kept none: the whole journal has it
  CHECK_FALSE(loads(other));
  CHECK_FALSE(Room::load(story.setup, {}, host, {}, "rubbish").has_value());
}

TEST_CASE("a snapshot with numbers that no room has is refused", "[snapshot]") {
  Story story("nim", "753", 2);
  story.ask(0, {{"type", "start"}});
  story.host.settle(*story.room);
  REQUIRE(story.host.snapshots.size() == 1);
  auto const good = Json::parse(story.host.snapshots.front().second);
  REQUIRE(good["state"]["phase"] == 1);
  REQUIRE(good["state"]["clock_running"] == 0);
  FakeEnvironment host;
  auto const loads = [&](std::string const& key, Json const& value) {
    auto json = good;
    json["state"][key] = value;
    INFO(key << " " << value);
    return Room::load(story.setup, {}, host, {}, json.dump()).has_value();
  };
  CHECK(loads("clock_running", 1));
  CHECK_FALSE(loads("clock_running", -1));
  CHECK_FALSE(loads("clock_running", 16));
  CHECK_FALSE(loads("votes", Json::array({false})));
  CHECK_FALSE(loads("votes", Json::array({false, false, true})));
  CHECK_FALSE(loads("round", 0));  // it is playing
  CHECK_FALSE(loads("round", -1));
  CHECK_FALSE(loads("phase", 0));  // its round has begun
  CHECK_FALSE(loads("phase", 2));  // a round that is over needs its moves
  CHECK_FALSE(loads("phase", 3));
}

// rooms_tests "[.reload]": the cost of reading a thousand inputs again.
TEST_CASE("the time of a reload", "[.reload]") {
  for (auto const& game : games::catalog()) {
    Story story(std::string(game.info().id), std::string(game.info().presets.front().id), 5);
    for (int i = 0; i < 3000; ++i) story.turn();
    story.host.settle(*story.room);
    auto const& journal = story.host.stored;
    FakeEnvironment host;
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
