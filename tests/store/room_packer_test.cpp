// Closed rooms of PostgreSQL, packed.
#include "server/store/postgres/room_packer.hpp"

#include <functional>

#include "server/store/archive.hpp"
#include "tests/catch.hpp"
#include "tests/store/places.hpp"
#include "tests/store/steps.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

using Inputs = std::vector<std::string>;

void do_chores(Store& store) {
  while (store.has_chores()) whole_transaction(store);
}

std::string input(std::uint64_t seq) {
  return R"({"at":)" + std::to_string(1000 + seq) + R"(,"kind":"move","move":[3,)" + std::to_string(seq % 8) + "]}";
}

Inputs inputs(std::uint64_t first, std::uint64_t last) {
  Inputs texts;
  for (auto seq = first; seq <= last; ++seq) texts.push_back(input(seq));
  return texts;
}

// Appends `first` to `last` to a room that this store has.
void append(Store& store, std::string const& room, std::uint64_t epoch, std::uint64_t first, std::uint64_t last) {
  whole_transaction(store, [&] {
    for (auto seq = first; seq <= last; ++seq) REQUIRE(store.append(room, epoch, seq, input(seq)));
  });
}

void close(Store& store, std::string const& room) {
  whole_transaction(store, [&] { store.set_closed(room, true); });
  do_chores(store);
}

// A room of `count` inputs, closed and packed.
void packed_room(Store& store, std::string const& room, std::uint64_t count) {
  whole_transaction(store, [&] { store.create_room(room, "{}", 1); });
  append(store, room, 1, 1, count);
  close(store, room);
}

std::int64_t rows(PostgresPlace const& place, std::string const& table) {
  return place.number("SELECT count(*) FROM " + table);
}

}  // namespace

TEST_CASE("a closed room is one row, and goes on behind it", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  packed_room(*store, "A", 100);
  CHECK(rows(place, "journal") == 0);
  CHECK(rows(place, "packed") == 1);
  CHECK(place.number("SELECT octet_length(inputs) FROM packed") < 1000);  // of 4 kB
  whole_transaction(*store, [&] { CHECK(store->read_room("A")->inputs == inputs(1, 100)); });
  auto const room = take(*store, "A");
  CHECK(room.epoch == 2);
  CHECK(room.inputs == inputs(1, 100));
  whole_transaction(*store, [&] {
    CHECK_FALSE(store->append("A", 2, 100, "again"));
    CHECK_FALSE(store->append("A", 2, 102, "too early"));
  });
  append(*store, "A", 2, 101, 120);
  whole_transaction(*store, [&] {
    CHECK(store->read_room("A")->inputs == inputs(1, 120));
    CHECK(store->list_rooms(9).at(0).seq == 120);
    CHECK(store->archive().read("A", 90, 20)->inputs == inputs(91, 110));
    CHECK(store->archive().read("A", 110, 20)->inputs == inputs(111, 120));
    CHECK(store->archive().read("A", 20, 5)->inputs == inputs(21, 25));
  });
  close(*store, "A");
  CHECK(rows(place, "packed") == 1);  // a short one grows
  CHECK(take(*store, "A").inputs == inputs(1, 120));
  append(*store, "A", 3, 121, 500);
  close(*store, "A");
  CHECK(take(*store, "A").inputs == inputs(1, 500));
  append(*store, "A", 4, 501, 510);
  close(*store, "A");
  CHECK(rows(place, "packed") == 2);  // a long one does not
  CHECK(rows(place, "journal") == 0);
  CHECK(store->damage().empty());
  CHECK(store->list_rooms(9).at(0).seq == 510);
}

TEST_CASE("a long room is packed in pieces, each in a transaction of its own", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  constexpr std::uint64_t count = 21000;
  packed_room(*store, "A", count);
  CHECK(rows(place, "packed") == 6);
  CHECK(rows(place, "journal") == 0);
  auto const room = take(*store, "A");
  CHECK(room.broken.empty());
  CHECK(room.inputs == inputs(1, count));
  append(*store, "A", 2, count + 1, count + 1);
  whole_transaction(*store, [&] {
    store->put_snapshot("A", 2, 15000, "snapshot");
    CHECK(store->archive().read("A", 3990, 20)->inputs == inputs(3991, 4010));
  });
  CHECK(take(*store, "A").inputs == inputs(15001, count + 1));
}

