#include "server/store/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <spdlog/spdlog.h>

#include <iterator>
#include <stdexcept>
#include <string>

#include "server/ops/fail_point.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

// Step i upgrades version i to version i + 1. Existing databases depend on them: never change a step, only append.
constexpr char const* kSteps[] = {
    R"(
CREATE TABLE guests(id TEXT PRIMARY KEY, token_hash BLOB NOT NULL UNIQUE, nick TEXT NOT NULL, lang TEXT NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE rooms(id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL, closed INTEGER NOT NULL, created_at INTEGER NOT NULL, setup TEXT NOT NULL);
CREATE TABLE journal(room INTEGER NOT NULL REFERENCES rooms, seq INTEGER NOT NULL, input TEXT NOT NULL, UNIQUE(room, seq));
)",
    // broken: why the room is quarantined; NULL: it is not. snapshots: the room after input `seq`, and a hash of its
    // text.
    R"(
ALTER TABLE rooms ADD COLUMN broken TEXT;
CREATE TABLE snapshots(room INTEGER NOT NULL REFERENCES rooms, seq INTEGER NOT NULL, hash INTEGER NOT NULL, snapshot TEXT NOT NULL, PRIMARY KEY(room, seq)) WITHOUT ROWID;
)",
    // Old rooms and guests are deleted; only a room's records are kept (archive_sqlite.cpp). The age of existing ones
    // counts from now.
    R"(
ALTER TABLE rooms ADD COLUMN closed_at INTEGER NOT NULL DEFAULT 0;
UPDATE rooms SET closed_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE INDEX rooms_closed ON rooms(closed, closed_at);
ALTER TABLE guests ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
UPDATE guests SET seen_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE INDEX guests_seen ON guests(seen_at);
CREATE TABLE records(id TEXT NOT NULL, part INTEGER NOT NULL, ended_at INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY(id, part));
CREATE INDEX records_ended ON records(ended_at);
)",
    // A checksum with each row (row_sum.hpp). Snapshots can be made again, and theirs covered less.
    R"(
ALTER TABLE guests ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE guests SET sum = row_sum(id, token_hash, nick, lang, created_at, seen_at);
ALTER TABLE rooms ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE rooms SET sum = row_sum(id, code, epoch, closed, created_at, setup, broken, closed_at);
ALTER TABLE journal ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE journal SET sum = row_sum(room, seq, input);
ALTER TABLE records ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
UPDATE records SET sum = row_sum(id, part, ended_at, text);
DELETE FROM snapshots;
)",
    // The journal has no index any more, and old inputs are packed (stored_inputs.hpp). Rows keep their numbers, and what
    // was damaged keeps a checksum that does not fit.
    R"(
CREATE TABLE inputs(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, seq INTEGER NOT NULL, input TEXT NOT NULL, sum INTEGER NOT NULL);
INSERT INTO inputs SELECT rowid, room, seq, input, sum FROM journal ORDER BY rowid;
DROP TABLE journal;
ALTER TABLE inputs RENAME TO journal;
CREATE TABLE packed(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, size INTEGER NOT NULL, inputs BLOB NOT NULL, sum INTEGER NOT NULL, UNIQUE(room, first));
ALTER TABLE rooms ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;
UPDATE rooms SET sum = row_sum(id, code, epoch, closed, created_at, setup, broken, closed_at, packed) WHERE sum IS row_sum(id, code, epoch, closed, created_at, setup, broken, closed_at);
)",
    // Packed inputs may be columns (input_columns.hpp), which an older server cannot read.
    "",
    // The time that servers were up (Archive::Uptime), and rows stamped with it. Those from before begin with 0: they age
    // from now on. The stamps are in no checksum: alone they delete nothing.
    R"(
CREATE TABLE uptime(one INTEGER PRIMARY KEY CHECK(one = 1), ms INTEGER NOT NULL, counted_at INTEGER NOT NULL);
INSERT INTO uptime SELECT 1, 0, COALESCE(MAX(at), 0) FROM (SELECT MAX(seen_at) AS at FROM guests UNION ALL SELECT MAX(created_at) FROM rooms UNION ALL SELECT MAX(closed_at) FROM rooms);
ALTER TABLE guests ADD COLUMN seen_uptime INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN closed_uptime INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN kept_uptime INTEGER NOT NULL DEFAULT 0;
DROP INDEX guests_seen;
DROP INDEX rooms_closed;
DROP INDEX records_ended;
CREATE INDEX guests_seen ON guests(seen_uptime);
CREATE INDEX rooms_closed ON rooms(closed, closed_uptime);
CREATE INDEX records_kept ON records(kept_uptime);
)",
};
constexpr int kVersion = static_cast<int>(std::size(kSteps));

int version_of(SQLite::Database& database) { return database.execAndGet("PRAGMA user_version").getInt(); }

}  // namespace

void require_known_version(SQLite::Database& database) {
  if (version_of(database) > kVersion) throw std::runtime_error("it was written by a newer version of engawad");
}

void migrate(SQLite::Database& database) {
  require_known_version(database);
  int const before = version_of(database);
  if (before == kVersion) return;
  SQLite::Transaction migration(database);
  for (int version = before; version < kVersion; ++version) {
    database.exec(kSteps[version]);
    fail_point::hit<StoreFault>("store.migrate");
  }
  database.exec("PRAGMA user_version = " + std::to_string(kVersion));
  migration.commit();
  if (before > 0) spdlog::info("the database is of version {} now, it was of {}", kVersion, before);
}

}  // namespace engawa::server
