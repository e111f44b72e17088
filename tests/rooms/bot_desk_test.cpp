// A room's bots without the room: the times when they think and move.
#include "server/room/bot_desk.hpp"

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::bot_desk_test {
using namespace engawa;
using namespace engawa::server;

namespace {

// A person on the first seat, whose turn it is, and a bot on the second.
struct Table {
  FakeEnvironment world;
  RoomState state;
  RoomTime time{world};
  BotDesk desk;

  explicit Table(RoomSetup setup) : state(RoomState::make(std::move(setup)).value()), desk(state, world, time) {
    apply(InputKind::wake);
    apply(InputKind::sit, 0);
    apply(InputKind::start);
  }
  void apply(InputKind kind, int seat = -1, std::string move = {}) {
    Input input;
    input.kind = kind;
    input.at = world.time;
    input.seat = seat;
    if (kind == InputKind::sit) input.guest = input.nick = "g_p";
    input.move = std::move(move);
    REQUIRE(state.apply(input).has_value());
    (void)desk.applied(input, !input.move.empty());
  }
};

RoomSetup against_a_bot() {
  auto setup = open_setup("classic");
  setup.chairs[1] = {RoomSetup::Chair::Kind::bot, "mcs", 1};
  setup.bot_delay_ms = 400;
  return setup;
}

}  // namespace

TEST_CASE("a bot thinks when it is its turn, and moves after its pause", "[bot_desk]") {
  Table table(against_a_bot());
  auto& [world, state, time, desk] = table;
  desk.drive({});
  CHECK(desk.idle());
  table.apply(InputKind::move, 0, R"({"cell":"d3"})");
  desk.drive({});
  desk.drive({});
  REQUIRE(world.thinking.size() == 1);
  auto const& job = world.thinking[0];
  CHECK(job.bot == "mcs");
  CHECK(job.due == world.time + 400);
  CHECK(desk.is_thinking(1));
  CHECK(desk.awaits_move(job.ticket));
  CHECK(desk.next_due() == 0);
  desk.keep_move(job.ticket, R"({"cell":"c3"})");
  CHECK(desk.next_due() == world.time + 400);
  CHECK_FALSE(desk.take_due_move(world.time + 399));
  auto const move = desk.take_due_move(world.time + 400);
  REQUIRE(move);
  CHECK(move->kind == InputKind::bot_move);
  CHECK(move->seat == 1);
  CHECK(move->move == R"({"cell":"c3"})");
  CHECK(desk.idle());
}

TEST_CASE("a bot stops when its position is past or nobody is here", "[bot_desk]") {
  Table table(against_a_bot());
  auto& [world, state, time, desk] = table;
  table.apply(InputKind::move, 0, R"({"cell":"d3"})");
  desk.drive({});
  desk.drop_stale({});
  CHECK_FALSE(desk.idle());
  table.apply(InputKind::sleep);
  desk.drop_stale({});
  CHECK(desk.idle());
  CHECK(world.thinking.at(0).stop.stop_requested());
  CHECK_FALSE(desk.awaits_move(world.thinking[0].ticket));
  desk.drive({});
  CHECK(desk.idle());
}

TEST_CASE("a move for a late player is due at once, as a timeout", "[bot_desk]") {
  Table table(against_a_bot());
  auto& [world, state, time, desk] = table;
  desk.think_for_late(0);
  REQUIRE(world.thinking.size() == 1);
  desk.keep_move(world.thinking[0].ticket, R"({"cell":"d3"})");
  auto const move = desk.take_due_move(world.time);
  REQUIRE(move);
  CHECK(move->kind == InputKind::timeout);
  CHECK(move->seat == 0);
}

TEST_CASE("a member has one hint at a time, and none once they have left", "[bot_desk]") {
  Table table(against_a_bot());
  auto& [world, state, time, desk] = table;
  Members members;
  FakePeer peer, other;
  auto const& member = members.add(peer, {"g_p", "Ann"});
  REQUIRE(desk.ask_for_hint(member, "1").has_value());
  CHECK(desk.hints() == 1);
  CHECK(desk.ask_for_hint(member, "2").error().code == "rate_limited");
  auto const question = desk.take_question(world.thinking.at(0).ticket);
  REQUIRE(question);
  CHECK(question->asker == member.id);
  CHECK(question->request == "1");
  CHECK_FALSE(desk.take_question(world.thinking[0].ticket));
  REQUIRE(desk.ask_for_hint(member, "3").has_value());
  desk.drop_stale(members);
  CHECK(desk.hints() == 1);
  members.remove(member);
  desk.drop_stale(members);
  CHECK(desk.hints() == 0);
  CHECK(desk.ask_for_hint(members.add(other, {"g_q", "Bo"}), "4").error().code == "forbidden");
}

TEST_CASE("room time goes on from the last input", "[bot_desk]") {
  FakeEnvironment world;
  RoomTime time(world);
  CHECK(time.now() == world.time);
  time.go_on_from(world.time + 500);
  CHECK(time.now() == world.time + 500);
  CHECK(time.server_time(time.now()) == world.time);
  time.go_on_from(world.time - 500);
  CHECK(time.ahead() == 0);
}

}  // namespace engawa::tests::bot_desk_test
