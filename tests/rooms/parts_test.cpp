// The small parts of the server, each by itself.
#include <fstream>
#include <nlohmann/json.hpp>

#include "protocol/errors.hpp"
#include "protocol/merge_diff.hpp"
#include "server/net/outbox.hpp"
#include "server/ops/token_bucket.hpp"
#include "server/room/request_cache.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::parts_test {
using namespace engawa;
using namespace engawa::server;

namespace {

Outbox::Item item(FrameKind kind, std::size_t bytes = 10) {
  return {std::make_shared<std::string const>(bytes, 'x'), kind};
}

}  // namespace

TEST_CASE("a full outbox drops its steps once, then gives up", "[parts]") {
  Outbox outbox({4, 1000});
  for (int i = 0; i < 3; ++i) CHECK(outbox.push(item(FrameKind::step), true) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::answer), true) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), true) == Outbox::Verdict::overflow);
  CHECK(outbox.size() == 2);  // what is being written, and the answer
  CHECK(outbox.push(item(FrameKind::state), true) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), true) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), true) == Outbox::Verdict::hopeless);
}

TEST_CASE("a full outbox recovers once the state is out", "[parts]") {
  Outbox outbox({3, 1000});
  for (int i = 0; i < 3; ++i) (void)outbox.push(item(FrameKind::step), false);
  CHECK(outbox.push(item(FrameKind::step), false) == Outbox::Verdict::overflow);
  (void)outbox.push(item(FrameKind::state), false);
  while (!outbox.empty()) outbox.pop();
  for (int i = 0; i < 3; ++i) CHECK(outbox.push(item(FrameKind::step), false) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step), false) == Outbox::Verdict::overflow);
}

TEST_CASE("an outbox counts bytes too", "[parts]") {
  Outbox outbox({64, 1000});
  CHECK(outbox.push(item(FrameKind::step, 600), false) == Outbox::Verdict::queued);
  CHECK(outbox.push(item(FrameKind::step, 600), false) == Outbox::Verdict::overflow);
  CHECK(outbox.push(item(FrameKind::state, 1200), false) == Outbox::Verdict::queued);  // one frame always fits
  CHECK(outbox.push(item(FrameKind::step, 10), false) == Outbox::Verdict::hopeless);
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

TEST_CASE("merge diffs turn one document into the other", "[parts]") {
  char const* documents[] = {R"({})", R"({"a":1,"b":{"c":[1],"d":"x"}})", R"({"b":{"c":[1,2]},"e":{"f":{}}})",
                             R"({"a":{"z":1},"b":7})", R"({"b":{"c":[1],"d":"y"},"e":{}})"};
  for (auto const* before : documents)
    for (auto const* after : documents) {
      auto merged = Json::parse(before);
      merged.merge_patch(Json::parse("{" + protocol::merge_diff(before, after) + "}"));
      CHECK(merged == Json::parse(after));
    }
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
