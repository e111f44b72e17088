#include "server/store/postgres/schema.hpp"

#include <spdlog/spdlog.h>

#include <cstdint>
#include <iterator>
#include <stdexcept>

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/connection.hpp"

namespace engawa::server::postgres {
namespace {

// What is text of people and programs is bytea: the same bytes come back whatever the database's encoding is.
// journal.stored_at says which rooms were used last. `sum` is that of the row's other columns, in their order
// (rows.hpp), but for stored_at.
constexpr char const* kVersion1[] = {
    "CREATE TABLE engawa(one boolean PRIMARY KEY DEFAULT true CHECK (one), version bigint NOT NULL, identity uuid NOT "
    "NULL DEFAULT gen_random_uuid(), owner text NOT NULL DEFAULT '')",
    "CREATE TABLE guests(id text COLLATE \"C\" PRIMARY KEY, token_hash bytea NOT NULL UNIQUE, nick bytea NOT NULL, "
    "lang "
    "bytea NOT NULL, created_at bigint NOT NULL, seen_at bigint NOT NULL, sum bigint NOT NULL)",
    "CREATE INDEX guests_seen ON guests(seen_at)",
    "CREATE TABLE rooms(id bigint PRIMARY KEY, code text COLLATE \"C\" NOT NULL UNIQUE, epoch bigint NOT NULL, closed "
    "bigint NOT NULL, created_at bigint NOT NULL, setup bytea NOT NULL, broken bytea, closed_at bigint NOT NULL, sum "
    "bigint NOT NULL)",
    "CREATE INDEX rooms_closed ON rooms(closed, closed_at)",
    "CREATE SEQUENCE room_ids",
    "CREATE TABLE journal(room bigint, seq bigint, input bytea NOT NULL, sum bigint NOT NULL, stored_at timestamptz "
    "NOT "
    "NULL DEFAULT clock_timestamp(), PRIMARY KEY (room, seq))",
    "CREATE TABLE snapshots(room bigint, seq bigint, snapshot bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (room, "
    "seq))",
    "CREATE TABLE records(id text COLLATE \"C\", part bigint, ended_at bigint NOT NULL, text bytea NOT NULL, sum "
    "bigint "
    "NOT NULL, PRIMARY KEY (id, part))",
    "CREATE INDEX records_ended ON records(ended_at)",
    "INSERT INTO engawa(version) VALUES (1)",
};
// nodes: nodes.hpp. rooms.owner is no part of the row's sum: it says who is alive, not what was stored.
constexpr char const* kVersion2[] = {
    "CREATE SEQUENCE node_ids",
    "CREATE TABLE nodes(id bigint PRIMARY KEY, address text COLLATE \"C\" UNIQUE NOT NULL, lease_until timestamptz)",
    "ALTER TABLE nodes ALTER lease_until SET NOT NULL",
    "ALTER TABLE rooms ADD COLUMN owner bigint REFERENCES nodes(id) ON UPDATE SET NULL ON DELETE SET NULL",
    "CREATE INDEX rooms_owner ON rooms(owner)",
    "CREATE SEQUENCE lobby_versions",
    "CREATE TABLE lobbies(address text COLLATE \"C\" PRIMARY KEY, version bigint NOT NULL, rooms bytea NOT NULL)",
    "ALTER TABLE lobbies ADD FOREIGN KEY (address) REFERENCES nodes(address) ON DELETE CASCADE",
    "UPDATE engawa SET version = 2",
};
// rooms.packed: no input of it waits to be packed (room_packer.hpp). It is no part of the row's sum either: rooms are
// read without it.
constexpr char const* kVersion3[] = {
    "CREATE TABLE packed(room bigint, first bigint, last bigint NOT NULL, PRIMARY KEY (room, first))",
    "ALTER TABLE packed ADD size bigint NOT NULL, ADD inputs bytea NOT NULL, ADD sum bigint NOT NULL",
    "ALTER TABLE packed ALTER inputs SET STORAGE EXTERNAL",
    "ALTER TABLE rooms ADD COLUMN packed boolean NOT NULL DEFAULT false",
    "CREATE INDEX rooms_to_pack ON rooms(id) WHERE closed = 1 AND NOT packed AND broken IS NULL",
    "UPDATE engawa SET version = 3",
};
// How long servers have been up (Archive::Uptime), and when that was counted, in ms by the clock of PostgreSQL; what is from
// before ages from now on. The stamps are no part of a row's sum either: alone they delete nothing.
constexpr char const* kVersion4[] = {
    "ALTER TABLE engawa ADD uptime bigint NOT NULL DEFAULT 0, ADD counted_at bigint NOT NULL DEFAULT 0",
    ("UPDATE engawa SET version = 4, counted_at = COALESCE(GREATEST((SELECT max(seen_at) FROM guests), (SELECT "
     "max(created_at) FROM rooms), (SELECT max(closed_at) FROM rooms)), 0)"),
    "ALTER TABLE guests ADD seen_uptime bigint NOT NULL DEFAULT 0",
    "ALTER TABLE rooms ADD closed_uptime bigint NOT NULL DEFAULT 0",
    "ALTER TABLE records ADD kept_uptime bigint NOT NULL DEFAULT 0",
    "DROP INDEX guests_seen, rooms_closed, records_ended",
    "CREATE INDEX guests_seen ON guests(seen_uptime)",
    "CREATE INDEX rooms_closed ON rooms(closed, closed_uptime)",
    "CREATE INDEX records_kept ON records(kept_uptime)",
};
constexpr std::int64_t kVersion = 4;
constexpr char const* kLivingNodes = "SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp()";

// 0: there are no tables yet.
std::int64_t version_of(Connection& connection) {
  if (connection.ask("SELECT to_regclass('engawa') IS NOT NULL").number(0, 0) == 0) return 0;
  auto const version = connection.ask("SELECT version FROM engawa");
  if (version.size() != 1) throw std::runtime_error("its table engawa has no row: restore a copy of the database");
  return version.number(0, 0);
}

}  // namespace

void migrate(Connection& connection) {
  auto const before = version_of(connection);
  if (before > kVersion) throw std::runtime_error("it was written by a newer version of engawad");
  if (before == kVersion) return;
  connection.send("BEGIN");
  connection.ask("SELECT pg_advisory_xact_lock(1701734243, hashtext(current_schema()))");  // nodes may start together
  auto const version = version_of(connection);
  if (version >= 2 && version < kVersion && connection.ask(kLivingNodes).number(0, 0) > 0)
    throw std::runtime_error("nodes with an older program use it: stop them all, then start this one");
  if (version < 1)
    for (auto const* statement : kVersion1) connection.send(statement);
  if (version < 2)
    for (auto const* statement : kVersion2) connection.send(statement);
  if (version < 3)
    for (auto const* statement : kVersion3) connection.send(statement);
  if (version < 4)
    for (auto const* statement : kVersion4) connection.send(statement);
  connection.finish();
  fail_point::hit<StoreFault>("store.migrate");
  connection.ask("COMMIT");
  if (version < kVersion) spdlog::info("the tables of the database are of version {} now", kVersion);
}

}  // namespace engawa::server::postgres
