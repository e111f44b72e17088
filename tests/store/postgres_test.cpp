// Tests only for PostgreSQL: round trips, connections that end, successive servers.
#include <chrono>
#include <functional>
#include <span>
#include <string>

#include "server/store/archive.hpp"
#include "server/store/journal.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/schema.hpp"
#include "tests/catch.hpp"
#include "tests/store/places.hpp"
#include "tests/store/steps.hpp"

using namespace engawa;
using namespace engawa::server;

namespace {

void create(Store& store, std::initializer_list<char const*> rooms) {
  whole_transaction(store, [&] {
    for (auto const* room : rooms) store.create_room(room, "{}", 1);
  });
}

std::vector<std::string> inputs_of(Store& store, std::string const& room) {
  std::vector<std::string> inputs;
  whole_transaction(store, [&] { inputs = store.read_room(room).value().inputs; });
  return inputs;
}

// Retries until it can be written to again, as the journal does.
void probe_until_up(Store& store) {
  for (int i = 0; i < 100; ++i) try {
      return store.probe();
    } catch (StoreFault const&) {
    }
  FAIL("the store does not come back");
}

std::string trouble_of(std::function<void()> const& work) {
  try {
    work();
  } catch (std::exception const& error) {
    return error.what();
  }
  return {};
}

bool has(std::string const& text, std::string const& part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("a batch of inputs of many rooms, with snapshots, is one round trip and one transaction", "[postgres]") {
  PostgresPlace place;
  auto const store = place.open();
  auto const rooms = {"A", "B", "C", "D", "E", "F", "G", "H"};
  create(*store, rooms);
  auto const transactions = [&] {
    return place.ask("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint").number(0, 0);
  };
  auto const batch = [&](std::uint64_t from, std::uint64_t to) {
    whole_transaction(*store, [&] {
      for (auto seq = from; seq <= to; ++seq)
        for (auto const* room : rooms) CHECK(store->append(room, 1, seq, "input"));
    });
  };
  batch(1, 1);
  auto const trips = store->holdings().round_trips;
  auto const before = transactions();
  batch(2, 50);
  CHECK(store->holdings().round_trips == trips + 1);
  CHECK(transactions() == before + 1);
  whole_transaction(*store, [&] {
    for (auto const* room : rooms) {
      CHECK(store->append(room, 1, 51, "input"));
      store->begin_part();
      store->put_snapshot(room, 1, 51, "snapshot");
      store->end_part(true);
    }
  });
  CHECK(store->holdings().round_trips == trips + 2);
  whole_transaction(*store, [&] {
    store->begin_part();
    store->end_part(true);
  });
  CHECK(store->holdings().round_trips == trips + 2);  // nothing to do
  CHECK(inputs_of(*store, "H").size() == 51);
}

TEST_CASE("rooms that are expected are read in one round trip", "[postgres]") {
  PostgresPlace place;
  auto const store = place.open();
  std::vector<std::string> rooms;
  for (char code = 'A'; code < 'I'; ++code) rooms.emplace_back(1, code);
  whole_transaction(*store, [&] {
    for (auto const& room : rooms) store->create_room(room, "{}", 1);
    for (std::uint64_t seq = 1; seq <= 300; ++seq)
      for (auto const& room : rooms) CHECK(store->append(room, 1, seq, "input"));
  });
  auto const trips = store->holdings().round_trips;
  whole_transaction(*store, [&] {
    store->expect(rooms);
    for (auto const& room : rooms) CHECK(store->take_room(room)->inputs.size() == 300);
  });
  CHECK(store->holdings().round_trips == trips + 2);  // and the commit
  whole_transaction(*store, [&] { CHECK(store->take_room("A")->inputs.size() == 300); });
  CHECK(store->holdings().round_trips == trips + 4);
}

TEST_CASE("a connection that ends is a fault of the store, which comes back by itself", "[postgres]") {
  PostgresPlace place;
  auto const store = place.open();
  create(*store, {"A"});
  whole_transaction(*store, [&] { CHECK(store->append("A", 1, 1, "one")); });
  store->watch();
  place.cut();
  CHECK_THROWS_AS(store->watch(), StoreFault);
  CHECK(trouble_of([&] { store->begin(); }) != "");
  store->rollback();
  probe_until_up(*store);
  store->watch();
  whole_transaction(*store, [&] { CHECK(store->append("A", 1, 2, "two")); });
  // In the middle of a transaction.
  store->begin();
  CHECK(store->append("A", 1, 3, "lost"));
  CHECK(store->read_room("A")->inputs.size() == 3);
  place.cut();
  auto fault = false;
  try {
    (void)store->commit();
  } catch (std::exception const& error) {
    fault = store->is_fault(error);
  }
  CHECK(fault);
  store->rollback();
  probe_until_up(*store);
  CHECK(inputs_of(*store, "A") == std::vector<std::string>{"one", "two"});
  whole_transaction(*store, [&] { CHECK(store->append("A", 1, 3, "three")); });
  CHECK(inputs_of(*store, "A").size() == 3);
}

TEST_CASE("a server that was replaced while it had no connection never writes again", "[postgres]") {
  PostgresPlace place;
  auto const former = place.open();
  create(*former, {"A"});
  whole_transaction(*former, [&] { CHECK(former->append("A", 1, 1, "one")); });
  place.cut();
  auto second = place.open();
  whole_transaction(*second, [&] { CHECK(second->take_room("A")->epoch == 2); });
  CHECK_THROWS_AS(former->watch(), StoreFault);
  std::string why;
  while (!has(why, "another engawad is using")) why = trouble_of([&] { former->probe(); });
  CHECK(former->lost().empty());
  second.reset();
  while (former->lost().empty()) why = trouble_of([&] { former->probe(); });
  CHECK(has(former->lost(), "another engawad has used this database meanwhile"));
  CHECK(has(trouble_of([&] { former->begin(); }), "meanwhile"));
  CHECK(has(trouble_of([&] { former->watch(); }), "meanwhile"));
}

TEST_CASE("who only reads takes nothing over", "[postgres]") {
  PostgresPlace place;
  auto const store = place.open();
  create(*store, {"A"});
  place.cut();
  {
    auto const check = place.open();
    CHECK(check->damage().empty());
    CHECK(check->read_room("A")->inputs.empty());
  }
  CHECK_THROWS_AS(store->watch(), StoreFault);
  probe_until_up(*store);
  whole_transaction(*store, [&] { CHECK(store->append("A", 1, 1, "one")); });
}

TEST_CASE("what cannot be written is a fault, and passes", "[postgres]") {
  PostgresPlace place;
  auto const store = place.open();
  create(*store, {"A"});
  (void)place.ask("ALTER TABLE journal RENAME TO journal_elsewhere");
  store->begin();
  CHECK(store->append("A", 1, 1, "one"));
  auto const why = trouble_of([&] { (void)store->commit(); });
  CAPTURE(why);
  CHECK(has(why, "PostgreSQL: relation \"journal\" does not exist"));
  store->rollback();
  (void)place.ask("ALTER TABLE journal_elsewhere RENAME TO journal");
  probe_until_up(*store);
  whole_transaction(*store, [&] { CHECK(store->append("A", 1, 1, "one")); });
  CHECK(inputs_of(*store, "A").size() == 1);
}

TEST_CASE("a database of a newer version is refused and not changed", "[postgres]") {
  PostgresPlace place;
  create(*place.open(), {"A"});
  REQUIRE(place.run("UPDATE engawa SET schema_version = 99") == 1);
  auto const refused = place.try_open();
  REQUIRE(refused.has_error());
  CHECK(has(refused.error().message, "newer version"));
  CHECK(place.ask("SELECT schema_version FROM engawa").number(0, 0) == 99);
}

TEST_CASE("tables that no released version has made are refused and not changed", "[postgres]") {
  PostgresPlace place;
  create(*place.open(), {"A"});
  place.run("ALTER TABLE engawa RENAME schema_version TO version");
  auto const refused = place.try_open();
  REQUIRE(refused.has_error());
  CHECK(has(refused.error().message, "no released version of engawad has written it"));
  CHECK(place.ask("SELECT count(*) FROM rooms").number(0, 0) == 1);
}

// Migration steps invented by the test.
TEST_CASE("tables are upgraded, but not under nodes that do not know the new ones", "[postgres]") {
  static constexpr char const* first[] = {"UPDATE engawa SET schema_version = 1"};
  static constexpr char const* second[] = {"UPDATE engawa SET schema_version = 2"};
  static constexpr char const* third[] = {"ALTER TABLE guests ADD age bigint NOT NULL DEFAULT 7",
                                          "UPDATE engawa SET schema_version = 3"};
  static constexpr std::span<char const* const> history[] = {first, second, third};
  PostgresPlace const place;
  auto const older = place.open({"a:1", 3600000});
  postgres::Connection connection(place.url(), std::chrono::seconds(10));
  std::string refusal;
  try {
    postgres::migrate(connection, history);
  } catch (std::exception const& error) {
    refusal = error.what();
    (void)connection.ask("ROLLBACK");
  }
  CHECK(refusal == "nodes with an older program use it: stop them all, then start this one");
  CHECK(place.number("SELECT schema_version FROM engawa") == 2);
  place.run("DELETE FROM nodes");  // it has stopped
  postgres::migrate(connection, history);
  CHECK(place.number("SELECT schema_version FROM engawa") == 3);
  CHECK(place.number("SELECT count(age) FROM guests") == 0);
  CHECK(has(place.try_open({"b:1", 3600000}).error().message, "newer version"));
}

TEST_CASE("a refusal never has the password of the URL", "[postgres]") {
  for (auto const* url :
       {"postgres://me:sec%ret@127.0.0.1/games", "postgres://me:sec/ret@127.0.0.1/games",
        "postgres://me:secret@127.0.0.1:1/games", "postgres://me:sec@ret@127.0.0.1:1/games",
        "postgres://127.0.0.1:1/games?user=me&password=secret", "postgres://me:secret@/games?port=5x"}) {
    CAPTURE(url);
    auto const refused = postgres::open(url);
    REQUIRE(refused.has_error());
    CAPTURE(refused.error().message);
    for (auto const* part : {"sec", "ret@"}) CHECK_FALSE(has(refused.error().message, part));
  }
}

TEST_CASE("the sizes are measured", "[postgres]") {
  PostgresPlace place;
  auto const store = place.open();
  create(*store, {"A"});
  auto const holdings = store->holdings();
  CHECK(holdings.database_bytes > 1000000);
  CHECK(holdings.tail_bytes > 0);
  CHECK(holdings.record_bytes.has_value());
  CHECK(holdings.packed_bytes.has_value());
  CHECK(holdings.round_trips > 0);
  while (store->has_chores()) whole_transaction(*store, [] {});  // which ends it
}
