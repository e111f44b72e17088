#include "protocol/envelope.hpp"

#include <nlohmann/json.hpp>

#include "base/json_read.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::envelope_test {
using namespace engawa;
using namespace engawa::protocol;

TEST_CASE("an envelope gives its room and its frame, however it is written", "[envelope]") {
  for (auto const* text : {R"({"room":"K7WMA2QX","frame":{"type":"sit","id":1,"seat":0}})",
                           R"( { "frame" : {"id":1, "seat":0, "type":"sit"}, "room":"K7WMA2QX", "later": [1] } )"}) {
    auto const opened = open_envelope(text);
    INFO(text);
    REQUIRE(opened.has_value());
    REQUIRE(opened->has_value());
    CHECK((*opened)->room == "K7WMA2QX");
    CHECK(parse_json((*opened)->frame).value() == parse_json(R"({"type":"sit","id":1,"seat":0})").value());
  }
}

TEST_CASE("an envelope without a frame leaves the room", "[envelope]") {
  auto const opened = open_envelope(R"({"room":"K7WMA2QX","end":{}})");
  REQUIRE(opened.has_value());
  REQUIRE(opened->has_value());
  CHECK((*opened)->frame.empty());
}

TEST_CASE("a frame of the stream's own is no envelope, nor is what cannot be read", "[envelope]") {
  for (auto const* text : {R"({"type":"ping","id":1})", R"({"type":"ping","id":1,"room":"K7WMA2QX"})", "[]", "{}", "x",
                           R"({"room":"K7WMA2QX","room":"K7WMA2QX","frame":{}})"}) {
    INFO(text);
    auto const opened = open_envelope(text);
    REQUIRE(opened.has_value());
    CHECK_FALSE(opened->has_value());
  }
}

TEST_CASE("an envelope that is wrong is refused", "[envelope]") {
  for (auto const* text :
       {R"({"room":"K7WMA2QX"})", R"({"frame":{}})", R"({"room":7,"frame":{}})", R"({"room":"K7WMA2QX","frame":[]})",
        R"({"room":"K7WMA2QX","frame":{},"end":{}})", R"({"room":"K7WMA2QX","end":1})"}) {
    INFO(text);
    auto const opened = open_envelope(text);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().code == "bad_message");
  }
}

TEST_CASE("the server's envelopes are JSON, whatever the room is called", "[envelope]") {
  CHECK(envelope("K7WMA2QX", R"({"type":"ok"})") == R"({"room":"K7WMA2QX","frame":{"type":"ok"}})");
  CHECK(end_envelope("\"\\", 4006, "no \"room\"") == R"({"room":"\"\\","end":{"code":4006,"reason":"no \"room\""}})");
  Invitation const seat{"K7WMA2QX", "nim", Invitation::Reason::seat, 1};
  CHECK(invitation(seat) == R"({"type":"invitation","room":"K7WMA2QX","game":"nim","reason":"seat","seat":1})");
}

}  // namespace engawa::tests::envelope_test
