// What the operator's acts make of the people, as a fold over stored acts.
#include "server/lobby/moderation.hpp"

#include <nlohmann/json.hpp>

#include "server/ops/wall_clock.hpp"
#include "tests/catch.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

StoredActs acts_of(std::vector<std::string> const& texts) {
  StoredActs acts;
  for (auto const& text : texts) acts.rows.push_back({static_cast<std::int64_t>(acts.rows.size()) + 1, 7, text});
  return acts;
}

}  // namespace

TEST_CASE("a ban and a mute end at their time", "[moderation]") {
  auto const later = std::to_string(wall_clock() + 3600000);
  Moderation moderation;
  (void)moderation.learn(acts_of({R"({"act":"ban","guest":"g_past","reason":"r","until":1})",
                                  R"({"act":"ban","guest":"g_now","reason":"r","until":)" + later + '}',
                                  R"({"act":"mute","guest":"g_past","until":1})", R"({"act":"mute","guest":"g_ever"})",
                                  R"({"act":"ban","addresses":"10.0.0.0/8","reason":"r","until":1})",
                                  R"({"act":"ban","addresses":"2001:db8::/64","reason":"six"})"}));
  CHECK_FALSE(moderation.ban_of("g_past", "10.1.2.3"));
  CHECK(moderation.ban_of("g_now", "")->context.until == std::stoll(later));
  CHECK(moderation.ban_of("", "2001:db8::/64")->refusal.message == "the operator of this server has banned you: six");
  CHECK_FALSE(moderation.ban_of("", "2001:db8:0:1::/64"));
  CHECK_FALSE(moderation.silence("g_past", "hello"));
  CHECK(moderation.silence("g_ever", "hello")->refusal.code == "muted");
  CHECK(moderation.in_force().find("g_past") == std::string::npos);
}

TEST_CASE("acts are learnt once, and those that cannot be read are passed over", "[moderation]") {
  Moderation moderation;
  auto acts = acts_of({R"({"act":"forbid","word":"one"})", R"({"act":"of a newer version"})", "rubbish",
                       R"({"act":"allow","word":"One"})"});
  acts.damaged = {5};
  auto const news = moderation.learn(acts);
  REQUIRE(news.size() == 2);
  CHECK(news[0].number == 1);
  CHECK(news[1].number == 4);
  CHECK(moderation.last() == 5);
  CHECK(moderation.learn(acts).empty());
  CHECK(moderation.admit("one").has_value());
}

TEST_CASE("what was written is read back", "[moderation]") {
  auto const body =
      parse_json(R"({"act":"ban","addresses":"203.0.113.77/24","minutes":2,"reason":" \"縁側\" ","by":"Hana"})");
  auto const act = read_act(*body, 1000);
  REQUIRE(act.has_value());
  CHECK(act->addresses == "203.0.113.0/24");
  CHECK(act->until == 121000);
  auto const again = stored_act(write_act(*act));
  REQUIRE(again.has_value());
  CHECK(write_act(*again) == write_act(*act));
  CHECK(again->reason == "\"縁側\"");
}
