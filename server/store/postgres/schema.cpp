#include "server/store/postgres/schema.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/connection.hpp"

namespace engawa::server::postgres {
namespace {

// Texts of people and programs are bytea, so that the same bytes are returned with any encoding of the database.
// journal.stored_at shows which rooms were used last. `sum` is the checksum of the row's other columns, in their order
// (rows.hpp), except those about time and place:
// - stored_at
// - rooms.owner, a node (nodes.hpp): it describes the cluster, not the stored data
// - rooms.packed: no input of the room waits to be packed (room_packer.hpp). Rooms are read without it
// - ..._uptime: how long servers had been up (Archive::Uptime; engawa.uptime, and when that was counted, in ms by the
//   clock of PostgreSQL). These columns alone delete nothing
constexpr char const* kVersion1[] = {
    "CREATE TABLE engawa(one boolean PRIMARY KEY DEFAULT true CHECK (one), schema_version bigint NOT NULL, identity "
    "uuid NOT NULL DEFAULT gen_random_uuid(), owner text NOT NULL DEFAULT '', uptime bigint NOT NULL DEFAULT 0, "
    "counted_at bigint NOT NULL DEFAULT 0)",
    "CREATE TABLE guests(id text COLLATE \"C\" PRIMARY KEY, token_hash bytea NOT NULL UNIQUE, nick bytea NOT NULL, "
    "lang bytea NOT NULL, created_at bigint NOT NULL, seen_at bigint NOT NULL, sum bigint NOT NULL, seen_uptime bigint "
    "NOT NULL DEFAULT 0)",
    "CREATE INDEX guests_seen ON guests(seen_uptime)",
    "CREATE SEQUENCE node_ids",
    "CREATE TABLE nodes(id bigint PRIMARY KEY, address text COLLATE \"C\" UNIQUE NOT NULL, lease_until timestamptz NOT "
    "NULL)",
    "CREATE SEQUENCE lobby_versions",
    "CREATE TABLE lobbies(address text COLLATE \"C\" PRIMARY KEY REFERENCES nodes(address) ON DELETE CASCADE, version "
    "bigint NOT NULL, rooms bytea NOT NULL)",
    "CREATE SEQUENCE room_ids",
    "CREATE TABLE rooms(id bigint PRIMARY KEY, code text COLLATE \"C\" NOT NULL UNIQUE, epoch bigint NOT NULL, closed "
    "bigint NOT NULL, created_at bigint NOT NULL, setup bytea NOT NULL, broken bytea, closed_at bigint NOT NULL, sum "
    "bigint NOT NULL, owner bigint REFERENCES nodes(id) ON UPDATE SET NULL ON DELETE SET NULL, packed boolean NOT NULL "
    "DEFAULT false, closed_uptime bigint NOT NULL DEFAULT 0)",
    "CREATE INDEX rooms_closed ON rooms(closed, closed_uptime)",
    "CREATE INDEX rooms_owner ON rooms(owner)",
    "CREATE INDEX rooms_to_pack ON rooms(id) WHERE closed = 1 AND NOT packed AND broken IS NULL",
    "CREATE TABLE journal(room bigint, seq bigint, input bytea NOT NULL, sum bigint NOT NULL, stored_at timestamptz "
    "NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (room, seq))",
    "CREATE TABLE packed(room bigint, first bigint, last bigint NOT NULL, size bigint NOT NULL, inputs bytea NOT NULL, "
    "sum bigint NOT NULL, PRIMARY KEY (room, first))",
    "ALTER TABLE packed ALTER inputs SET STORAGE EXTERNAL",
    "CREATE TABLE snapshots(room bigint, seq bigint, snapshot bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (room, "
    "seq))",
    "CREATE TABLE records(id text COLLATE \"C\", part bigint, ended_at bigint NOT NULL, text bytea NOT NULL, sum "
    "bigint "
    "NOT NULL, kept_uptime bigint NOT NULL DEFAULT 0, PRIMARY KEY (id, part))",
    "CREATE INDEX records_kept ON records(kept_uptime)",
    "INSERT INTO engawa(schema_version) VALUES (1)",
};
constexpr char const* kVersion2[] = {
    "CREATE TABLE acts(number bigint PRIMARY KEY, at bigint NOT NULL, text bytea NOT NULL, sum bigint NOT NULL)",
    "UPDATE engawa SET schema_version = 2",
};
// Released databases depend on these steps: never change one, only append.
constexpr std::span<char const* const> kSteps[] = {kVersion1, kVersion2};
constexpr char const* kLivingNodes = "SELECT count(*) FROM nodes WHERE lease_until > clock_timestamp()";
// Tables from before the first release have `version` in place of `schema_version`, and count other tables by it.
constexpr char const* kTables =
    "SELECT to_regclass('engawa') IS NOT NULL, (SELECT count(*) FROM pg_attribute WHERE attrelid = "
    "to_regclass('engawa') AND attname = 'schema_version')";

// 0: there are no tables yet.
std::int64_t version_of(Connection& connection) {
  auto const tables = connection.ask(kTables);
  if (tables.number(0, 0) == 0) return 0;
  if (tables.number(0, 1) == 0) throw std::runtime_error("no released version of engawad has written it");
  auto const version = connection.ask("SELECT schema_version FROM engawa");
  if (version.size() != 1) throw std::runtime_error("its table engawa has no row: restore a copy of the database");
  return version.number(0, 0);
}

}  // namespace

void migrate(Connection& connection) { migrate(connection, kSteps); }

void migrate(Connection& connection, Steps steps) {
  auto const newest = static_cast<std::int64_t>(steps.size());
  auto const before = version_of(connection);
  if (before > newest) throw std::runtime_error("it was written by a newer version of engawad");
  if (before == newest) return;
  connection.send("BEGIN");
  connection.ask("SELECT pg_advisory_xact_lock(1701734243, hashtext(current_schema()))");  // nodes may start together
  auto const version = std::min(version_of(connection), newest);
  if (version >= 1 && version < newest && connection.ask(kLivingNodes).number(0, 0) > 0)
    throw std::runtime_error("nodes with an older program use it: stop them all, then start this one");
  for (auto const step : steps.subspan(static_cast<std::size_t>(version)))
    for (auto const* statement : step) connection.send(statement);
  connection.finish();
  fail_point::hit<StoreFault>("store.migrate");
  connection.ask("COMMIT");
  if (version < newest) spdlog::info("the tables of the database are of version {} now", newest);
}

}  // namespace engawa::server::postgres
