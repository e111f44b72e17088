// The host and the guests that the host has removed or muted, without a room.
#include <nlohmann/json.hpp>

#include "server/state/parts/people.hpp"
#include "tests/catch.hpp"

namespace engawa::tests::host_test {
using namespace engawa;
using namespace engawa::server;

namespace {

std::string document(People const& people) {
  std::string out;
  people.write(out);
  return out;
}

}  // namespace

TEST_CASE("only the host and the room itself may do what a host does", "[host]") {
  People people("g_h");
  CHECK(people.require_host("g_h").has_value());
  CHECK(people.require_host("").has_value());
  CHECK(people.require_host("g_x").error().code == "not_host");
}

TEST_CASE("the removed neither sit nor talk, the muted do not talk", "[host]") {
  People people("g_h");
  people.kick({"g_a", "Ann"});
  people.mute({"g_b", "Bo"});
  CHECK(people.is_kicked("g_a"));
  CHECK_FALSE(people.may_talk("g_a"));
  CHECK_FALSE(people.is_kicked("g_b"));
  CHECK_FALSE(people.may_talk("g_b"));
  CHECK(people.may_talk("g_c"));
  CHECK(document(people) == R"(,"kicked":{"g_a":"Ann"},"muted":{"g_b":"Bo"})");
  CHECK(people.pardon("g_b") == std::nullopt);
  CHECK(people.pardon("g_a") == "Ann");
  CHECK(people.unmute("g_b") == "Bo");
  CHECK(document(people).empty());
}

TEST_CASE("the lists keep the last ones, each once", "[host]") {
  People people;
  for (std::size_t i = 0; i <= People::kMost; ++i) people.kick({"g" + std::to_string(i), "n"});
  CHECK_FALSE(people.is_kicked("g0"));
  people.kick({"g1", "again"});
  std::vector<Person> all;
  people.list(all);
  CHECK(all.size() == People::kMost);
  CHECK(all.front().guest == "g2");
  CHECK(all.back().nick == "again");
}

TEST_CASE("the first person who is here follows a host who left", "[host]") {
  Seats seats(3);
  for (std::size_t i = 0; i < 3; ++i) {
    seats[i].kind = SeatKind::human;
    seats[i].guest = "g" + std::to_string(i);
    seats[i].online = i != 1;
  }
  People people("g0");
  CHECK(people.pass_host_on("g1", seats) == std::nullopt);
  CHECK(people.pass_host_on("g0", seats) == 2);
  CHECK(people.host() == "g2");
  seats[0].online = false;
  CHECK(people.pass_host_on("g2", seats) == std::nullopt);
  CHECK(people.host() == "g2");
}

TEST_CASE("people survive a snapshot, also one from before there were muted", "[host]") {
  People people("g_h"), back, old;
  people.kick({"g_a", "Ann"});
  people.mute({"g_b", "Bo"});
  Json snapshot;
  people.save(snapshot);
  CHECK(snapshot.dump() == R"({"host":"g_h","kicked":[["g_a","Ann"]],"muted":[["g_b","Bo"]]})");
  back.restore(snapshot, true);
  CHECK(back.host() == "g_h");
  CHECK(document(back) == document(people));
  snapshot.erase("muted");
  old.restore(snapshot, false);
  CHECK(document(old) == R"(,"kicked":{"g_a":"Ann"})");
}

}  // namespace engawa::tests::host_test
