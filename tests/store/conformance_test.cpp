// The behaviour of every store, with any database.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <utility>

#include "server/ops/wall_clock.hpp"
#include "server/store/act_table.hpp"
#include "server/store/archive.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/journal.hpp"
#include "server/store/store.hpp"
#include "tests/catch.hpp"
#include "tests/store/places.hpp"
#include "tests/store/steps.hpp"

using namespace engawa;
using namespace engawa::server;

#define ENGAWA_STORES SqlitePlace, PostgresPlace

namespace {

using Inputs = std::vector<std::string>;

std::string text_of(std::string const& room, std::uint64_t seq) {
  return R"({"in":"say","text":"step )" + std::to_string(seq) + " of " + room + R"(: 縁側"})";
}

Inputs texts_of(std::string const& room, std::uint64_t from, std::uint64_t to) {
  Inputs texts;
  for (auto seq = from; seq <= to; ++seq) texts.push_back(text_of(room, seq));
  return texts;
}

void append(Store& store, std::string const& room, std::uint64_t from, std::uint64_t to, std::uint64_t epoch = 1) {
  for (auto seq = from; seq <= to; ++seq) CHECK(store.append(room, epoch, seq, text_of(room, seq)));
}

// Rooms with that many inputs each, in turn.
void fill(Store& store, Inputs const& rooms, std::uint64_t inputs) {
  transaction(store, [&] {
    for (auto const& room : rooms) store.create_room(room, R"({"game":"reversi"})", 1);
    for (std::uint64_t seq = 1; seq <= inputs; ++seq)
      for (auto const& room : rooms) append(store, room, seq, seq);
  });
}

Inputs inputs_of(Store& store, std::string const& room) {
  Inputs inputs;
  transaction(store, [&] { inputs = store.read_room(room).value().inputs; });
  return inputs;
}

// By the wall clock, for any uptime.
Archive::Before before(std::int64_t time) { return {time, kNever, kNever}; }

std::string room_is(std::string const& code) { return "(SELECT id FROM rooms WHERE code = '" + code + "')"; }

}  // namespace

TEMPLATE_TEST_CASE("a room is what was stored of it, whoever opens it", "[conformance]", ENGAWA_STORES) {
  TestType place;
  {
    auto const store = place.open();
    CHECK(store->guests().all().rows.empty());
    fill(*store, {"A", "B"}, 3);
    CHECK(take(*store, "A").epoch == 2);
  }
  auto const store = place.open();
  auto const room = take(*store, "A");
  CHECK(room.epoch == 3);
  CHECK(room.setup == R"({"game":"reversi"})");
  CHECK(room.inputs == texts_of("A", 1, 3));
  CHECK(room.snapshot_seq == 0);
  CHECK(room.broken.empty());
  transaction(*store, [&] {
    CHECK_FALSE(store->take_room("none"));
    CHECK_FALSE(store->read_room("none"));
  });
  CHECK(store->damage().empty());
}

TEMPLATE_TEST_CASE("the operator's acts are numbered, kept, and found damaged", "[conformance][acts]", ENGAWA_STORES) {
  TestType place;
  {
    auto const store = place.open();
    transaction(*store, [&] {
      CHECK(store->acts().after(0).rows.empty());
      CHECK(store->acts().add(R"({"act":"notice"})", 5) == 1);
      CHECK(store->acts().add("縁側", 3) == 2);
    });
    store->begin();
    CHECK(store->acts().add("not kept", 4) == 3);
    store->rollback();
    transaction(*store, [&] { CHECK(store->acts().add("third", 6) == 3); });
  }
  REQUIRE(place.run("UPDATE acts SET at = 7 WHERE number = 3") == 1);
  auto const store = place.open();
  transaction(*store, [&] {
    auto const acts = store->acts().after(1);
    REQUIRE(acts.rows.size() == 1);
    CHECK(acts.rows[0].number == 2);
    CHECK(acts.rows[0].at == 3);
    CHECK(acts.rows[0].text == "縁側");
    CHECK(acts.damaged == std::vector<std::int64_t>{3});
  });
  auto const damage = store->damage();
  REQUIRE(damage.size() == 1);
  CHECK(damage[0].what.find("3 of") != std::string::npos);
}

