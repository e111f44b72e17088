// The part of a room that follows from its journal, without the room.
#include "server/room/ledger.hpp"

#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::ledger_test {
using namespace engawa;
using namespace engawa::server;

namespace {

struct Book {
  Ledger ledger{RoomState::make(open_setup("classic")).value(), {}};
  std::vector<std::string> lines;
  std::int64_t at = 1000;

  Result<std::uint64_t> apply(InputKind kind, int seat = -1, std::string const& guest = {},
                              std::string const& move = {}) {
    Input input;
    input.kind = kind;
    input.seat = seat;
    input.guest = guest;
    input.nick = guest;
    input.move = move;
    input.at = ++at;
    input.request = std::to_string(at);
    auto const entry = ledger.apply(input);
    if (!entry) return entry.error();
    lines.emplace_back(entry->line);
    return entry->seq;
  }
  // Two people begin a game.
  void begin() {
    for (auto const kind : {InputKind::wake, InputKind::sit, InputKind::sit, InputKind::start}) {
      auto const seat = kind == InputKind::sit ? static_cast<int>(lines.size()) - 1 : -1;
      auto const guest = seat >= 0 ? "g_" + std::to_string(seat) : kind == InputKind::start ? "g_0" : "";
      REQUIRE(apply(kind, seat, guest).has_value());
    }
  }
};

}  // namespace

TEST_CASE("the lines of a ledger make an equal one", "[ledger]") {
  Book book;
  book.begin();
  REQUIRE(book.apply(InputKind::move, 0, "g_0", R"({"cell":"d3"})").has_value());
  Ledger again(RoomState::make(open_setup("classic")).value(), {});
  for (auto const& line : book.lines) REQUIRE(again.replay(line).has_value());
  CHECK(again.state().document() == book.ledger.state().document());
  CHECK(again.history().hash() == book.ledger.history().hash());
  CHECK(again.log().page({}) == book.ledger.log().page({}));
  CHECK(again.answers().size() == book.ledger.answers().size());
}

TEST_CASE("a refused input leaves no trace", "[ledger]") {
  Book book;
  book.begin();
  auto const before = book.ledger.state().document();
  auto const hash = book.ledger.history().hash();
  CHECK(book.apply(InputKind::move, 0, "g_0", R"({"cell":"a1"})").error().code == "illegal_move");
  CHECK(book.ledger.state().document() == before);
  CHECK(book.ledger.history().hash() == hash);
  CHECK(book.apply(InputKind::move, 0, "g_0", R"({"cell":"d3"})").value() == 5);
}

TEST_CASE("the snapshot at the start of a round is the whole ledger", "[ledger]") {
  Book book;
  CHECK_FALSE(book.ledger.takes_snapshot());
  book.begin();
  REQUIRE(book.ledger.takes_snapshot());
  Ledger restored(RoomState::make(open_setup("classic")).value(), {});
  REQUIRE(restored.restore(book.ledger.snapshot()).has_value());
  CHECK(restored.state().document() == book.ledger.state().document());
  CHECK(restored.history().hash() == book.ledger.history().hash());
  CHECK(restored.snapshot() == book.ledger.snapshot());
}

TEST_CASE("a line that is no input, and one that does not fit, are refused", "[ledger]") {
  Ledger ledger(RoomState::make(open_setup("classic")).value(), {});
  CHECK(ledger.replay("{").error().code == "internal");
  Book book;
  book.begin();
  CHECK_FALSE(ledger.replay(book.lines.back()).has_value());
}

}  // namespace engawa::tests::ledger_test
