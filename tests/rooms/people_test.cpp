// People in a room: names that cannot be confused, guests whom the host has muted or removed, and when a room is
// listed.
#include "protocol/messages.hpp"
#include "server/room/display_names.hpp"
#include "tests/catch.hpp"
#include "tests/rooms/fakes.hpp"

namespace engawa::tests::people_test {
using namespace engawa;
using namespace engawa::server;

namespace {

void join_as(Room& room, FakePeer& peer, std::string const& guest, std::string const& nick) {
  room.enter(peer, {guest, nick}, protocol::Hello{}, "\"hello\"", {});
}

// A host at seat 0, and two spectators.
struct Table {
  FakeEnvironment host;
  RoomSetup setup;
  std::unique_ptr<Room> room;
  FakePeer first, second, third;
  int id = 1;

  explicit Table(char const* preset = "classic") : setup(open_setup(preset)), room(open_room(setup, host)) {
    join_as(*room, first, "g_1", "Taro");
    ask(first, {{"type", "sit"}, {"seat", 0}});
    join_as(*room, second, "g_2", "Hana");
    join_as(*room, third, "g_3", "Jiro");
    host.commit(*room);
  }

  // The code of the refusal, or empty.
  std::string ask(FakePeer& peer, Json frame) {
    frame["id"] = id;
    request(*room, peer, frame);
    host.commit(*room);
    return peer.answer(id++).value("code", "");
  }
  std::string say(FakePeer& peer) {
    host.time += 10000;  // no rate limit applies here
    return ask(peer, {{"type", "say"}, {"text", "hello"}});
  }
  std::string mute(FakePeer& peer, std::string const& guest, bool muted = true) {
    return ask(peer, {{"type", "mute"}, {"guest", guest}, {"muted", muted}});
  }
  std::string last_speaker() const {
    std::string nick;
    std::uint64_t latest = 0;
    for (auto const& [name, line] : first.document["chat"].items())
      if (auto const seq = std::stoull(name.substr(1)); seq > latest) latest = seq, nick = line["nick"];
    return nick;
  }
};

}  // namespace

TEST_CASE("names that look alike have one skeleton, and others have not", "[people]") {
  using protocol::skeleton_of;
  std::pair<char const*, char const*> const alike[] = {{"Taro", "taro"},      {"Taro", "Tаrо"},  // Cyrillic a and o
                                                       {"Taro", "Ｔａｒｏ"},  {"Nina", "Νina"},  // Greek Nu
                                                       {"Hana", "Ηana"},                         // Greek Eta
                                                       {"Ian", "lan"},        {"O2", "02"},      {"Tom", "Torn"},
                                                       {"willow", "vvillow"}, {"タロウ", "ﾀﾛｳ"}, {"ニロ", "二口"},
                                                       {"がく", "か\u3099く"}};
  for (auto const& [one, other] : alike) {
    CAPTURE(one, other);
    CHECK(skeleton_of(one) == skeleton_of(other));
  }
  std::pair<char const*, char const*> const apart[] = {{"Taro", "Tara"}, {"たいち", "だいち"}, {"Jose", "José"},
                                                       {"A1", "A2"},     {"Ann", "An n"},      {"太郎", "大郎"},
                                                       {"5", "S"}};
  for (auto const& [one, other] : apart) {
    CAPTURE(one, other);
    CHECK(skeleton_of(one) != skeleton_of(other));
  }
}

TEST_CASE("who has the name of another gets a number, and keeps it", "[people]") {
  std::vector<Person> people{{"g_1", "Taro"}};
  CHECK(name_among(people, "g_1", "Taro") == "Taro");
  CHECK(name_among(people, "g_2", "Tаro") == "Tаro (2)");
  CHECK(name_among(people, "g_2", "Hana") == "Hana");
  people.push_back({"g_2", "Taro (2)"});
  CHECK(name_among(people, "g_3", "taro") == "taro (3)");
  CHECK(name_among(people, "g_3", "Taro (2)") == "Taro (2) (2)");
  CHECK(name_among(people, "g_2", "Taro") == "Taro (2)");
  people.erase(people.begin());
  CHECK(name_among(people, "g_2", "Taro") == "Taro (2)");  // seen names stay
  CHECK(name_among(people, "g_2", "Ken") == "Ken");
  CHECK(name_among(people, "g_3", "Taro") == "Taro");
}

TEST_CASE("a number is in the chat, at the seat and in the journal", "[people]") {
  Table table;
  FakePeer twin;
  join_as(*table.room, twin, "g_4", "ＴＡＲＯ");
  CHECK(table.say(twin) == "");
  CHECK(table.last_speaker() == "ＴＡＲＯ (2)");
  CHECK(table.say(table.first) == "");
  CHECK(table.last_speaker() == "Taro");
  CHECK(table.ask(twin, {{"type", "sit"}, {"seat", 1}}) == "");
  CHECK(table.first.document["seats"]["s1"]["nick"] == "ＴＡＲＯ (2)");
  table.room->leave(twin);
  FakePeer again;
  join_as(*table.room, again, "g_4", "ＴＡＲＯ");
  table.host.commit(*table.room);
  CHECK(again.document["seats"]["s1"]["nick"] == "ＴＡＲＯ (2)");
  FakeEnvironment other;
  auto const rebuilt = open_room(table.setup, other, table.host.stored);
  CHECK(Json::parse(rebuilt->state().document()) == again.document);
}

TEST_CASE("the host mutes a guest, who plays on without a word", "[people]") {
  Table table;
  CHECK(table.mute(table.second, "g_3") == "not_host");
  CHECK(table.mute(table.first, "g_1") == "forbidden");
  CHECK(table.mute(table.first, "g_nobody") == "not_found");
  CHECK(table.mute(table.first, "g_2") == "");
  CHECK(table.third.document["muted"] == Json{{"g_2", "Hana"}});
  CHECK(table.third.frames.back()["events"] == Json::parse(R"([{"kind":"mute","nick":"Hana"}])"));
  CHECK(table.say(table.second) == "muted");
  CHECK(table.say(table.third) == "");
  CHECK(table.ask(table.second, {{"type", "sit"}, {"seat", 1}}) == "");
  CHECK(table.mute(table.first, "g_2", false) == "");
  CHECK_FALSE(table.third.document.contains("muted"));
  CHECK(table.say(table.second) == "");
  CHECK(table.mute(table.first, "g_2") == "");
  table.room->leave(table.second);
  FakePeer again;
  join_as(*table.room, again, "g_2", "Hana");
  table.host.commit(*table.room);
  CHECK(table.say(again) == "muted");  // on any connection
}

TEST_CASE("a request for what is so already gets its ok and makes no step", "[people]") {
  Table table("five");
  REQUIRE(table.ask(table.second, {{"type", "sit"}, {"seat", 1}}) == "");
  REQUIRE(table.mute(table.first, "g_3") == "");
  REQUIRE(table.ask(table.first, {{"type", "seat"}, {"seat", 2}, {"to", "bot"}, {"bot", "mcs"}, {"level", 2}}) == "");
  REQUIRE(table.ask(table.first, {{"type", "seat"}, {"seat", 3}, {"to", "closed"}}) == "");
  auto const seq = table.room->state().seq();
  std::pair<FakePeer*, Json> const asked[] = {
      {&table.first, {{"type", "sit"}, {"seat", 0}}},
      {&table.second, {{"type", "sit"}, {"seat", 1}}},
      {&table.first, {{"type", "mute"}, {"guest", "g_3"}, {"muted", true}}},
      {&table.first, {{"type", "mute"}, {"guest", "g_2"}, {"muted", false}}},
      {&table.first, {{"type", "pardon"}, {"guest", "g_2"}}},
      {&table.first, {{"type", "hand_over"}, {"guest", "g_1"}}},
      {&table.first, {{"type", "seat"}, {"seat", 2}, {"to", "bot"}, {"bot", "mcs"}, {"level", 2}}},
      {&table.first, {{"type", "seat"}, {"seat", 3}, {"to", "closed"}}},
      {&table.first, {{"type", "seat"}, {"seat", 4}, {"to", "open"}}}};
  for (auto const& [peer, frame] : asked) {
    CAPTURE(frame);
    auto const id = table.id;
    CHECK(table.ask(*peer, frame) == "");
    CHECK(peer->answer(id) == Json{{"type", "ok"}, {"re", id}, {"seq", seq}});
    CHECK(table.room->state().seq() == seq);
  }
  // Only for guests who may ask, and only about known people.
  CHECK(table.ask(table.second, {{"type", "mute"}, {"guest", "g_3"}, {"muted", true}}) == "not_host");
  CHECK(table.ask(table.second, {{"type", "pardon"}, {"guest", "g_2"}}) == "not_host");
  CHECK(table.ask(table.second, {{"type", "seat"}, {"seat", 3}, {"to", "closed"}}) == "not_host");
  CHECK(table.ask(table.first, {{"type", "pardon"}, {"guest", "g_nobody"}}) == "not_found");
  // The ids of these requests are used: they are not executed later.
  auto const id = table.id;
  REQUIRE(table.ask(table.second, {{"type", "sit"}, {"seat", 1}}) == "");
  REQUIRE(table.ask(table.second, {{"type", "stand"}}) == "");
  request(*table.room, table.second, {{"type", "sit"}, {"id", id}, {"seat", 1}});
  table.host.commit(*table.room);
  CHECK(table.room->state().seats()[1].kind == SeatKind::open);
}

TEST_CASE("the host is told that a seat is their own", "[people]") {
  Table table;
  auto const id = table.id;
  CHECK(table.ask(table.first, {{"type", "seat"}, {"seat", 0}, {"to", "open"}}) == "seat_taken");
  CHECK(table.first.answer(id)["message"] == "this is your own seat; stand up first");
}

TEST_CASE("who is muted stays so when the room is rebuilt from its journal", "[people]") {
  Table table;
  REQUIRE(table.mute(table.first, "g_2") == "");
  FakeEnvironment other;
  auto const rebuilt = open_room(table.setup, other, table.host.stored);
  CHECK_FALSE(rebuilt->state().parts().people.may_talk("g_2"));
  CHECK(rebuilt->state().parts().people.may_talk("g_3"));
  auto const restored = Room::load(table.setup, {}, other, RoomTuning{}, table.room->snapshot());
  REQUIRE(restored.has_value());
  CHECK_FALSE((*restored)->state().parts().people.may_talk("g_2"));
}

TEST_CASE("a snapshot from before anybody could be muted is still read", "[people]") {
  Table table;
  auto json = Json::parse(table.room->snapshot());
  json["state"]["form"] = 2;
  json["state"].erase("muted");
  FakeEnvironment other;
  auto const restored = Room::load(table.setup, {}, other, RoomTuning{}, json.dump());
  REQUIRE(restored.has_value());
  CHECK((*restored)->state().document() == table.room->state().document());
  json["state"]["form"] = 1;
  CHECK_FALSE(Room::load(table.setup, {}, other, RoomTuning{}, json.dump()).has_value());
}

TEST_CASE("who was removed may come back and watch, but neither sit nor talk, until the host allows it", "[people]") {
  Table table;
  REQUIRE(table.ask(table.second, {{"type", "sit"}, {"seat", 1}}) == "");
  REQUIRE(table.ask(table.first, {{"type", "kick"}, {"guest", "g_2"}}) == "");
  CHECK(table.second.closed == 4005);
  FakePeer again;
  join_as(*table.room, again, "g_2", "Hana");
  CHECK(again.document["phase"] == "lobby");
  CHECK(table.say(again) == "muted");
  CHECK(table.ask(again, {{"type", "sit"}, {"seat", 1}}) == "forbidden");
  CHECK(table.ask(table.first, {{"type", "pardon"}, {"guest", "g_2"}}) == "");
  CHECK(table.say(again) == "");
  CHECK(table.ask(again, {{"type", "sit"}, {"seat", 1}}) == "");
}

TEST_CASE("the host makes somebody else the host, who has a seat and is there", "[people]") {
  Table table;
  auto const hand_over = [&](FakePeer& peer, std::string const& guest) {
    return table.ask(peer, {{"type", "hand_over"}, {"guest", guest}});
  };
  CHECK(hand_over(table.second, "g_2") == "not_host");
  CHECK(hand_over(table.first, "g_2") == "forbidden");  // no seat
  CHECK(hand_over(table.first, "g_nobody") == "not_found");
  CHECK(hand_over(table.first, "") == "not_found");
  REQUIRE(table.ask(table.second, {{"type", "sit"}, {"seat", 1}}) == "");
  REQUIRE(table.mute(table.first, "g_2") == "");
  CHECK(hand_over(table.first, "g_2") == "");
  CHECK(table.third.document["host"] == "g_2");
  CHECK_FALSE(table.third.document.contains("muted"));
  CHECK(table.third.frames.back()["events"] ==
        Json::parse(R"([{"kind":"host","seat":"s1"},{"kind":"unmute","seat":"s1","nick":"Hana"}])"));
  CHECK(table.ask(table.first, {{"type", "start"}}) == "not_host");
  REQUIRE(table.ask(table.second, {{"type", "start"}}) == "");
  table.room->leave(table.first);
  CHECK(hand_over(table.second, "g_1") == "forbidden");  // not present
  FakePeer again;
  join_as(*table.room, again, "g_1", "Taro");
  REQUIRE(table.ask(again, {{"type", "stand"}}) == "");
  CHECK(hand_over(table.second, "g_1") == "forbidden");  // has left the seat
  REQUIRE(table.ask(again, {{"type", "sit"}, {"seat", 0}}) == "");
  REQUIRE(table.ask(again, {{"type", "resign"}}) == "");
  CHECK(hand_over(table.second, "g_1") == "");  // for the next round
  FakeEnvironment other;
  auto const rebuilt = open_room(table.setup, other, table.host.stored);
  CHECK(rebuilt->state().host() == "g_1");
  CHECK(rebuilt->state().document() == table.room->state().document());
}

TEST_CASE("a room is listed while somebody is there", "[people]") {
  FakeEnvironment host;
  auto const room = open_room(open_setup("classic"), host);
  CHECK(room->listing().empty());
  FakePeer one, two;
  join(*room, one, "g_1");
  CHECK_FALSE(room->listing().empty());
  CHECK(host.listings.back() == room->listing());
  join(*room, two, "g_2");
  room->leave(one);
  CHECK_FALSE(host.listings.back().empty());
  room->leave(two);
  CHECK(host.listings.back().empty());
  FakePeer again;
  join(*room, again, "g_1");
  CHECK_FALSE(host.listings.back().empty());
}

TEST_CASE("a private room is never listed", "[people]") {
  FakeEnvironment host;
  auto setup = open_setup("classic");
  setup.is_public = false;
  auto const room = open_room(setup, host);
  FakePeer one;
  join(*room, one, "g_1");
  CHECK(room->listing().empty());
}

TEST_CASE("quick play leads to nobody's room no more, and seats at once who is there already", "[people]") {
  FakeEnvironment host;
  auto const room = open_room(open_setup("classic"), host);
  CHECK(room->hold_seat({"g_1", "Taro"}).error().code == "room_full");
  FakePeer one;
  join_as(*room, one, "g_1", "Taro");
  REQUIRE(room->hold_seat({"g_1", "Taro"}).value() == 0);
  CHECK(room->hold_seat({"g_2", "Hana"}).value() == 1);
  host.commit(*room);
  CHECK(one.document["seats"]["s0"]["kind"] == "human");
  CHECK(one.document["seats"]["s1"]["kind"] == "held");
}

}  // namespace engawa::tests::people_test