TEMPLATE_TEST_CASE("one server at a time has the database", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto store = place.open();
  auto const second = place.try_open();
  REQUIRE_FALSE(second);
  CHECK(second.error().message.find("another engawad") != std::string::npos);
  store.reset();
  CHECK(place.try_open());
}

TEMPLATE_TEST_CASE("an append needs the owner's epoch and the next number", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B"}, 2);
  auto const epoch = take(*store, "A").epoch;
  auto const refused = transaction(*store, [&] {
    CHECK_FALSE(store->append("A", 1, 3, "of a former owner"));
    CHECK_FALSE(store->append("A", epoch + 1, 3, "of nobody yet"));
    CHECK_FALSE(store->append("A", epoch, 4, "behind a gap"));
    CHECK_FALSE(store->append("A", epoch, 2, "twice"));
    CHECK_FALSE(store->append("none", 1, 1, "of no room"));
    append(*store, "A", 3, 4, epoch);
    CHECK_FALSE(store->append("A", epoch, 4, "twice"));
    append(*store, "B", 3, 3);
  });
  CHECK(refused.empty());
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 4));
  CHECK(inputs_of(*store, "B") == texts_of("B", 1, 3));
}

// The owner does not notice: it has the epoch in memory.
TEMPLATE_TEST_CASE("a room that somebody else has taken is not written to, and nobody else is harmed", "[conformance]",
                   ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B"}, 2);
  transaction(*store, [&] { append(*store, "A", 3, 3); });
  REQUIRE(place.run("UPDATE rooms SET epoch = epoch + 1 WHERE code = 'A'") == 1);
  bool at_once = true;
  auto refused = transaction(*store, [&] {
    at_once = store->append("A", 1, 4, "of a former owner");
    append(*store, "B", 3, 4);
    if (at_once) (void)store->append("A", 1, 5, "of a former owner");
  });
  if (!at_once) refused.push_back({"A", 1});
  REQUIRE(refused.size() == 1);
  CHECK(refused.front().room == "A");
  CHECK(refused.front().epoch == 1);
  transaction(*store, [&] {
    CHECK_FALSE(store->append("A", 1, 4, "of a former owner"));
    store->put_snapshot("A", 1, 3, "of a former owner");
    append(*store, "A", 4, 4, 2);
    append(*store, "B", 5, 5);
  });
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 4));
  CHECK(inputs_of(*store, "B") == texts_of("B", 1, 5));
}

TEMPLATE_TEST_CASE("the journal tells late refusals from what it has stored", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B"}, 1);
  transaction(*store, [&] {
    append(*store, "A", 2, 2);
    append(*store, "B", 2, 2);
  });
  REQUIRE(place.run("UPDATE rooms SET epoch = epoch + 1 WHERE code = 'A'") == 1);
  std::vector<Journal::Fate> fates;
  {
    Journal journal(*store, 1, [&](int, std::vector<Journal::Outcome> const& outcomes) {
      for (auto const& outcome : outcomes) fates.push_back(outcome.fate);
    });
    Journal::Inputs inputs;
    inputs.add({0, nullptr, "A", 1, 3}, "of a former owner");
    inputs.add({0, nullptr, "B", 1, 3}, text_of("B", 3));
    inputs.add({0, nullptr, "A", 1, 4}, "of a former owner");
    inputs.add({0, nullptr, "B", 1, 4}, text_of("B", 4));
    journal.enqueue(inputs);
    journal.flush();
    CHECK(journal.up());
  }
  using Fate = Journal::Fate;
  CHECK(fates == std::vector{Fate::refused, Fate::stored, Fate::refused, Fate::stored});
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 2));
  CHECK(inputs_of(*store, "B") == texts_of("B", 1, 4));
}

