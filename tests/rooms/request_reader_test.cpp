// Guests' requests translated to a room's inputs, without the room.
#include "server/room/request_reader.hpp"

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::request_reader_test {
using namespace engawa;
using namespace engawa::server;

namespace {

// A game of two: the first player and a spectator are connected.
struct Table {
  RoomState state{RoomState::make(open_setup("classic")).value()};
  Members members;
  History history{state.setup()};
  std::vector<LagQuota> lags{2};
  RequestReader reader{state, members, history, lags};
  FakePeer player, watcher;

  Table() {
    apply(InputKind::wake);
    apply(InputKind::sit, 0, "g_p");
    apply(InputKind::sit, 1, "g_q");
    members.add(player, {"g_p", "Ann"});
    members.add(watcher, {"g_w", "Ann"});
  }
  void apply(InputKind kind, int seat = -1, std::string const& guest = {}) {
    Input input;
    input.kind = kind;
    input.seat = seat;
    input.guest = guest;
    input.nick = guest == "g_p" ? "Ann" : guest;
    REQUIRE(state.apply(input).has_value());
  }
  Result<Input> read(FakePeer const& peer, protocol::Request const& request) {
    return reader.read(*members.find(peer), request);
  }
};

protocol::Move move_at(std::uint32_t ply) {
  protocol::Move move;
  move.ply = ply;
  move.move = R"({"cell":"d3"})";
  return move;
}

}  // namespace

TEST_CASE("a move needs a running game, a seat and the position of now", "[request_reader]") {
  Table table;
  CHECK(table.read(table.player, move_at(0)).error().code == "not_started");
  table.apply(InputKind::start);
  CHECK(table.read(table.watcher, move_at(0)).error().code == "not_your_turn");
  CHECK(table.read(table.player, move_at(1)).error().code == "stale");
  auto const input = table.read(table.player, move_at(0));
  REQUIRE(input.has_value());
  CHECK(input->kind == InputKind::move);
  CHECK(input->seat == 0);
  auto other = move_at(0);
  other.hash = "000000000000";
  CHECK(table.read(table.player, other).error().code == "stale");
}

TEST_CASE("only a person with a seat stands up", "[request_reader]") {
  Table table;
  CHECK(table.read(table.watcher, protocol::Stand{}).error().code == "forbidden");
  auto const input = table.read(table.player, protocol::Stand{});
  REQUIRE(input.has_value());
  CHECK(input->kind == InputKind::stand);
  CHECK(input->seat == 0);
}

TEST_CASE("a guest whose nick is taken has another name here", "[request_reader]") {
  Table table;
  CHECK(table.reader.name_of({"g_p", "Ann"}) == "Ann");
  CHECK(table.reader.name_of({"g_w", "Ann"}) != "Ann");
}

}  // namespace engawa::tests::request_reader_test
