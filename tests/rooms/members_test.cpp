// The members of a room without the room: frames that wait for the journal, their receivers and their
// order.
#include "server/room/members.hpp"

#include "tests/catch.hpp"

namespace engawa::tests::members_test {
using namespace engawa;
using namespace engawa::server;

namespace {

struct Listener final : Peer {
  std::vector<std::string> heard;
  int closed = 0;

  void send(Frame frame, FrameKind) override { heard.emplace_back(*frame); }
  void close(int code, std::string_view) override { closed = code; }
};

Members::HeldStep step(std::uint64_t seq, std::uint64_t asker = 0) {
  return {seq, Frame("step " + std::to_string(seq)), asker, "r", {}, {}};
}

void commit(Members& members, std::uint64_t seq) {
  while (auto const held = members.take_stored(seq)) members.tell(*held);
}

}  // namespace

TEST_CASE("members are found by peer, number and guest", "[members]") {
  Members members;
  Listener one, two;
  auto const first = members.add(one, {"g_1", "Ann"}).id;
  auto const second = members.add(two, {"g_2", "Bo"}).id;
  CHECK(first != second);
  CHECK(members.find(one)->id == first);
  CHECK(members.find(second)->peer == &two);
  CHECK(members.find_guest("g_2")->id == second);
  CHECK(members.find_guest("g_3") == nullptr);
  Seats seats(2);
  seats[1].kind = SeatKind::human;
  seats[1].guest = "g_2";
  CHECK(members.spectators(seats) == 1);
  members.remove(*members.find(first));
  CHECK(members.find(one) == nullptr);
  CHECK(members.add(one, {"g_1", "Ann"}).id != first);
}

TEST_CASE("a step waits for the journal, and messages wait behind it", "[members]") {
  Members members;
  Listener one, two;
  auto const asker = members.add(one, {"g_1", "Ann"}).id;
  members.add(two, {"g_2", "Bo"});
  members.deliver(*members.find(two), Frame("at once"), FrameKind::answer);
  members.hold(step(1, asker));
  members.deliver(*members.find(two), Frame("later"), FrameKind::answer);
  members.hold(step(2));
  CHECK(members.holds_steps());
  CHECK(one.heard.empty());
  CHECK(two.heard == std::vector<std::string>{"at once"});
  commit(members, 1);
  REQUIRE(one.heard.size() == 2);
  CHECK(one.heard[0] == "step 1");
  CHECK(one.heard[1].find(R"("ok")") != std::string::npos);
  CHECK(two.heard == std::vector<std::string>{"at once", "step 1", "later"});
  commit(members, 2);
  CHECK(two.heard.back() == "step 2");
  CHECK_FALSE(members.holds_steps());
}

TEST_CASE("who got a whole state hears no step that is in it", "[members]") {
  Members members;
  Listener one;
  auto& member = members.add(one, {"g_1", "Ann"});
  members.hold(step(1));
  members.deliver(member, Frame("old step"), FrameKind::step);
  members.deliver(member, Frame("answer"), FrameKind::answer);
  member.since = 1;
  ++member.collapses;
  commit(members, 1);
  CHECK(one.heard == std::vector<std::string>{"answer"});
}

TEST_CASE("whoever asked for a step that is not stored hears why", "[members]") {
  Members members;
  Listener one, two;
  auto const asker = members.add(one, {"g_1", "Ann"}).id;
  members.add(two, {"g_2", "Bo"});
  members.hold(step(1, asker));
  members.refuse_held(refuse("internal", "the disk is full"));
  REQUIRE(one.heard.size() == 1);
  CHECK(one.heard[0].find("the disk is full") != std::string::npos);
  CHECK(two.heard.empty());
  CHECK_FALSE(members.holds_steps());
  members.close_all(1011, "broken");
  CHECK(one.closed == 1011);
  CHECK(two.closed == 1011);
  CHECK(members.empty());
}

TEST_CASE("who comes back gets the steps they missed, or has to get the state", "[members]") {
  RoomSetup setup;
  setup.code = "ABCD";
  History history(setup);
  std::string hash;
  for (int i = 1; i <= 3; ++i) {
    history.add("line " + std::to_string(i));
    history.keep(Frame("step " + std::to_string(i)), 10, 1000);
    if (i == 1) hash = std::string_view(history.text());
  }
  Members members;
  Listener one;
  auto const& member = members.add(one, {"g_1", "Ann"});
  CHECK(members.deliver_since(member, history, 1, hash));
  CHECK(one.heard == std::vector<std::string>{"step 2", "step 3"});
  CHECK_FALSE(members.deliver_since(member, history, std::nullopt, {}));
  CHECK(one.heard.size() == 2);
  CHECK_FALSE(members.deliver_since(member, history, 1, "000000000000"));
  CHECK(one.heard.size() == 3);  // that its history is another one
}

}  // namespace engawa::tests::members_test