TEMPLATE_TEST_CASE("what is rolled back was never there", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A"}, 2);
  store->begin();
  append(*store, "A", 3, 5);
  store->create_room("B", "{}", 1);
  (void)store->take_room("A");
  store->rollback();
  transaction(*store, [&] {
    CHECK_FALSE(store->read_room("B"));
    CHECK_FALSE(store->append("A", 1, 6, "behind what was rolled back"));
    append(*store, "A", 3, 3);
  });
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 3));
}

TEMPLATE_TEST_CASE("a part of a transaction is rolled back alone", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B"}, 2);
  transaction(*store, [&] {
    append(*store, "A", 3, 3);
    store->begin_part();
    store->set_closed("A", true);
    store->guests().put({"g_1", "hash", "nick", "ja"}, 1);
    (void)store->take_room("B");
    store->end_part(false);
    append(*store, "A", 4, 4);
    append(*store, "B", 3, 3);
    store->begin_part();
    store->guests().put({"g_2", "other hash", "nick", "ja"}, 1);
    store->end_part(true);
    store->begin_part();
    store->end_part(true);
    append(*store, "B", 4, 4);
  });
  transaction(*store, [&] {
    REQUIRE(store->guests().all().rows.size() == 1);
    CHECK(store->guests().all().rows.front().id == "g_2");
    CHECK(store->open_rooms().size() == 2);
  });
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 4));
  CHECK(inputs_of(*store, "B") == texts_of("B", 1, 4));
}

TEMPLATE_TEST_CASE("a task that cannot be done harms no other of its batch", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A"}, 1);
  std::vector<bool> done;
  std::vector<Journal::Fate> fates;
  {
    Journal journal(*store, 1, [&](int, std::vector<Journal::Outcome> const& outcomes) {
      for (auto const& outcome : outcomes) fates.push_back(outcome.fate);
    });
    auto const told = [&](bool stored) { done.push_back(stored); };
    Journal::Inputs input;
    input.add({0, nullptr, "A", 1, 2}, text_of("A", 2));
    journal.enqueue(input);
    journal.run([](Store& open) { open.create_room("A", "{}", 1); }, told);  // the code is taken
    journal.run([](Store& open) { open.create_room("B", "{}", 1); }, told);
    journal.run([](Store& open) { open.guests().put({"g_1", "hash", "nick", "ja"}, 1); }, told);
    journal.run([](Store& open) { open.guests().put({"g_1", "hash", "nick", "ja"}, 1); }, told);
    journal.run([](Store&) { throw std::runtime_error("a task fails"); }, told);
    input.clear();
    input.add({0, nullptr, "A", 1, 3}, text_of("A", 3));
    journal.enqueue(input);
    journal.flush();
    CHECK(journal.up());
  }
  CHECK(done == std::vector{false, true, true, false, false});
  CHECK(fates == std::vector{Journal::Fate::stored, Journal::Fate::stored});
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 3));
  CHECK(inputs_of(*store, "B").empty());
}

TEMPLATE_TEST_CASE("the newest two snapshots are kept", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B"}, 1);
  for (std::uint64_t seq = 2; seq <= 5; ++seq)
    transaction(*store, [&] {
      append(*store, "A", seq, seq);
      store->put_snapshot("A", 1, seq, "snapshot " + std::to_string(seq));
    });
  transaction(*store, [&] {
    store->put_snapshot("A", 9, 5, "of a stranger");
    store->put_snapshot("A", 1, 6, "of an input that was never stored");
    store->put_snapshot("none", 1, 1, "of no room");
    append(*store, "A", 6, 7);
  });
  auto room = take(*store, "A");
  CHECK(room.snapshot == "snapshot 5");
  CHECK(room.snapshot_seq == 5);
  CHECK(room.inputs == texts_of("A", 6, 7));
  room = take(*store, "A", true);
  CHECK(room.snapshot.empty());
  CHECK(room.inputs == texts_of("A", 1, 7));
  transaction(*store, [&] {
    auto const read = store->read_room("A").value();
    CHECK(read.snapshot == "snapshot 5");
    CHECK(read.inputs.size() == 7);
  });
  // A damaged one is skipped.
  REQUIRE(place.run("UPDATE snapshots SET seq = seq + 1 WHERE seq = 5") == 1);
  room = take(*store, "A");
  CHECK(room.snapshot == "snapshot 4");
  CHECK(room.inputs == texts_of("A", 5, 7));
  CHECK(store->damage().size() == 1);
}

