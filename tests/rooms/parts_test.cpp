// The small parts of the server, each on its own.
#include <fstream>
#include <nlohmann/json.hpp>

#include "protocol/errors.hpp"
#include "protocol/merge_diff.hpp"
#include "server/net/frame_buffers.hpp"
#include "server/net/heartbeat.hpp"
#include "server/net/outbox.hpp"
#include "server/ops/token_bucket.hpp"
#include "server/room/request_cache.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::parts_test {
using namespace engawa;
using namespace engawa::server;

namespace {

Outbox::Item item(FrameKind kind, std::size_t bytes = 10) { return {Frame(std::string(bytes, 'x')), kind}; }

}  // namespace

TEST_CASE("a full outbox drops its steps once, then gives up", "[parts]") {
  Outbox outbox({4, 1000});
  for (int i = 0; i < 3; ++i) CHECK(outbox.push(item(FrameKind::step), 1) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::answer), 1) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), 1) == Outbox::Verdict::overflow);
  CHECK(outbox.size() == 2);  // the frame being written, and the answer
  CHECK(outbox.push(item(FrameKind::state), 1) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), 1) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), 1) == Outbox::Verdict::hopeless);
}

TEST_CASE("a full outbox recovers once the state is out", "[parts]") {
  Outbox outbox({3, 1000});
  for (int i = 0; i < 3; ++i) (void)outbox.push(item(FrameKind::step), 0);
  CHECK(outbox.push(item(FrameKind::step), 0) == Outbox::Verdict::overflow);
  (void)outbox.push(item(FrameKind::state), 0);
  while (!outbox.empty()) outbox.pop(1);
  for (int i = 0; i < 3; ++i) CHECK(outbox.push(item(FrameKind::step), 0) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), 0) == Outbox::Verdict::overflow);
}

TEST_CASE("what is being written stays in a full outbox", "[parts]") {
  Outbox outbox({4, 1000});
  for (int i = 0; i < 4; ++i) (void)outbox.push(item(FrameKind::step, 100 + static_cast<std::size_t>(i)), 0);
  CHECK(outbox.push(item(FrameKind::step), 3) == Outbox::Verdict::overflow);
  REQUIRE(outbox.size() == 3);
  CHECK(outbox[2].frame.size() == 102);
  outbox.clear(2);
  CHECK(outbox.size() == 2);
}

// The examples of RFC 6455, section 5.7, with text in place of binary data.
TEST_CASE("a frame has its header with it", "[parts]") {
  std::string const medium(256, 'x'), large(65536, 'y');
  using namespace std::string_literals;
  CHECK(Frame("Hello").wire() == "\x81\x05Hello");
  CHECK(Frame(medium).wire() == "\x81\x7e\x01\x00"s + medium);
  CHECK(Frame(large).wire() == "\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"s + large);
  for (std::size_t const size : {0U, 1U, 125U, 126U, 127U, 65535U, 65536U}) {
    Frame const frame(std::string(size, 'z'));
    CHECK(*frame == std::string(size, 'z'));
    CHECK(frame.wire().ends_with(*frame));
    CHECK(frame.size() == size);
  }
  CHECK((*Frame()).empty());
}

TEST_CASE("several frames leave in one write, and what it leaves over in the next", "[parts]") {
  FrameBuffers frames;
  auto const text = [](FrameBuffers::Sequence const& buffers) {
    std::string joined;
    for (auto const& buffer : buffers) joined.append(static_cast<char const*>(buffer.data()), buffer.size());
    return joined;
  };
  std::string const sent = "one,two,three";
  for (std::size_t written = 0; written <= sent.size(); ++written) {
    for (auto const* part : {"one,", "two,", "three"}) frames.add(part);
    CHECK(frames.size() == 3);
    CHECK(text(frames.all()) == sent);
    CHECK(text(frames.rest(written)) == sent.substr(written));
    frames.clear();
    CHECK(text(frames.all()).empty());
  }
}

TEST_CASE("an outbox counts bytes too", "[parts]") {
  Outbox outbox({64, 1000});
  CHECK(outbox.push(item(FrameKind::step, 600), 0) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step, 600), 0) == Outbox::Verdict::overflow);
  CHECK(outbox.push(item(FrameKind::state, 1200), 0) == Outbox::Verdict::queued);  // one frame always fits
  CHECK(outbox.push(item(FrameKind::step, 10), 0) == Outbox::Verdict::hopeless);
}

