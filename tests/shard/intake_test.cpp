#include "server/visit/intake.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/shard/house.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

using Heard = std::vector<std::string>;

// A connection without a socket: the frames sent to it (types, codes of refusals), and its close code.
struct Client final : Peer, Visitor {
  Heard heard;
  bool over = false;
  Intake* intake = nullptr;

  void send(Frame frame, FrameKind kind) override {
    auto const json = parse_json(*frame).value();
    heard.push_back(json.value("code", json.at("type").get<std::string>()));
    if (kind == FrameKind::answer) intake->answered();
  }
  void close(int code, std::string_view reason) override { hang_up(code, reason); }
  bool ending() const override { return over; }
  void wait() override {}
  void go_on() override {}
  void refuse_hello(std::string_view id, Refusal const& refusal, protocol::ErrorContext const& context) override {
    intake->refuse_with(id, refusal, context);
  }
  void hang_up(int code, std::string_view) override {
    over = true;
    heard.push_back(std::to_string(code));
  }
  void enter(Entry entry) override {
    intake->enter(entry.channel);
    entry.channel.enter(*this, entry.guest, entry.hello, entry.id, entry.token);
  }
};

struct Wire {
  House house{{"AAAAAAAA"}};
  std::shared_ptr<Client> client = std::make_shared<Client>();
  Intake intake;

  explicit Wire(Rate rate = {20, 40})
      : intake(*client, Door{house.io, house.shared, house.rooms, "AAAAAAAA", "192.0.2.1"}, rate) {
    client->intake = &intake;
  }
  std::int64_t say(std::string const& text) {
    auto const wait = intake.hear(client, text);
    house.settle();
    return wait;
  }
  Heard heard() { return std::exchange(client->heard, {}); }
};

constexpr auto kHello = R"({"type":"hello","id":1})", kPing = R"({"type":"ping","id":2})";

}  // namespace

TEST_CASE("a connection's frames go to the greeting first, then to its channel", "[intake]") {
  Wire wire;
  CHECK(wire.intake.channel_name() == "room");
  CHECK(wire.say(kHello) == 0);
  CHECK(wire.intake.channel() != nullptr);
  CHECK(wire.say(R"({"type":"sit","id":2,"seat":0})") == 0);
  auto const heard = wire.heard();
  CHECK(heard.front() == "welcome");
  CHECK(heard.back() == "ok");
  CHECK(wire.intake.unanswered() == 0);
  wire.intake.channel()->leave(*wire.client);
}

TEST_CASE("a connection that does not begin with hello ends with 4002", "[intake]") {
  Wire wire;
  CHECK(wire.say(kPing) == 0);
  CHECK(wire.heard() == Heard{"unauthenticated", "4002"});
}

TEST_CASE("what is over the rate is refused, and nothing is read until it is met again", "[intake]") {
  Wire wire({1, 2});
  CHECK(wire.say(R"({"type":"hello","id":1,"nick":"\u0000"})") == 0);
  CHECK(wire.say(R"({"type":"hello","id":1,"nick":"\u0000"})") == 0);
  wire.heard();
  auto const wait = wire.say(kHello);
  CHECK(wait > 0);
  CHECK(wait <= 1001);  // one message a second, and a fraction
  CHECK(wire.heard() == Heard{"rate_limited"});
  CHECK(wire.intake.channel() == nullptr);
}

TEST_CASE("a flood that minds no answer ends with 1008", "[intake]") {
  Wire wire({1, 1});
  wire.say(R"({"type":"hello","id":1,"nick":"\u0000"})");
  for (int i = 0; i < Allowance::kMostRefused; ++i) REQUIRE(wire.say(kHello) > 0);
  wire.heard();
  CHECK(wire.say(kHello) == 0);
  CHECK(wire.heard() == Heard{"rate_limited", "1008"});
}

TEST_CASE("frames that are no request are refused, the tenth in a row is the last", "[intake]") {
  Wire wire;
  for (int i = 1; i < Allowance::kMostBad; ++i) wire.say("[1");
  CHECK(wire.heard() == Heard(Allowance::kMostBad - 1, "bad_json"));
  CHECK(wire.say("[1") == 0);
  CHECK(wire.heard() == Heard{"bad_json", "1008"});
}

TEST_CASE("texts of nothing, unknown types and wrong members count as such frames", "[intake]") {
  auto const* const bad = GENERATE(R"({"type":"say","id":3,"text":""})", R"({"type":"fly","id":3})",
                                   R"({"type":"sit","id":3,"seat":"first"})", R"({"type":"move","id":3,"ply":0})");
  Wire wire;
  wire.say(kHello);
  wire.heard();
  for (auto const* const between : {kPing, bad}) {
    for (int i = 1; i < Allowance::kMostBad; ++i) wire.say(bad);
    CHECK_FALSE(wire.client->over);
    wire.say(between);
  }
  CHECK(wire.client->over);
  auto const heard = wire.heard();
  CHECK(heard.size() == 2 * Allowance::kMostBad + 1);
  CHECK(heard.back() == "1008");
  wire.intake.channel()->leave(*wire.client);
}

TEST_CASE("what the room or the game refuses is no such frame, and ends their row", "[intake]") {
  Wire wire({1000, 1000});
  wire.say(kHello);
  wire.say(R"({"type":"sit","id":2,"seat":0})");
  wire.say(R"({"type":"start","id":3})");
  wire.heard();
  auto const* const refused = GENERATE(R"({"type":"hello","id":4})",  // the room refuses this, the game the next
                                       R"({"type":"move","id":4,"ply":0,"move":{"cell":7}})");
  for (int i = 0; i < 2 * Allowance::kMostBad; ++i) wire.say(refused);
  CHECK(wire.heard() == Heard(2 * Allowance::kMostBad, "bad_message"));
  for (int i = 1; i < Allowance::kMostBad; ++i) wire.say("[1");
  wire.say(refused);
  for (int i = 1; i < Allowance::kMostBad; ++i) wire.say("[1");
  CHECK_FALSE(wire.client->over);
  wire.intake.channel()->leave(*wire.client);
}