TEMPLATE_TEST_CASE("a room that was expected is what it is when it is taken", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B", "C", "D", "E"}, 1);
  transaction(*store, [&] {
    for (auto const* room : {"A", "B"}) {
      append(*store, room, 2, 5);
      store->put_snapshot(room, 1, 3, "at 3");
      store->put_snapshot(room, 1, 4, "at 4");
    }
  });
  REQUIRE(place.run("UPDATE snapshots SET seq = seq + 1 WHERE seq = 4 AND room = " + room_is("B")) == 1);
  std::map<std::string, StoredRoom> rooms;
  transaction(*store, [&] {
    append(*store, "A", 6, 7);
    store->expect({"A", "B", "C", "none", "C", "D", "E"});
    CHECK(store->set_broken("D", "a reason"));
    store->set_closed("E", true);
    for (auto const* room : {"A", "B", "C", "D", "E"}) rooms[room] = store->take_room(room).value();
    CHECK_FALSE(store->take_room("none"));
    rooms["C again"] = store->take_room("C").value();
    rooms["A whole"] = store->take_room("A", true).value();
    append(*store, "A", 8, 9, rooms["A whole"].epoch);
  });
  CHECK(rooms["A"].snapshot == "at 4");
  CHECK(rooms["A"].inputs == texts_of("A", 5, 7));
  CHECK(rooms["A whole"].snapshot.empty());
  CHECK(rooms["A whole"].inputs == texts_of("A", 1, 7));
  CHECK(rooms["B"].snapshot == "at 3");  // the newest is damaged
  CHECK(rooms["B"].inputs == texts_of("B", 4, 5));
  CHECK(rooms["C"].inputs == texts_of("C", 1, 1));
  CHECK(rooms["C again"].epoch == rooms["C"].epoch + 1);
  CHECK(rooms["D"].broken == "a reason");
  CHECK(rooms["D"].inputs.empty());
  CHECK(rooms["E"].inputs == texts_of("E", 1, 1));
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 9));
  transaction(*store, [&] { store->expect({"A"}); });
  transaction(*store, [&] { append(*store, "A", 10, 10, rooms["A whole"].epoch); });
  CHECK(take(*store, "A").inputs.back() == text_of("A", 10));  // expectations of another transaction are forgotten
  CHECK(store->damage().size() == 1);
}

TEMPLATE_TEST_CASE("rooms that are neither closed nor quarantined are opened, the last used first", "[conformance]",
                   ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B", "C", "D", "E"}, 1);
  transaction(*store, [&] {
    append(*store, "A", 2, 2);
    store->set_closed("B", true);
    store->set_closed("none", true);
    CHECK(store->set_broken("D", "a reason"));
    CHECK_FALSE(store->set_broken("none", "a reason"));
  });
  transaction(*store, [&] {
    CHECK(store->open_rooms() == Inputs{"A", "E", "C"});
    auto rows = store->list_rooms(2);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].code == "D");
    CHECK(rows[0].broken == "a reason");
    CHECK(rows[1].code == "E");
    rows = store->list_rooms(9);
    REQUIRE(rows.size() == 5);
    CHECK(rows[4].code == "A");
    CHECK(rows[4].game == "reversi");
    CHECK(rows[4].seq == 2);
    auto const room = store->take_room("D").value();
    CHECK(room.broken == "a reason");
    CHECK(room.inputs.empty());
    CHECK(store->set_broken("D", ""));
    CHECK(store->take_room("D")->inputs == texts_of("D", 1, 1));
    CHECK(store->take_room("B")->inputs == texts_of("B", 1, 1));  // and is open again
    CHECK(store->open_rooms().size() == 5);
  });
}