TEST_CASE("the memory of a frame that several hold is shared between them", "[parts]") {
  Outbox one({64, 100000}), other({64, 100000});
  CHECK(one.memory() == 0);
  Frame const frame(std::string(6000, 'x'));
  auto const alone = frame.memory();
  CHECK(alone >= 6000);
  CHECK(alone <= 6100);
  for (auto* const outbox : {&one, &other}) (void)outbox->push({frame, FrameKind::step}, 0);
  CHECK(one.memory() == alone / 3);
  one.pop(1);
  CHECK(one.memory() == 0);
  CHECK(other.memory() == alone / 2);
}

TEST_CASE("answers are kept for the last 256 requests of each guest", "[parts]") {
  RequestCache answers;
  for (int i = 0; i < 300; ++i) answers.remember("a", std::to_string(i), {static_cast<std::uint64_t>(i), {}});
  answers.remember("b", "0", {7, {}});
  CHECK(answers.find("a", "43") == nullptr);
  REQUIRE(answers.find("a", "44") != nullptr);
  CHECK(answers.find("a", "299")->seq == 299);
  CHECK(answers.find("b", "0")->seq == 7);
  CHECK(answers.find("c", "0") == nullptr);
}

TEST_CASE("answers are bounded over all guests: who has been quiet the longest is forgotten", "[parts]") {
  RequestCache answers;
  for (int i = 0; i < 300; ++i) answers.remember("busy", std::to_string(i), {1, {}});
  for (int i = 0; i < 20000; ++i) {
    if (i % 1000 == 0) answers.remember("busy", "again" + std::to_string(i), {2, {}});
    answers.remember("g" + std::to_string(i), "1", {static_cast<std::uint64_t>(i), {}});
  }
  CHECK(answers.size() <= RequestCache::kInAll);
  CHECK(answers.size() > RequestCache::kInAll - RequestCache::kKept);
  CHECK(answers.find("g19999", "1")->seq == 19999);
  CHECK(answers.find("g5000", "1") != nullptr);
  CHECK(answers.find("g100", "1") == nullptr);
  CHECK(answers.find("busy", "299") != nullptr);
  CHECK(answers.find("busy", "again19000") != nullptr);
}

TEST_CASE("a token bucket says when to come again", "[parts]") {
  TokenBucket bucket({10, 2});
  CHECK(bucket.take(1000) == 0);
  CHECK(bucket.take(1000) == 0);
  auto const wait = bucket.take(1000);
  CHECK(wait > 0);
  CHECK(bucket.take(1000 + wait) == 0);
  CHECK_FALSE(bucket.full(1000 + wait));
  CHECK(bucket.full(9000));
}

TEST_CASE("a heartbeat pings a silent connection once, and gives it up if nothing comes", "[parts]") {
  using enum Heartbeat::Verdict;
  Heartbeat heartbeat(1000);
  CHECK(heartbeat.at(20999, 20000) == quiet);
  CHECK(heartbeat.at(21000, 20000) == ping);
  heartbeat.ping_sent(21000);
  CHECK(heartbeat.at(22000, 20000) == quiet);
  CHECK(heartbeat.at(41000, 20000) == quiet);
  CHECK(heartbeat.at(41001, 20000) == lost);
  heartbeat.heard(41001);
  CHECK(heartbeat.at(61000, 20000) == quiet);
  CHECK(heartbeat.at(61001, 20000) == ping);
  CHECK(heartbeat.at(99999, 20000) == ping);  // no ping was sent yet
}

TEST_CASE("a heartbeat measures the round trip while somebody needs it", "[parts]") {
  using enum Heartbeat::Verdict;
  Heartbeat heartbeat(1000);
  CHECK(heartbeat.round_trip_ms(1000) == 0);
  CHECK(heartbeat.at(6000, 20000) == ping);
  heartbeat.ping_sent(6000);
  heartbeat.ping_sent(11000);
  heartbeat.pong(11040);  // of the first one
  CHECK(heartbeat.round_trip_ms(11040) == 5040);
  heartbeat.ping_sent(16000);
  heartbeat.pong(16030);
  heartbeat.pong(16050);  // unrequested
  CHECK(heartbeat.round_trip_ms(16050) == 30);
  heartbeat.heard(76000);
  CHECK(heartbeat.at(76049, 20000) == ping);
  CHECK(heartbeat.at(76050, 20000) == quiet);  // a minute after its last use
}

