// Programs that connect over the network: marked at their seats, not counted as people, and not allowed everywhere.
#include "protocol/messages.hpp"
#include "server/state/document.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::programs_test {
using namespace engawa;
using namespace engawa::server;

namespace {

constexpr auto kGreedy = R"({"author":"Hana","name":"Greedy"})";

// A program at seat 0 and a person at seat 1.
struct Table {
  FakeEnvironment host;
  std::unique_ptr<Room> room;
  FakePeer program, person;

  explicit Table(bool refuses = false) {
    auto setup = open_setup("classic");
    setup.refuses_programs = refuses;
    room = open_room(setup, host);
    join(*room, person, "g_person");
    request(*room, person, {{"type", "sit"}, {"id", 1}, {"seat", 1}});
    join(*room, program, "g_program", {}, {}, kGreedy);
    host.commit(*room);
  }
  void ask(FakePeer& peer, Json const& frame) {
    request(*room, peer, frame);
    host.commit(*room);
  }
  void enter(FakePeer& peer, std::string const& guest, std::string const& bot) {
    join(*room, peer, guest, {}, {}, bot);
    host.commit(*room);
  }
  void sit() { ask(program, {{"type", "sit"}, {"id", 1}, {"seat", 0}}); }
  Json seats() const { return Json::parse(room->state().document())["seats"]; }
  Json counts() const { return Json::parse(room_summary(room->state().parts()))["seats"]; }
};

}  // namespace

TEST_CASE("a program is marked at its seat, and is no person in the lobby", "[programs]") {
  Table table;
  table.sit();
  CHECK(table.seats()["s0"]["program"] == Json::parse(kGreedy));
  CHECK(table.seats()["s0"]["kind"] == "human");
  CHECK_FALSE(table.seats()["s1"].contains("program"));
  CHECK(table.counts() == Json{{"human", 1}, {"program", 1}, {"bot", 0}, {"open", 0}, {"closed", 0}});
  CHECK(table.person.document["seats"]["s0"]["program"]["name"] == "Greedy");
}

TEST_CASE("the guest of a program that comes back without saying so is a person again, and the reverse", "[programs]") {
  Table table;
  table.sit();
  FakePeer again;
  table.enter(again, "g_program", "");
  CHECK_FALSE(table.seats()["s0"].contains("program"));
  CHECK(table.counts()["human"] == 2);
  FakePeer other;
  table.enter(other, "g_program", R"({"name":"Careful"})");
  CHECK(table.seats()["s0"]["program"] == Json{{"name", "Careful"}});
  CHECK(table.person.document["seats"]["s0"]["program"]["name"] == "Careful");
}

TEST_CASE("another guest at the seat of a program is a person", "[programs]") {
  Table table;
  table.sit();
  table.ask(table.program, {{"type", "stand"}, {"id", 2}});
  CHECK(table.seats()["s0"] == Json{{"kind", "open"}});
  table.ask(table.person, {{"type", "sit"}, {"id", 2}, {"seat", 0}});
  CHECK_FALSE(table.seats()["s0"].contains("program"));
}

TEST_CASE("a room without programs lets them watch and talk, and gives them no seat", "[programs]") {
  Table table(true);
  CHECK(Json::parse(table.room->state().document())["settings"]["programs"] == "refuse");
  table.sit();
  auto const refusal = table.program.answer(1);
  CHECK(refusal["code"] == "forbidden");
  CHECK(refusal["message"] == "programs have no seat in this room: they may watch and talk");
  CHECK(table.seats()["s0"] == Json{{"kind", "open"}});
  table.ask(table.program, {{"type", "say"}, {"id", 2}, {"text", "hello"}});
  CHECK(table.program.answer(2)["type"] == "ok");
}

TEST_CASE("a person's seat is not taken by their program where programs are refused", "[programs]") {
  Table table(true);
  FakePeer program;
  table.enter(program, "g_person", kGreedy);
  CHECK(program.answer("hello")["code"] == "forbidden");
  CHECK(program.closed == 4005);
  CHECK(table.person.closed == 0);
  CHECK_FALSE(table.seats()["s1"].contains("program"));
}

TEST_CASE("the journal and a snapshot keep the mark", "[programs]") {
  Table table;
  table.sit();
  auto const document = table.room->state().document();
  FakeEnvironment host;
  auto const read = Room::load(table.room->state().setup(), table.host.stored, host, {});
  REQUIRE(read.has_value());
  CHECK((*read)->state().document() == document);
  auto restored = RoomState::make(table.room->state().setup());
  REQUIRE(restored.has_value());
  REQUIRE(restored->restore(table.room->state().snapshot()).has_value());
  CHECK(restored->document() == document);
}

TEST_CASE("what a program says of itself is cleaned, or refused with its reason", "[programs]") {
  auto const said = [](std::string const& bot) {
    auto frame = protocol::decode(R"({"type":"hello","id":1,"bot":)" + bot + "}");
    if (auto const* bad = std::get_if<protocol::BadFrame>(&frame))
      return bad->refusal.code + ": " + bad->refusal.message;
    return std::get<protocol::Hello>(std::get<protocol::ClientFrame>(frame).request).program;
  };
  CHECK(said(R"({"name":" Gree\u200bdy ","author":"Hana","more":1})") == kGreedy);
  CHECK(said(R"({"name":"Greedy"})") == R"({"name":"Greedy"})");
  for (auto const* bot : {"7", "true", "null", R"("Greedy")", "[]"})
    CHECK(said(bot) == R"(bad_message: bot must be an object such as {"name":"Greedy","author":"Hana"})");
  CHECK(said("{}") == "bad_message: bot.name is missing: what the program is called");
  CHECK(said(R"({"name":7})") == "bad_message: bot.name must be a text of at most 256 bytes");
  CHECK(said(R"({"name":"Greedy","author":""})") ==
        "bad_message: bot.author must have 1 to 16 visible characters, at most 40 code points; nothing in it can be "
        "seen");
  CHECK(said(R"({"name":"12345678901234567"})") ==
        "bad_message: bot.name must have 1 to 16 visible characters, at most 40 code points");
}

}  // namespace engawa::tests::programs_test