TEMPLATE_TEST_CASE("guests", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  std::string const hash("\0\1\xff hash of 32 bytes", 19);
  transaction(*store, [&] {
    store->guests().put({"g_1", hash, "縁側", "ja"}, 10);
    store->guests().put({"g_2", "other", "Taro", "en"}, 20);
    store->guests().put({"g_3", "third", "Hana", "en"}, 30);
    store->guests().rename("g_2", "Jiro");
    store->guests().rename("none", "Jiro");
    store->guests().replace_token("g_3", std::string("\0\2\xfe", 3));
    store->guests().replace_token("none", "hash");
  });
  transaction(*store, [&] {
    auto const guests = store->guests().all();
    CHECK_FALSE(guests.damaged);
    REQUIRE(guests.rows.size() == 3);
    std::map<std::string, GuestRow> by_id;
    for (auto const& row : guests.rows) by_id[row.id] = row;
    CHECK(by_id["g_1"].token_hash == hash);
    CHECK(by_id["g_1"].nick == "縁側");
    CHECK(by_id["g_1"].lang == "ja");
    CHECK(by_id["g_2"].nick == "Jiro");
    CHECK(by_id["g_3"].token_hash == std::string("\0\2\xfe", 3));
    CHECK(by_id["g_3"].nick == "Hana");
    store->archive().see_guest("g_1", 50);
    store->archive().see_guest("none", 50);
    CHECK(store->archive().drop_guests(before(40), 1) == Inputs{"g_2"});
    CHECK(store->archive().drop_guests(before(40), 9) == Inputs{"g_3"});
    CHECK(store->archive().drop_guests(before(40), 9).empty());
  });
  CHECK(store->damage().empty());
  // The contents of a damaged row are unknown, and it is not written to.
  REQUIRE(place.run("UPDATE guests SET seen_at = 1") == 1);
  transaction(*store, [&] {
    CHECK(store->guests().all().damaged);
    CHECK(store->guests().all().rows.empty());
    store->guests().rename("g_1", "Saburo");
    store->guests().replace_token("g_1", "hash");
    store->archive().see_guest("g_1", 60);
    CHECK(store->archive().drop_guests(before(40), 9).empty());
    CHECK(store->guests().all().damaged);
  });
  CHECK(store->damage().size() == 1);
}

