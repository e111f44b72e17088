// A server's database is moved to another one and back: everything is there, unchanged.
#include <algorithm>
#include <functional>

#include "server/store/act_table.hpp"
#include "server/store/archive.hpp"
#include "server/store/copy_store.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/open_store.hpp"
#include "tests/catch.hpp"
#include "tests/store/places.hpp"
#include "tests/store/steps.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

StoreUrl url_of(SqlitePlace const& place) { return {StoreUrl::Kind::sqlite, place.folder()}; }
StoreUrl url_of(PostgresPlace const& place) { return {StoreUrl::Kind::postgres, place.url()}; }

// Rooms of every kind: open, packed, closed, quarantined, given up, without inputs.
void fill(Store& store) {
  whole_transaction(store, [&] {
    store.guests().put({"g_1", std::string("\0\xff hash", 7), "縁側", "ja"}, 10);
    store.guests().put({"g_2", "another", "Taro", "en"}, 20);
    store.archive().see_guest("g_1", 500);
    for (auto const* room : {"A", "B", "C", "D", "E"}) store.create_room(room, R"({"game":"nim"})", 77);
    for (std::uint64_t seq = 1; seq <= 2500; ++seq)
      CHECK(store.append("A", 1, seq, "input " + std::to_string(seq) + " 碁"));
    for (auto const* room : {"B", "C", "E"}) CHECK(store.append(room, 1, 1, "one"));
    store.put_snapshot("A", 1, 2400, "snapshot");
    store.archive().put_record_part("r", 0, 99, std::string(100000, 'r'));
    store.archive().put_record_part("r", 1, 99, "part 1");
    CHECK(store.acts().add(R"({"act":"notice","text":"縁側"})", 7) == 1);
    CHECK(store.acts().add("{}", 8) == 2);
  });
  whole_transaction(store, [&] {
    for (int i = 0; i < 3; ++i) CHECK(store.take_room("B"));
    for (auto const* room : {"A", "B", "E"}) store.set_closed(room, true);
    CHECK(store.set_broken("C", "a reason"));
    CHECK(store.archive().give_up("E", 1));
  });
}

// The visible contents of a store, as text.
std::string seen(Store& store) {
  std::string all;
  whole_transaction(store, [&] {
    auto guests = store.guests().all().rows;
    std::sort(guests.begin(), guests.end(), [](auto const& a, auto const& b) { return a.id < b.id; });
    for (auto const& guest : guests) all += guest.id + guest.token_hash + guest.nick + guest.lang + '\n';
    for (auto const& row : store.list_rooms(99)) {
      auto const room = store.read_room(row.code).value();
      all += row.code + ' ' + row.game + ' ' + std::to_string(row.seq) + ' ' + row.broken + ' ' + room.setup + ' ' +
             std::to_string(room.epoch) + ' ' + std::to_string(room.snapshot_seq) + room.snapshot + '\n';
      for (auto const& input : room.inputs) all += input + '\n';
    }
    for (auto const& code : store.open_rooms()) all += "open " + code + '\n';
    for (auto const& code : store.archive().closed({kNever, kNever, kNever}, 9)) all += "closed " + code + '\n';
    all += store.archive().record_part("r", 0) + store.archive().record_part("r", 1);
    for (auto const& act : store.acts().after(0).rows)
      all += std::to_string(act.number) + ' ' + std::to_string(act.at) + act.text + '\n';
  });
  return all;
}

constexpr auto kSummary =
    "2 guests, 4 rooms with 2502 inputs and 1 snapshots, 2 parts of records, 2 acts of the operator";

template <class From, class To>
void copy(From const& from, To const& to) {
  auto const copied = copy_store(url_of(from), url_of(to));
  CAPTURE(copied ? *copied : copied.error().message);
  REQUIRE(copied.has_value());
  CHECK(copied->find(kSummary) != std::string::npos);
}

}  // namespace

