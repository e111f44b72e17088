#include <nlohmann/json.hpp>

#include "protocol/frames.hpp"
#include "protocol/messages.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::decode_test {
using namespace engawa;
using namespace engawa::protocol;

namespace {

template <class T>
T read(std::string const& text) {
  auto const decoded = decode(text);
  INFO(text);
  REQUIRE(std::holds_alternative<ClientFrame>(decoded));
  return std::get<T>(std::get<ClientFrame>(decoded).request);
}

std::string code(std::string const& text) {
  auto const decoded = decode(text);
  return std::holds_alternative<BadFrame>(decoded) ? std::get<BadFrame>(decoded).refusal.code : "";
}

}  // namespace

TEST_CASE("requests are read with their fields, and unknown fields are passed over", "[decode]") {
  CHECK(read<Hello>(R"({"type":"hello","id":1,"token":"t","seq":18,"nick":" a  b ","later":[1]})").nick == "a b");
  CHECK(read<Hello>(R"({"type":"hello","id":1,"seq":18})").seq == 18);
  CHECK(read<Hello>(R"({"type":"hello","id":1,"seq":18,"hash":"0a"})").hash == "0a");
  CHECK(read<Sync>(R"({"type":"sync","id":1,"seq":18,"hash":"0a"})").hash == "0a");
  CHECK(read<Move>(R"({"type":"move","id":1,"hash":"0a","move":{}})").hash == "0a");
  CHECK(read<Sit>(R"({"type":"sit","id":1,"seat":3})").seat == 3);
  CHECK(read<SetSeat>(R"({"type":"seat","id":1,"seat":3,"to":"bot","bot":"mcs","level":2})").level == 2);
  CHECK(*read<Move>(R"({"type":"move","id":1,"ply":17,"move":{"cell": "f7"}})").move == Json{{"cell", "f7"}});
  CHECK(*read<Preview>(R"({"type":"preview","id":1,"ply":17,"move":{"cell":"f7"}})").move.move == Json{{"cell", "f7"}});
  CHECK(read<Preview>(R"({"type":"preview","id":1,"ply":17,"move":{}})").move.ply == 17);
  CHECK(read<Rematch>(R"({"type":"rematch","id":1})").accept);
  CHECK_FALSE(read<Rematch>(R"({"type":"rematch","id":1,"accept":false})").accept);
  CHECK(read<Log>(R"({"type":"log","id":1,"before":19})").before == 19);
  CHECK_FALSE(read<Log>(R"({"type":"log","id":1,"later":true})").before);
  CHECK(read<Ping>(R"({"type":"ping","id":1,"client_ms":-5})").client_ms == -5);
  CHECK(read<HandOver>(R"({"type":"hand_over","id":1,"guest":"g_7h2"})").guest == "g_7h2");
}

TEST_CASE("a log is asked for before the number of a step", "[decode]") {
  for (auto const* bad : {"-1", "1.0", "\"19\"", "null", "[19]", "9007199254740992"})
    CHECK(code(std::string(R"({"type":"log","id":1,"before":)") + bad + "}") == "bad_message");
}

TEST_CASE("a hash is a short text", "[decode]") {
  for (auto const* type : {"hello", "sync"})
    for (auto const* bad : {"1", "null", "[]", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""})
      CHECK(code(std::string(R"({"type":")") + type + R"(","id":1,"hash":)" + bad + "}") == "bad_message");
}

TEST_CASE("ids are strings of 1 to 32 characters or integers", "[decode]") {
  for (auto const* good :
       {"0", "9007199254740991", "\"a\"", "\"ああああああああああああああああああああああああああああああああ\""})
    CHECK(code(std::string(R"({"type":"start","id":)") + good + "}").empty());
  for (auto const* bad :
       {"-1", "9007199254740992", "1.0", "1e3", "\"\"", "null", "[]", "true", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""})
    CHECK(code(std::string(R"({"type":"start","id":)") + bad + "}") == "bad_message");
}

TEST_CASE("what is no JSON of ours is refused", "[decode]") {
  for (std::string const bad : {"", "{", "nul", "{\"a\":1,\"a\":2}", "\xff", "\"\\u0000\"",
                                "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "{\"a\":1}x"})
    CHECK(code(bad) == "bad_json");
  CHECK(code(std::string(100000, '[')) == "bad_json");
  CHECK(code("[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]") == "bad_message");  // 16 levels are JSON, but no frame
}

TEST_CASE("nicks lose what cannot be seen", "[decode]") {
  CHECK(*clean_nick("  たろう\t ") == "たろう");
  CHECK(*clean_nick("a\xe2\x80\xae"
                    "b") == "ab");  // U+202E turns text around
  CHECK(*clean_nick("👨‍👩‍👧") == "👨‍👩‍👧");
  CHECK(*clean_nick("1234567890123456") == "1234567890123456");
  CHECK_FALSE(clean_nick("12345678901234567"));
  CHECK_FALSE(clean_nick(""));
  CHECK_FALSE(clean_nick("\xe2\x80\x8d"));
}

TEST_CASE("frames are JSON whatever the text in them", "[decode]") {
  auto const text = error("\"a\\\"b\"", refuse("bad_message", "line\n\"two\" \\ たろう"), {5, 6, 7});
  auto const json = Json::parse(text);
  CHECK(json == Json{{"type", "error"},
                     {"re", "a\"b"},
                     {"code", "bad_message"},
                     {"message", "line\n\"two\" \\ たろう"},
                     {"seq", 5},
                     {"ply", 6},
                     {"retry_ms", 7}});
  CHECK(
      Json::parse(step(1, "0a", "s0", R"({"cell":"a1"})", R"("a":1)", R"({"kind":"x"})")) ==
      Json::parse(
          R"({"type":"step","seq":1,"hash":"0a","by":"s0","move":{"cell":"a1"},"set":{"a":1},"events":[{"kind":"x"}]})"));
  CHECK(Json::parse(step(1, {}, {}, {}, {}, {})) == Json::parse(R"({"type":"step","seq":1,"set":{},"events":[]})"));
}

}  // namespace engawa::tests::decode_test
