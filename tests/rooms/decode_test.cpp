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
  CHECK(read<Move>(R"({"type":"move","id":1,"ply":17,"move":{"cell": "f7"}})").move == R"({"cell":"f7"})");
  CHECK(read<Preview>(R"({"type":"preview","id":1,"ply":17,"move":{"cell":"f7"}})").move.move == R"({"cell":"f7"})");
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
  for (std::string const bad :
       {"", "{", "nul", "{\"a\":1,\"a\":2}", "\xff", "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "{\"a\":1}x"})
    CHECK(code(bad) == "bad_json");
  CHECK(code(std::string(100000, '[')) == "bad_json");
  for (auto const* nul : {R"({"type":"say","id":1,"text":"\u0000"})", R"({"type":"say","id":1,"\u0000":1})"})
    CHECK(code(nul) == "bad_message");                                // it is JSON
  CHECK(code("[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]") == "bad_message");  // 16 levels are JSON, but not a frame
}

TEST_CASE("a frame that is refused before it is a request keeps its id", "[decode]") {
  auto const id = [](std::string const& text) {
    auto const decoded = decode(text);
    INFO(text);
    REQUIRE(std::holds_alternative<BadFrame>(decoded));
    return std::get<BadFrame>(decoded).id;
  };
  std::string const deep = std::string(20, '[') + R"({"id":"inner"})" + std::string(20, ']');
  CHECK(id(R"({"type":"say","id":"x","text":"a\u0000"})") == R"("x")");
  CHECK(id(R"({"text":"a\u0000","id":"x","type":"say"})") == R"("x")");
  CHECK(id(R"({"text":)" + deep + R"(,"id":7})") == "7");
  CHECK(id(R"({"a":1,"a":2, "\u0069d" : 7 })") == "7");
  CHECK(id(R"({"id":"first","id":"last"})") == R"("last")");
  CHECK(id(R"({"text":"\ud800","id":"\u0078"})") == R"("x")");
  CHECK(id(R"({"id":7,"text":"not the end)") == "7");
  CHECK(id(R"({"a":"\"id\":5","text":"id","b":{"id":6},"c":)").empty());
  for (auto const* none :
       {"", "{", "nonsense", R"({"id")", R"({"id":)", R"({"id":")", R"({"id":7)", R"({"id":{"id":7},)", R"([{"id":7},)",
        R"({"id":-7,)", R"({"id":1.5,)", R"({"id":"",)", R"({}{"id":7})"})
    CHECK(id(none).empty());
}

// A plain move is read without a tree; with a leading space it is not plain.
void check_both_readers(std::string const& text) {
  auto const plain = decode(text), by_tree = decode(' ' + text);
  INFO(text);
  REQUIRE(plain.index() == by_tree.index());
  if (auto const* bad = std::get_if<BadFrame>(&plain)) {
    auto const& same = std::get<BadFrame>(by_tree);
    CHECK(bad->id == same.id);
    CHECK(bad->refusal.code == same.refusal.code);
    return;
  }
  auto const& frame = std::get<ClientFrame>(plain);
  auto const& same = std::get<ClientFrame>(by_tree);
  CHECK(frame.id == same.id);
  CHECK(frame.content == same.content);
  REQUIRE(frame.request.index() == same.request.index());
  auto const* move = std::get_if<Move>(&frame.request);
  if (!move) return;
  auto const& tree = std::get<Move>(same.request);
  CHECK(move->ply == tree.ply);
  CHECK(move->hash == tree.hash);
  CHECK(Json::parse(move->move) == Json::parse(tree.move));
}

TEST_CASE("a plain move is read as any other frame", "[decode]") {
  std::string const plain = R"({"type":"move","id":17,"ply":4,"hash":"0a1b","move":{"cell":"f5"}})";
  CHECK(read<Move>(plain).move == R"({"cell":"f5"})");
  for (auto const* id : {"0",
                         "00",
                         "-0",
                         "-1",
                         "1.0",
                         "1e3",
                         "\"\"",
                         "\"-\"",
                         "\"a\\\"b\"",
                         "\"\\u0041\"",
                         "\"\x7f\"",
                         "\"\x01\"",
                         "{}",
                         "null",
                         "999999999999999",
                         "9007199254740991",
                         "9007199254740992",
                         "\"あ\"",
                         "\"12345678901234567890123456789012\"",
                         "\"123456789012345678901234567890123\""})
    check_both_readers(std::string(R"({"type":"move","id":)") + id + R"(,"ply":4,"move":{"cell":"f5"}})");
  for (auto const* rest :
       {R"("ply":1000000)", R"("ply":1000001)", R"("ply":-1)", R"("ply":"4")", R"("ply":{})", R"("hash":7)",
        R"("hash":"123456789012345678901234567890123")", R"("id":18)", R"("move":[])", R"("move":7)",
        R"("move":{"a":{}})", R"("move":{"a":-0,"b":-5,"c":"","d":0})", R"("move":{"a":1,"a":1})", R"("type":"sit")",
        R"("a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8)", R"("a":true)", R"("a":{"b":1})", ""})
    for (auto const* head : {R"({"type":"move","id":17,"move":{"cell":"f5"},)", R"({"type":"move","id":17,)"})
      check_both_readers(std::string(head) + rest + '}');
}

TEST_CASE("a plain move with any byte lost, changed or doubled is read as any other frame", "[decode]") {
  std::string const plain = R"({"type":"move","id":"a7","ply":40,"hash":"0a1b","move":{"row":-1,"cell":"f5","x":{}}})";
  for (std::size_t at = 0; at < plain.size(); ++at) {
    check_both_readers(std::string(plain).erase(at, 1));
    check_both_readers(plain.substr(0, at));
    for (char const c : std::string_view("\"\\{}[]:,-.0 9eEtn\x00\x1f\x7f\xc3\xff", 23)) {
      auto changed = plain;
      changed[at] = c;
      check_both_readers(changed);
      check_both_readers(std::string(plain).insert(at, 1, c));
    }
  }
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
  std::string step, least;
  write_step(step, 1, "0a", "s0", R"({"cell":"a1"})", R"("a":1)", R"({"kind":"x"})");
  CHECK(step ==
        R"({"type":"step","seq":1,"hash":"0a","by":"s0","move":{"cell":"a1"},"set":{"a":1},"events":[{"kind":"x"}]})");
  write_step(least, 1, {}, {}, {}, {}, {});
  CHECK(least == R"({"type":"step","seq":1,"set":{},"events":[]})");
}

}  // namespace engawa::tests::decode_test
