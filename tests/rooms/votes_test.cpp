// The votes for a rematch, without a room.
#include "server/state/parts/votes.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

namespace engawa::tests::votes_test {
using namespace engawa;
using namespace engawa::server;

namespace {

// Two connected people, a disconnected one, and a bot.
Seats table() {
  Seats seats(4);
  for (std::size_t i = 0; i < 3; ++i) {
    seats[i].kind = SeatKind::human;
    seats[i].online = i < 2;
  }
  seats[3].kind = SeatKind::bot;
  return seats;
}

}  // namespace

TEST_CASE("those who are here agree, and nobody who is not a person is asked", "[votes]") {
  auto seats = table();
  Votes votes(4);
  CHECK_FALSE(votes.agreed(seats));
  votes.put(0, true);
  CHECK_FALSE(votes.agreed(seats));
  CHECK(votes.agreed_with(seats, 1, true));
  CHECK_FALSE(votes.agreed_with(seats, 0, false));
  votes.put(1, true);
  CHECK(votes.agreed(seats));
  seats[2].online = true;
  CHECK_FALSE(votes.agreed(seats));
  for (auto& seat : seats) seat.online = false;
  CHECK_FALSE(votes.agreed(seats));
}

TEST_CASE("only a person with a seat may vote", "[votes]") {
  auto seats = table();
  CHECK(Votes::may_vote(seats, 2));
  seats[2].left = true;
  for (int const seat : {-1, 2, 3, 4}) CHECK_FALSE(Votes::may_vote(seats, seat));
}

TEST_CASE("a vote writes its own patch and its part of the document", "[votes]") {
  Votes votes(4);
  std::string set, document;
  votes.put(1, true, set);
  CHECK(set == R"("rematch":{"s1":true})");
  set.clear();
  votes.put(1, true, set);
  CHECK(set.empty());
  votes.put(0, true, set);
  votes.write(document);
  CHECK(document == R"(,"rematch":{"s0":true,"s1":true})");
  votes.put(0, false, set);
  CHECK(set == R"("rematch":{"s0":null})");
  votes.put(1, false, set);
  CHECK(set == R"("rematch":null)");
  document.clear();
  votes.write(document);
  CHECK(document.empty());
}

TEST_CASE("votes survive a snapshot", "[votes]") {
  Votes votes(2), back(2);
  votes.put(1, true);
  Json snapshot;
  votes.save(snapshot);
  CHECK(snapshot.dump() == R"({"votes":[false,true]})");
  back.restore(snapshot);
  std::string document;
  back.write(document);
  CHECK(document == R"(,"rematch":{"s1":true})");
  back.clear();
  document.clear();
  back.write(document);
  CHECK(document.empty());
}

}  // namespace engawa::tests::votes_test
