#include "server/visit/line.hpp"

#include <memory>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/shard/house.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

// A line to a room of a shard without a thread, and the frames that its stream receives: types, codes of refusals,
// ends.
struct Wire {
  House house{{"AAAAAAAA"}};
  std::string token;
  std::vector<std::string> heard;
  std::shared_ptr<Line> line = open("AAAAAAAA");

  std::shared_ptr<Line> open(std::string code) {
    if (token.empty()) {
      house.shared.guests->create("Sen", "", 1, [this](auto const&, std::string const& made) { token = made; });
      house.settle();
    }
    Line::Stream stream{token, R"({"name":"Greedy"})", {}, {}, [] { return std::int64_t{7}; }};
    stream.tell = [this](Frame const& frame, FrameKind) {
      auto const json = parse_json(*frame).value();
      heard.push_back(json.value("code", json.at("type").get<std::string>()));
    };
    stream.end = [this](int closed, std::string_view) { heard.push_back(std::to_string(closed)); };
    return std::make_shared<Line>(Door{house.io, house.shared, house.rooms, std::move(code), "192.0.2.1"},
                                  std::move(stream));
  }
  void say(std::string const& text) { line->receive(std::get<protocol::ClientFrame>(protocol::decode(text))); }
  // The frames received since the last call.
  std::vector<std::string> settled() {
    house.settle();
    return std::exchange(heard, {});
  }
};

using Heard = std::vector<std::string>;
constexpr auto kHello = R"({"type":"hello","id":1})";

}  // namespace

TEST_CASE("a line is a member of its room, under the guest and the program of its stream", "[line]") {
  Wire wire;
  wire.say(kHello);
  wire.say(R"({"type":"sit","id":2,"seat":0})");  // waits behind the hello
  CHECK(wire.settled() == Heard{"welcome", "state", "step", "step", "ok"});
  wire.house.rooms.with_room("AAAAAAAA", [](Result<RoomSlot*> room) {
    auto const& seat = (*room)->room().state().seats()[0];
    CHECK(seat.nick == "Sen");
    CHECK(seat.program == R"({"name":"Greedy"})");
  });
  CHECK(wire.line->round_trip_ms() == 7);
  wire.line->leave();
  wire.say(R"({"type":"stand","id":3})");
  CHECK(wire.settled().empty());
}

TEST_CASE("a line that does not begin with hello ends with 4002", "[line]") {
  Wire wire;
  wire.say(R"({"type":"sit","id":2,"seat":0})");
  CHECK(wire.settled() == Heard{"unauthenticated", "4002"});
  wire.say(kHello);
  CHECK(wire.settled().empty());
}

TEST_CASE("the token of another guest is refused, and hello may be said again", "[line]") {
  Wire wire;
  wire.say(R"({"type":"hello","id":1,"token":"another's"})");
  CHECK(wire.settled() == Heard{"forbidden"});
  wire.say(kHello);
  CHECK(wire.settled() == Heard{"welcome", "state", "step"});
}

TEST_CASE("a line to a room that nobody has made ends with 4006", "[line]") {
  Wire wire;
  wire.line = wire.open("BBBBBBBB");
  wire.say(kHello);
  wire.say(R"({"type":"sit","id":2,"seat":0})");
  CHECK(wire.settled() == Heard{"not_found", "4006"});
}

TEST_CASE("a line ends when its guest comes over another one", "[line]") {
  Wire wire;
  wire.say(kHello);
  (void)wire.settled();
  auto const first = std::exchange(wire.line, wire.open("AAAAAAAA"));
  wire.say(kHello);
  CHECK(wire.settled() == Heard{"4004", "welcome", "state"});
}

TEST_CASE("a line that leaves while its hello is looked into never enters", "[line]") {
  Wire wire;
  wire.say(kHello);
  wire.line->leave();
  CHECK(wire.settled().empty());
  wire.house.rooms.with_room("AAAAAAAA", [](Result<RoomSlot*> room) { CHECK((*room)->room().members() == 0); });
}