TEMPLATE_TEST_CASE("old rooms go away, and their records stay", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  fill(*store, {"A", "B", "C"}, 30);
  auto& archive = store->archive();
  transaction(*store, [&] {
    store->put_snapshot("A", 1, 30, "snapshot");
    for (auto const* room : {"A", "B"}) store->set_closed(room, true);
    CHECK(archive.closed(before(1), 9).empty());
    CHECK(archive.closed(before(kNever), 1).size() == 1);
    CHECK(archive.closed(before(kNever), 9).size() == 2);
    auto const piece = archive.read("A", 10, 7).value();
    CHECK(piece.epoch == 1);
    CHECK(piece.setup == R"({"game":"reversi"})");
    CHECK(piece.inputs == texts_of("A", 11, 17));
    CHECK(archive.read("A", 30, 7)->inputs.empty());
    CHECK_FALSE(archive.read("none", 0, 7));
    CHECK_FALSE(archive.give_up("A", 2));  // it has been opened since
    CHECK_FALSE(archive.give_up("C", 1));  // it is not closed
    CHECK(archive.give_up("A", 1));
    CHECK_FALSE(archive.give_up("A", 1));
  });
  transaction(*store, [&] {
    CHECK_FALSE(archive.read("A", 0, 7));
    CHECK_FALSE(store->take_room("A"));
    CHECK(archive.closed(before(kNever), 9) == Inputs{"B"});
    CHECK(archive.erase(7));
    while (archive.erase(7)) {
    }
    store->create_room("A", "{}", 1);  // the code is free again
    append(*store, "A", 1, 2);
    archive.put_record_part("r1", 0, 100, "one");
    archive.put_record_part("r1", 1, 100, "two");
    archive.put_record_part("r1", 1, 100, "zwei");
    archive.put_record_part("r2", 0, 200, "three");
  });
  CHECK(inputs_of(*store, "A") == texts_of("A", 1, 2));
  CHECK(inputs_of(*store, "B") == texts_of("B", 1, 30));
  transaction(*store, [&] {
    CHECK(archive.record_part("r1", 0) == "one");
    CHECK(archive.record_part("r1", 1) == "zwei");
    CHECK(archive.record_part("r1", 2).empty());
    CHECK(archive.drop_records(before(150), 1) == Inputs{"r1"});
    CHECK(archive.drop_records(before(150), 9) == Inputs{"r1"});
    CHECK(archive.drop_records(before(150), 9).empty());
    CHECK(archive.record_part("r1", 0).empty());
    CHECK(archive.record_part("r2", 0) == "three");
    archive.shrink(10);
  });
  REQUIRE(place.run("UPDATE records SET ended_at = 1") == 1);
  transaction(*store, [&] {
    store->begin_part();
    CHECK_THROWS(archive.record_part("r2", 0));
    store->end_part(false);
    CHECK(archive.drop_records(before(150), 9).empty());
  });
}

TEMPLATE_TEST_CASE("the uptime is what both clocks say, and no hour is counted twice", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto store = place.open();
  auto now = wall_clock();
  std::int64_t total = 0;
  auto const count = [&](std::int64_t elapsed, std::int64_t at) {
    transaction(*store, [&] {
      CHECK(store->archive().count_uptime(elapsed, at));
      auto const before = std::exchange(total, store->archive().uptime().total);
      CHECK(total >= before);
      CHECK(total - before <= std::max<std::int64_t>(elapsed, 0));
    });
  };
  transaction(*store, [&] {
    CHECK(store->archive().uptime().total == 0);
    CHECK(store->archive().uptime().counted_at == 0);
  });
  count(kHour, now);
  CHECK(total == kHour);
  // The steady clock of one server advances by an hour, the wall clock by 5 ms: PostgreSQL has its own clock.
  count(kHour, now + 5);
  count(-5, now + 5);
  count(0, now + kHour);
  CHECK(total < kHour + kHour / 2);
  // A clock that jumps back and forward by two years.
  for (auto const at : {now - 17520 * kHour, now, now + 17520 * kHour, now}) count(10, at);
  CHECK(total < kHour + kHour / 2);
  store.reset();
  store = place.open();
  transaction(*store, [&] {
    CHECK(store->archive().uptime().total == total);
    CHECK(std::abs(store->archive().uptime().counted_at - now) < kHour);
  });
}