TEST_CASE("a store that is moved to PostgreSQL and back is the same", "[copy]") {
  SqlitePlace first, third;
  PostgresPlace second;
  fill(*first.open());
  copy(first, second);
  copy(second, third);
  auto const was = seen(*first.open());
  CHECK(was.size() > 100000);
  CHECK(seen(*second.open()) == was);
  CHECK(seen(*third.open()) == was);
  // To the millisecond, in both.
  auto const closed_at = first.number("SELECT closed_at FROM rooms WHERE code = 'B'");
  CHECK(closed_at > 0);
  CHECK(second.number("SELECT closed_at FROM rooms WHERE code = 'B'") == closed_at);
  CHECK(third.number("SELECT closed_at FROM rooms WHERE code = 'B'") == closed_at);
  for (auto const* query : {"SELECT SUM(seen_at) FROM guests", "SELECT SUM(created_at) FROM guests",
                            "SELECT SUM(created_at) FROM rooms WHERE closed < 2"}) {
    CAPTURE(query);
    CHECK(second.number(query) == first.number(query));
    CHECK(third.number(query) == first.number(query));
  }
  for (auto const& store : {second.open(), third.open()}) {
    CHECK(store->damage().empty());
    whole_transaction(*store, [&] {
      auto const room = store->take_room("B").value();
      CHECK(room.epoch == 5);
      CHECK_FALSE(store->append("B", 4, 2, "of a former owner"));
      CHECK(store->append("B", 5, 2, "two"));
      store->create_room("F", "{}", 1);
    });
  }
}

TEST_CASE("what is not empty is no target, and what is in use neither source nor target", "[copy]") {
  SqlitePlace from;
  PostgresPlace to;
  fill(*from.open());
  auto const refused = [](StoreUrl const& one, StoreUrl const& other) {
    auto const copied = copy_store(one, other);
    REQUIRE(copied.has_error());
    return copied.error().message;
  };
  CHECK(refused(url_of(from), url_of(from)).find("to itself") != std::string::npos);
  {
    auto const server = to.open();
    CHECK(refused(url_of(from), url_of(to)).find("another engawad") != std::string::npos);
  }
  {
    auto const server = from.open();
    CHECK(refused(url_of(from), url_of(to)).find("another engawad") != std::string::npos);
  }
  CHECK(to.number("SELECT count(*) FROM rooms") == 0);
  copy(from, to);
  CHECK(refused(url_of(from), url_of(to)).find("is not empty") != std::string::npos);
  CHECK(refused(url_of(to), url_of(from)).find("is not empty") != std::string::npos);
}

TEMPLATE_TEST_CASE("what is damaged is left out and named, and everything else is copied", "[copy]", SqlitePlace,
                   PostgresPlace) {
  TestType from;
  SqlitePlace to;
  auto store = from.open();
  whole_transaction(*store, [&] {
    for (auto const* room : {"A", "B", "C"}) {
      store->create_room(room, "{}", 1);
      for (std::uint64_t seq = 1; seq <= 9; ++seq) CHECK(store->append(room, 1, seq, "input"));
      store->put_snapshot(room, 1, 8, "snapshot");
    }
    store->guests().put({"g_1", "hash", "Taro", "en"}, 1);
    store->guests().put({"g_2", "other", "Jiro", "en"}, 1);
  });
  store.reset();
  REQUIRE(
      from.run("UPDATE journal SET sum = sum + 1 WHERE seq = 6 AND room = (SELECT id FROM rooms WHERE code = 'B')") ==
      1);
  REQUIRE(from.run("UPDATE rooms SET created_at = 7 WHERE code = 'C'") == 1);
  REQUIRE(from.run("UPDATE guests SET seen_at = 7 WHERE id = 'g_2'") == 1);
  auto const copied = copy_store(url_of(from), url_of(to));
  REQUIRE(copied.has_error());
  auto const& said = copied.error().message;
  CAPTURE(said);
  for (auto const* part :
       {"1 guests, 2 rooms with 14 inputs and 1 snapshots", "guest g_2 does not", "room B: ", "room C"})
    CHECK(said.find(part) != std::string::npos);
  store = to.open();
  whole_transaction(*store, [&] {
    CHECK(store->take_room("A")->snapshot_seq == 8);
    auto const room = store->read_room("B").value();
    CHECK(room.inputs.size() == 5);
    CHECK(room.broken.find("room B: ") == 0);
    CHECK(store->guests().all().rows.size() == 1);
  });
  CHECK(store->damage().empty());
}