TEST_CASE("merge diffs turn one document into the other", "[parts]") {
  char const* documents[] = {R"({})",
                             R"({"a":1,"b":{"c":[1],"d":"x"}})",
                             R"({"b":{"c":[1,2]},"e":{"f":{}}})",
                             R"({"a":{"z":1},"b":7})",
                             R"({"b":{"c":[1],"d":"y"},"e":{}})",
                             R"({"a\"}":"{,\"","b":{"c":[{"x":"]"},[2]],"d":"\\"}})",
                             R"({"a\"}":"{,","b":{"c":[{"x":"]"}]}})"};
  for (auto const* before : documents)
    for (auto const* after : documents) {
      auto merged = Json::parse(before);
      merged.merge_patch(Json::parse("{" + protocol::merge_diff(before, after) + "}"));
      CHECK(merged == Json::parse(after));
    }
}

TEST_CASE("merge diffs say nothing of members in another order", "[parts]") {
  CHECK(protocol::merge_diff(R"({"a":{"b":1,"c":{"d":2,"e":3}},"f":4})", R"({"f":4,"a":{"c":{"e":3,"d":2},"b":1}})")
            .empty());
  CHECK(protocol::merge_diff(R"({"a":{"b":1,"c":2},"f":4})", R"({"a":{"c":2,"b":1},"f":5})") == R"("f":5)");
}

TEST_CASE("inputs and set-ups survive the journal", "[parts]") {
  Input input;
  input.kind = InputKind::timeout;
  input.at = 12;
  input.until = 34;
  input.seat = 3;
  input.level = 2;
  input.guest = "g_x";
  input.request = R"("a\"b")";
  input.nick = "たろう";
  input.text = "line\n\"two\"";
  input.move = R"({"cell":"f7"})";
  auto const text = write_input(input);
  auto const back = read_input(text);
  REQUIRE(back.has_value());
  CHECK(write_input(*back) == text);
  for (auto const* bad : {"", "{}", R"({"in":"dance","at":1})", R"({"in":"move"})", R"({"in":"move","at":"x"})"})
    CHECK_FALSE(read_input(bad).has_value());
  auto setup = open_setup("seed");
  setup.chairs[1] = {RoomSetup::Chair::Kind::bot, "mcs", 1};
  setup.maker = "g_m";
  setup.seed = ~0ull;
  auto const kept = read_setup(write_setup(setup));
  REQUIRE(kept.has_value());
  CHECK(write_setup(*kept) == write_setup(setup));
  CHECK_FALSE(read_setup("{}").has_value());
}

TEST_CASE("a journal that does not replay is refused, not repaired", "[parts]") {
  FakeEnvironment host;
  CHECK_FALSE(Room::load(open_setup("classic"), {"rubbish"}, host, {}).has_value());
  CHECK_FALSE(Room::load(open_setup("classic"), {R"({"in":"move","at":1,"seat":0,"move":{"cell":"d3"}})"}, host, {})
                  .has_value());
  auto unknown = open_setup("classic");
  unknown.game = "chess";
  CHECK_FALSE(Room::load(unknown, {}, host, {}).has_value());
}

TEST_CASE("the registry of refusals is the one that clients read", "[parts]") {
  std::ifstream file(ENGAWA_SOURCE "/protocol/errors.json");
  auto const json = Json::parse(file);
  REQUIRE(json["errors"].size() == protocol::error_registry().size());
  for (std::size_t i = 0; i < json["errors"].size(); ++i) {
    auto const& entry = protocol::error_registry()[i];
    CHECK(json["errors"][i]["code"] == entry.code);
    CHECK(json["errors"][i]["status"] == entry.status);
    CHECK(json["errors"][i]["retry"] == entry.retry);
  }
}

}  // namespace engawa::tests::parts_test