TEMPLATE_TEST_CASE("what is old is so by the wall clock and in uptime", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto const store = place.open();
  auto& archive = store->archive();
  constexpr std::int64_t now = 1000;
  fill(*store, {"A", "B"}, 1);
  std::int64_t first = 0, second = 0;
  transaction(*store, [&] {
    CHECK(archive.count_uptime(kHour, wall_clock()));
    first = archive.uptime().total;
    store->guests().put({"g_old", "1", "Aki", "ja"}, 10);
    store->guests().put({"g_new", "2", "Ben", "en"}, 900);
    store->guests().put({"g_future", "3", "Chika", "ja"}, 9000);
    store->guests().put({"g_seen", "4", "Dora", "en"}, 10);
    store->set_closed("A", true);
  });
  REQUIRE(place.add_uptime(kHour) == 1);
  transaction(*store, [&] {
    second = archive.uptime().total;
    CHECK(second == first + kHour);
    archive.see_guest("g_seen", 20);
    store->set_closed("B", true);
    archive.put_record_part("A-1", 0, 10, "of a room that was closed before");
    archive.put_record_part("A-1", 1, 10, "its second part");
    archive.put_record_part("A-1/analysis", 0, 10, "and what is kept with it");
    archive.put_record_part("C-1", 0, 10, "of no room");
    for (auto const& guest : store->guests().all().rows) CHECK(guest.unseen_ms == (guest.id == "g_seen" ? 0 : kHour));
  });
  transaction(*store, [&] {
    // Nothing is old by uptime, however old it is by the wall clock.
    CHECK(archive.drop_guests({now, now, first}, 9).empty());
    CHECK(archive.drop_records({now, now, first}, 9).empty());
    CHECK(archive.closed({kNever, kNever, first}, 9).empty());
    // Rows old by uptime are not old by the wall clock, except those stamped in the future.
    CHECK(archive.drop_guests({10, now, kNever}, 9) == Inputs{"g_future"});
    CHECK(archive.drop_records({10, now, kNever}, 9).empty());
    CHECK(archive.closed({1, kNever, kNever}, 9).empty());
    CHECK(archive.closed({1, now, first + 1}, 9) == Inputs{"A"});
    // Old by both.
    CHECK(archive.drop_guests({100, now, second}, 9) == Inputs{"g_old"});
    CHECK(archive.drop_guests({100, now, second + 1}, 9) == Inputs{"g_seen"});
    CHECK(archive.drop_guests({901, now, second}, 9) == Inputs{"g_new"});
    CHECK(archive.drop_records({100, now, second}, 9).size() == 3);
    CHECK(archive.drop_records({100, now, second}, 9).empty());
    CHECK(archive.drop_records({100, now, second + 1}, 9) == Inputs{"C-1"});
    CHECK(archive.closed({kNever, kNever, second}, 9) == Inputs{"A"});
    CHECK(archive.closed({kNever, kNever, second + 1}, 9) == Inputs{"A", "B"});
  });
}

TEMPLATE_TEST_CASE("a damaged or missing row quarantines its room and no other", "[conformance]", ENGAWA_STORES) {
  for (std::string const change :
       {"UPDATE journal SET sum = sum + 1 WHERE", "UPDATE journal SET seq = 99 WHERE", "DELETE FROM journal WHERE"}) {
    CAPTURE(change);
    TestType place;
    auto store = place.open();
    fill(*store, {"A", "B", "C"}, 10);
    store.reset();
    REQUIRE(place.run(change + " seq = 5 AND room = " + room_is("B")) == 1);
    store = place.open();
    CHECK_FALSE(take(*store, "A").newly_broken);
    CHECK(take(*store, "C").broken.empty());
    auto const broken = take(*store, "B");
    CAPTURE(broken.broken);
    CHECK(broken.broken.find("step ") != std::string::npos);
    CHECK(broken.newly_broken);
    CHECK_FALSE(take(*store, "B").newly_broken);
    transaction(*store, [&] {
      CHECK(store->open_rooms().size() == 2);
      CHECK(store->list_rooms(1).front().code == "B");
      CHECK(store->list_rooms(1).front().broken == broken.broken);
      append(*store, "A", 11, 11, 2);
      CHECK_FALSE(store->read_room("B")->broken.empty());
    });
    auto const damage = store->damage();
    CHECK(damage.size() == (change.starts_with("DELETE") ? 0 : 1));
    for (auto const& row : damage) CHECK(row.room == "B");
  }
}

TEMPLATE_TEST_CASE("a damaged row of a room is found, and nobody signs it", "[conformance]", ENGAWA_STORES) {
  TestType place;
  auto store = place.open();
  fill(*store, {"A", "B"}, 2);
  store.reset();
  REQUIRE(place.run("UPDATE rooms SET created_at = 7 WHERE code = 'B'") == 1);
  store = place.open();
  CHECK(take(*store, "A").broken.empty());
  for (int i = 0; i < 2; ++i) {
    auto const room = take(*store, "B");
    CHECK(room.broken.find("its row does not fit its checksum") == 0);
    CHECK(room.newly_broken);  // nothing can be noted in the row
    CHECK(room.inputs.empty());
    transaction(*store, [&] {
      CHECK(store->set_broken("B", ""));
      store->set_closed("B", true);
      CHECK_FALSE(store->archive().give_up("B", 1));
    });
  }
  CHECK(store->list_rooms(1).front().code == "B");
  CHECK(store->damage().size() == 1);
}

