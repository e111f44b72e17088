// The history of SQLite's tables, with migration steps invented by the test.
#include "server/store/sqlite/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>

#include "tests/catch.hpp"

using namespace engawa::server;

namespace {

constexpr char const* kHistory[] = {
    "CREATE TABLE people(name TEXT NOT NULL); INSERT INTO people VALUES('Aki')",
    "ALTER TABLE people ADD COLUMN age INTEGER NOT NULL DEFAULT 7",
    "CREATE INDEX people_age ON people(age); UPDATE people SET age = age + 1",
};
constexpr char const* kBroken[] = {kHistory[0], kHistory[1], "UPDATE people SET age = 1; UPDATE nobody SET age = 2"};

struct Memory {
  SQLite::Database database{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};

  Memory() = default;
  // A database as left by a program of that version.
  explicit Memory(std::size_t version) { migrate(database, Steps(kHistory).first(version)); }

  int number(char const* query) { return database.execAndGet(query).getInt(); }
  int version() { return number("PRAGMA user_version"); }
  std::string refusal(Steps steps) try {
    migrate(database, steps);
    return {};
  } catch (std::exception const& error) {
    return error.what();
  }
};

}  // namespace

TEST_CASE("each version of a database is upgraded to the newest", "[schema]") {
  for (std::size_t version = 0; version <= std::size(kHistory); ++version) {
    Memory memory(version);
    CHECK(memory.refusal(kHistory) == "");
    CHECK(memory.version() == 3);
    CHECK(memory.number("SELECT age FROM people") == 8);
  }
}

TEST_CASE("an upgrade that fails has changed nothing", "[schema]") {
  Memory memory(1);
  CHECK(memory.refusal(kBroken) == "no such table: nobody");
  CHECK(memory.version() == 1);
  CHECK(memory.number("SELECT COUNT(*) FROM pragma_table_info('people')") == 1);
}

TEST_CASE("a newer database is refused", "[schema]") {
  Memory memory(3);
  CHECK(memory.refusal(Steps(kHistory).first(2)) == "it was written by a newer version of engawad");
  CHECK(memory.version() == 3);
}

TEST_CASE("tables that no released version has made are refused, whatever their version says", "[schema]") {
  for (int const version : {0, 1, 2, 7}) {
    Memory memory;
    memory.database.exec("CREATE TABLE people(name TEXT); PRAGMA user_version = " + std::to_string(version));
    CHECK(memory.refusal(kHistory) == "no released version of engawad has written it");
    CHECK_THROWS(require_known_version(memory.database));
    CHECK(memory.version() == version);
  }
}
