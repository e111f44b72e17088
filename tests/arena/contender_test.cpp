// How a bot is written on the command line.
#include "games/arena/contender.hpp"

#include <limits>

#include "games/catalog.hpp"
#include "tests/catch.hpp"

namespace engawa::tests {
namespace {

using std::chrono::microseconds;

games::Info const& info() { return games::find_game("reversi")->info(); }
arena::Contender read(std::string_view text) { return arena::read_contender(info(), text).value(); }

TEST_CASE("level and budget", "[contender]") {
  auto const plain = read("mcs");
  CHECK(plain.bot == "mcs");
  CHECK(plain.level == 3);
  CHECK(plain.budget.time.count() == 0);
  CHECK(plain.budget.iterations == 0);
  CHECK(read("mcs:2").level == 2);
  auto const timed = read("mcs:2@5ms");
  CHECK(timed.name == "mcs:2@5ms");
  CHECK(timed.budget.time == microseconds(5000));
  CHECK(timed.budget.iterations == 0);
  auto const only_time = read("mcs@250us");
  CHECK(only_time.budget.time == microseconds(250));
  CHECK(only_time.budget.iterations == std::numeric_limits<std::uint64_t>::max());
  CHECK(read("mcs@2s").budget.time == microseconds(2'000'000));
  CHECK(read("mcs:1@20000").budget.iterations == 20000);
  CHECK(read("mcs:1@20000").budget.time.count() == 0);
}

TEST_CASE("what is no bot is refused with a sentence", "[contender]") {
  for (auto const* text : {"", ":1", "@5ms", "mcs:", "mcs:x", "mcs:1.5", "mcs:0", "mcs:-1", "mcs@", "mcs@0", "mcs@-5ms",
                           "mcs@5 ms", "mcs@5min", "mcs@1.5ms", "mcs:1@5ms@6ms", "mcs@99999999999", "mcs@2000000s"}) {
    CAPTURE(text);
    auto const read = arena::read_contender(info(), text);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == "bad_message");
    CHECK(read.error().message.find("BOT:LEVEL") != std::string::npos);
  }
  auto const nobody = arena::read_contender(info(), "nobody");
  REQUIRE_FALSE(nobody.has_value());
  CHECK(nobody.error().code == "not_found");
  CHECK(nobody.error().message.find("mcs") != std::string::npos);
  auto const level = arena::read_contender(info(), "mcs:9");
  REQUIRE_FALSE(level.has_value());
  CHECK(level.error().message.find("1 to 3") != std::string::npos);
}

TEST_CASE("in simultaneous games a bot has the pace of its level", "[contender]") {
  auto const& bubbles = games::find_game("bubbles")->info();
  auto const& bot = bubbles.bots[1];
  auto const name = std::string(bot.id) + ":" + std::to_string(bot.first_level);
  CHECK(arena::read_contender(bubbles, name).value().pace_ms == bot.pace_ms[0]);
  CHECK(arena::program("true", 1).pace_ms == arena::kProgramPace);
  CHECK(arena::program("true", 2).name == "exec2");
}

}  // namespace
}  // namespace engawa::tests