TEST_CASE("a damaged row of a closed room quarantines it and no other, and is named", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  packed_room(*store, "A", 30);
  packed_room(*store, "B", 30);
  auto const change = GENERATE(as<std::string>(), "inputs = set_byte(inputs, 20, get_byte(inputs, 20) # 1)",
                               "size = size + 1", "sum = sum + 1", "last = last - 1");
  CAPTURE(change);
  REQUIRE(place.run("UPDATE packed SET " + change + " WHERE room = (SELECT id FROM rooms WHERE code = 'A')") == 1);
  auto const damage = store->damage();
  REQUIRE(damage.size() == 1);
  CHECK(damage[0].room == "A");
  CHECK(damage[0].what.starts_with("the row of steps 1 to "));
  CHECK(take(*store, "A").broken.find("do not fit their checksum") != std::string::npos);
  CHECK(take(*store, "B").inputs == inputs(1, 30));
}

TEST_CASE("a packed row that is missing is a gap", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  packed_room(*store, "A", 300);
  (void)take(*store, "A");
  append(*store, "A", 2, 301, 310);
  REQUIRE(place.run("DELETE FROM packed") == 1);
  CHECK(take(*store, "A").broken == "its journal has a gap before step 301");
}

TEST_CASE("a room that is damaged or quarantined is not packed, and keeps no other from it", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  for (auto const* room : {"A", "B", "C"}) {
    whole_transaction(*store, [&] { store->create_room(room, "{}", 1); });
    append(*store, room, 1, 1, 5);
  }
  REQUIRE(place.run(
              "UPDATE journal SET input = 'x' WHERE seq = 3 AND room = (SELECT id FROM rooms WHERE code = 'A')") == 1);
  whole_transaction(*store, [&] {
    store->set_broken("B", "by hand");
    for (auto const* room : {"A", "B", "C"}) store->set_closed(room, true);
  });
  do_chores(*store);
  CHECK(rows(place, "packed") == 1);
  CHECK(rows(place, "journal") == 10);
  CHECK(take(*store, "A").broken.starts_with("step 3 "));
}

TEST_CASE("what cannot be packed stays as it is, and other rooms are packed", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  whole_transaction(*store, [&] {
    store->create_room("A", "{}", 1);
    CHECK(store->append("A", 1, 1, "\xff no UTF-8"));
    store->set_closed("A", true);
  });
  packed_room(*store, "B", 3);
  CHECK(rows(place, "journal") == 1);
  CHECK(rows(place, "packed") == 1);
  CHECK(take(*store, "A").inputs.size() == 1);
}

TEST_CASE("a packed room is deleted whole", "[postgres]") {
  PostgresPlace const place;
  auto const store = place.open();
  packed_room(*store, "A", 5000);
  whole_transaction(*store, [&] { CHECK(store->archive().give_up("A", 1)); });
  for (bool any = true; any;) whole_transaction(*store, [&] { any = store->archive().erase(1000); });
  for (auto const* table : {"packed", "journal", "rooms"}) CHECK(rows(place, table) == 0);
}

TEST_CASE("a node passes over a closed room that another transaction holds", "[cluster]") {
  PostgresPlace const place;
  auto const a = place.open({"a:1", 3600000}), b = place.open({"b:1", 3600000});
  do_chores(*b);
  whole_transaction(*a, [&] { a->create_room("A", "{}", 1); });
  append(*a, "A", 1, 1, 5);
  whole_transaction(*a, [&] { a->set_closed("A", true); });
  a->begin();
  CHECK(a->take_room("A")->epoch == 2);
  packed_room(*b, "B", 5);
  CHECK(a->append("A", 2, 6, input(6)));
  CHECK(a->commit().empty());
  CHECK(place.number("SELECT count(*) FROM packed p JOIN rooms r ON r.id = p.room WHERE r.code = 'A'") == 0);
  CHECK(take(*a, "A").inputs == inputs(1, 6));
  CHECK(take(*b, "B").inputs == inputs(1, 5));
}
