#include "server/store/sqlite/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "server/ops/fail_point.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

// Released databases depend on these steps: never change one, only append.
constexpr char const* kSteps[] = {
    // rooms.broken: why the room is quarantined; NULL: it is not. `sum` and snapshots.hash are checksums (row_sum.hpp);
    // rooms.packed and the tables journal and packed: stored_inputs.hpp; records: archive_sqlite.cpp; uptime, and the
    // stamps ..._uptime, which are in no checksum because they alone delete nothing: Archive::Uptime.
    R"(
CREATE TABLE guests(id TEXT PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, nick TEXT NOT NULL, lang TEXT NOT NULL, created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL DEFAULT 0, sum INTEGER NOT NULL DEFAULT 0, seen_uptime INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX guests_seen ON guests(seen_uptime);
CREATE TABLE rooms(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL, closed INTEGER NOT NULL, created_at INTEGER NOT NULL, setup TEXT NOT NULL, broken TEXT, closed_at INTEGER NOT NULL DEFAULT 0, sum INTEGER NOT NULL DEFAULT 0, packed INTEGER NOT NULL DEFAULT 0, closed_uptime INTEGER NOT NULL DEFAULT 0);
CREATE INDEX rooms_closed ON rooms(closed, closed_uptime);
CREATE TABLE journal(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, seq INTEGER NOT NULL, input TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE packed(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, size INTEGER NOT NULL, inputs BLOB NOT NULL, sum INTEGER NOT NULL, UNIQUE(room, first));
CREATE TABLE snapshots(room INTEGER NOT NULL REFERENCES rooms, seq INTEGER NOT NULL, hash INTEGER NOT NULL, snapshot TEXT NOT NULL, PRIMARY KEY(room, seq)) WITHOUT ROWID;
CREATE TABLE records(id TEXT NOT NULL, part INTEGER NOT NULL, ended_at INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL DEFAULT 0, kept_uptime INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(id, part));
CREATE INDEX records_kept ON records(kept_uptime);
CREATE TABLE uptime(one INTEGER PRIMARY KEY CHECK(one = 1), ms INTEGER NOT NULL, counted_at INTEGER NOT NULL);
INSERT INTO uptime VALUES(1, 0, 0);
)",
    // The operator's acts: act_table.hpp.
    R"(
CREATE TABLE acts(number INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL, sum INTEGER NOT NULL);
)",
};

// SQLite's application_id. Files from before the first release have none, and their versions mean other tables.
constexpr std::int64_t kApplication = 0x656e6777;  // "engw"

// 0: the database is empty.
int version_of(SQLite::Database& database) {
  auto const number = [&database](char const* query) { return database.execAndGet(query).getInt64(); };
  if (number("PRAGMA application_id") == kApplication) return static_cast<int>(number("PRAGMA user_version"));
  if (number("SELECT COUNT(*) FROM sqlite_schema") == 0) return 0;
  throw std::runtime_error("no released version of engawad has written it");
}

int known_version_of(SQLite::Database& database, Steps steps) {
  int const version = version_of(database);
  if (version > static_cast<int>(steps.size()))
    throw std::runtime_error("it was written by a newer version of engawad");
  return version;
}

}  // namespace

void require_known_version(SQLite::Database& database) { (void)known_version_of(database, kSteps); }

void migrate(SQLite::Database& database) { migrate(database, kSteps); }

void migrate(SQLite::Database& database, Steps steps) {
  int const before = known_version_of(database, steps);
  int const newest = static_cast<int>(steps.size());
  if (before == newest) return;
  SQLite::Transaction migration(database);
  for (auto const* step : steps.subspan(static_cast<std::size_t>(before))) {
    database.exec(step);
    fail_point::hit<StoreFault>("store.migrate");
  }
  database.exec("PRAGMA application_id = " + std::to_string(kApplication));
  database.exec("PRAGMA user_version = " + std::to_string(newest));
  migration.commit();
  if (before > 0) spdlog::info("the database is of version {} now, it was of {}", newest, before);
}

}  // namespace engawa::server
