// The score of an evening without a room.
#include "server/state/parts/evening.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

namespace engawa::tests::evening_test {
using namespace engawa;
using namespace engawa::server;

namespace {

SeatState person(std::string guest, std::string nick) {
  SeatState seat;
  seat.kind = SeatKind::human;
  seat.guest = std::move(guest);
  seat.nick = std::move(nick);
  return seat;
}

Seats table() {
  Seats seats{person("g_h", "Hana"), person("g_k", "Ken"), {}};
  seats[2].kind = SeatKind::bot;
  return seats;
}

Json document(Evening const& evening) {
  std::string text;
  evening.write(text);
  return text.empty() ? Json() : Json::parse('{' + text.substr(1) + '}').at("evening");
}

}  // namespace

TEST_CASE("people have wins wherever they sit, bots together, and a draw is nobody's", "[evening]") {
  Evening evening;
  CHECK(document(evening) == Json());
  auto seats = table();
  evening.add(seats, games::Seat{1});
  std::swap(seats[0], seats[1]);
  evening.add(seats, games::Seat{0});
  CHECK(document(evening) ==
        Json::parse(R"({"rounds":2,"people":{"g_h":{"nick":"Hana","wins":0},"g_k":{"nick":"Ken","wins":2}}})"));
  evening.add(seats, games::Seat{2});
  evening.add(seats, std::nullopt);
  seats[1].nick = "Hanako";
  evening.add(seats, games::Seat{1});
  CHECK(document(evening) ==
        Json::parse(
            R"({"rounds":5,"people":{"g_h":{"nick":"Hanako","wins":1},"g_k":{"nick":"Ken","wins":2}},"bots":1})"));
}

TEST_CASE("the bot of somebody who has left wins for itself", "[evening]") {
  Evening evening;
  auto seats = table();
  seats[0].left = true;
  evening.add(seats, games::Seat{0});
  CHECK(document(evening) == Json::parse(R"({"rounds":1,"people":{"g_k":{"nick":"Ken","wins":0}},"bots":1})"));
}

TEST_CASE("the score survives a snapshot, and an older one has none", "[evening]") {
  Evening evening, back;
  evening.add(table(), games::Seat{2});
  Json snapshot = Json::object();
  evening.save(snapshot);
  back.restore(snapshot);
  CHECK(document(back) == document(evening));
  back.restore(Json::object());
  CHECK(document(back) == Json());
}

TEST_CASE("the score of many people stays small", "[evening]") {
  Evening evening;
  for (int i = 0; i < 40; ++i) evening.add({person("g_" + std::to_string(i), "P")}, games::Seat{0});
  CHECK(document(evening)["people"].size() == Evening::kMost);
  CHECK(document(evening)["rounds"] == 40);
  CHECK_FALSE(document(evening).contains("bots"));
}

}  // namespace engawa::tests::evening_test
