// The order and the length of the log on the full screen.
#include "clients/cli/screen/room_log.hpp"

#include "tests/catch.hpp"

using namespace engawa::cli;

namespace {

std::vector<std::string> texts_of(RoomLog const& log) {
  std::vector<std::string> texts;
  for (auto const& line : log.lines()) texts.push_back(line.text);
  return texts;
}

}  // namespace

TEST_CASE("lines that arrive late stand at their step", "[log]") {
  RoomLog log;
  log.add({"third", false, 3});
  log.add({"first", false, 1});
  log.add({"third again", true, 3});
  log.add({"second", false, 2});
  CHECK(texts_of(log) == std::vector<std::string>{"first", "second", "third", "third again"});
}

TEST_CASE("the oldest lines are dropped", "[log]") {
  RoomLog log;
  for (std::size_t i = 0; i <= RoomLog::kMost; ++i) log.add({std::to_string(i), false, static_cast<std::int64_t>(i)});
  CHECK(log.lines().size() == RoomLog::kMost);
  CHECK(log.lines().front().text == "1");
}

TEST_CASE("a chat line is added once, and again after another history", "[log]") {
  RoomLog log;
  Table table;
  table.chat.emplace_back();
  table.chat.back().who = "Aki";
  table.chat.back().text = "hello";
  table.chat.back().seq = 7;
  log.add_chat(table);
  log.add_chat(table);
  REQUIRE(log.lines().size() == 1);
  CHECK(log.lines().front().chat);
  CHECK(log.lines().front().seq == 7);
  log.begin_again();
  CHECK(log.lines().empty());
  log.add_chat(table);
  CHECK(log.lines().size() == 1);
}
