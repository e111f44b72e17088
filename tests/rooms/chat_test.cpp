// The chat of a room, without the room.
#include "server/state/parts/chat.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

namespace engawa::tests::chat_test {
using namespace engawa;
using namespace engawa::server;

TEST_CASE("a line writes its patch and its part of the document", "[chat]") {
  Chat chat;
  std::string set, document;
  chat.write(document);
  CHECK(document.empty());
  chat.say({7, "g_a", "Ann", "\"hi\""}, set);
  CHECK(set == R"("chat":{"m7":{"guest":"g_a","nick":"Ann","text":"\"hi\""}})");
  chat.write(document);
  CHECK(document == "," + set);
}

TEST_CASE("the oldest line goes beyond the limit, by the patch too", "[chat]") {
  Chat chat;
  Json document = Json::object();
  for (std::size_t i = 1; i <= Chat::kLines + 2; ++i) {
    std::string set;
    chat.say({i, "g_a", "Ann", "line"}, set);
    document.merge_patch(Json::parse("{" + set + "}"));
  }
  CHECK(chat.lines().size() == Chat::kLines);
  CHECK(chat.lines().front().seq == 3);
  std::string whole;
  chat.write(whole);
  CHECK(document == Json::parse("{" + whole.substr(1) + "}"));
}

TEST_CASE("chat survives a snapshot", "[chat]") {
  Chat chat, back;
  std::string set, one, other;
  chat.say({1, "g_a", "Ann", "hello"}, set);
  chat.say({2, "g_b", "Bo", "hello"}, set);
  back.say({9, "g_c", "Cy", "gone"}, set);
  Json snapshot;
  chat.save(snapshot);
  CHECK(snapshot.dump() == R"({"chat":[[1,"g_a","Ann","hello"],[2,"g_b","Bo","hello"]]})");
  back.restore(snapshot);
  chat.write(one);
  back.write(other);
  CHECK(one == other);
}

}  // namespace engawa::tests::chat_test