TEMPLATE_TEST_CASE("texts are the same bytes afterwards", "[conformance]", ENGAWA_STORES) {
  TestType place;
  Inputs const texts{"", "'\"\\", std::string(1000000, 'x'), "縁側\n\t🂡", std::string(100000, '\\')};
  {
    auto const store = place.open();
    transaction(*store, [&] {
      store->create_room("A", texts[2], 1);
      std::uint64_t seq = 0;
      for (auto const& text : texts) CHECK(store->append("A", 1, ++seq, text));
      store->put_snapshot("A", 1, 1, texts[3]);
      store->archive().put_record_part("r", 0, 1, texts[4]);
    });
  }
  auto const store = place.open();
  transaction(*store, [&] {
    auto const room = store->read_room("A").value();
    CHECK(room.setup == texts[2]);
    CHECK(room.inputs == texts);
    CHECK(room.snapshot == texts[3]);
    CHECK(store->archive().record_part("r", 0) == texts[4]);
  });
}

TEMPLATE_TEST_CASE("whatever is done in whatever order, it is what a list of inputs would be", "[conformance]",
                   ENGAWA_STORES) {
  TestType place;
  auto store = place.open();
  Inputs const rooms{"A", "B", "C", "D"};
  std::map<std::string, Inputs> model;
  std::map<std::string, std::uint64_t> epochs;
  std::mt19937 chance(7);
  auto const below = [&](std::size_t limit) { return static_cast<std::size_t>(chance()) % limit; };
  fill(*store, rooms, 0);
  for (auto const& room : rooms) epochs[room] = 1;
  auto const add = [&](std::map<std::string, Inputs>& to) {
    auto const& room = rooms[below(rooms.size())];
    auto const seq = to[room].size() + 1;
    auto const input = text_of(room, seq) + std::to_string(chance());
    CHECK(store->append(room, epochs[room], seq, input));
    to[room].push_back(input);
  };
  for (int step = 0; step < 150; ++step) {
    auto const& room = rooms[below(rooms.size())];
    auto const what = below(10);
    if (what == 0) {
      store.reset();
      store = place.open();
    } else if (what == 1) {
      StoredRoom taken;
      transaction(*store, [&] {
        if (below(2) == 0) store->expect(rooms);
        taken = store->take_room(room, true).value();
      });
      CHECK(taken.inputs == model[room]);
      epochs[room] = taken.epoch;
    } else if (what == 5) {  // the room sleeps, is packed, and is read again
      transaction(*store, [&] { store->set_closed(room, true); });
      while (store->has_chores()) transaction(*store, [] {});
      auto const taken = take(*store, room, true);
      CHECK(taken.inputs == model[room]);
      epochs[room] = taken.epoch;
    } else if (what == 2) {
      transaction(*store, [&] { store->put_snapshot(room, epochs[room], model[room].size(), "snapshot"); });
    } else if (what == 3) {
      auto unwanted = model;
      store->begin();
      for (int i = 0; i < 5; ++i) add(unwanted);
      store->rollback();
    } else if (what == 4) {
      transaction(*store, [&] {
        add(model);
        store->begin_part();
        store->set_closed(room, true);
        (void)store->take_room(room);
        store->end_part(false);
        add(model);
      });
    } else {
      CHECK(transaction(*store, [&] {
              for (auto left = 1 + below(20); left > 0; --left) add(model);
            }).empty());
    }
  }
  for (auto const& room : rooms) CHECK(inputs_of(*store, room) == model[room]);
  CHECK(store->damage().empty());
}
