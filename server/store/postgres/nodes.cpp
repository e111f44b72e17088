#include "server/store/postgres/nodes.hpp"

#include <spdlog/spdlog.h>

#include <stdexcept>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/postgres/rows.hpp"

namespace engawa::server::postgres {
namespace {

// A new number: rooms.owner refers to it and becomes NULL.
constexpr char const* kJoin =
    "INSERT INTO nodes(id, address, lease_until) VALUES(nextval('node_ids'), $1, clock_timestamp() + $2::bigint * "
    "interval '1 "
    "ms') ON CONFLICT (address) DO UPDATE SET id = EXCLUDED.id, lease_until = EXCLUDED.lease_until RETURNING id";
// It does not wait for a lock on its row: the node that holds it may be taking rooms of this node for any length of
// time, and inputs wait behind this.
constexpr char const* kRenew =
    "WITH before AS (SELECT lease_until > clock_timestamp() AS held FROM nodes WHERE id = $1 FOR NO KEY UPDATE SKIP "
    "LOCKED), renewed AS (UPDATE nodes n SET lease_until = clock_timestamp() + $2::bigint * interval '1 ms' FROM "
    "before WHERE n.id = $1 RETURNING before.held) SELECT (SELECT held FROM renewed) FROM nodes WHERE id = $1";
constexpr char const* kHome =
    "SELECT n.address FROM rooms r JOIN nodes n ON n.id = r.owner WHERE r.code = $1 AND r.owner <> $2 AND "
    "n.lease_until > clock_timestamp()";
// Nodes that claim at the same time skip each other's rooms. The rows of lost nodes are locked, so that a returning
// node renews its lease either before this, and keeps its rooms, or after it, and sees who has taken them.
constexpr char const* kClaim =
    "WITH gone AS MATERIALIZED (SELECT id FROM nodes WHERE lease_until <= clock_timestamp() AND id <> $1 FOR SHARE "
    "SKIP "
    "LOCKED), free AS (SELECT r.id, (SELECT stored_at FROM journal WHERE room = r.id ORDER BY seq DESC LIMIT 1) AS "
    "used "
    "FROM rooms r WHERE closed = 0 AND broken IS NULL AND (owner IS NULL OR owner IN (SELECT id FROM gone)) ORDER BY "
    "used DESC NULLS LAST, id DESC LIMIT $2 FOR NO KEY UPDATE OF r SKIP LOCKED), taken AS (UPDATE rooms r SET owner = "
    "$1 FROM free WHERE r.id = free.id RETURNING r.code, free.used, r.id) SELECT code FROM taken ORDER BY used DESC "
    "NULLS LAST, id DESC";
// bug.eager_takeover: before the lease has ended.
constexpr char const* kClaimEagerly =
    "WITH taken AS (UPDATE rooms SET owner = $1 WHERE id IN (SELECT id FROM rooms WHERE closed = 0 AND broken IS NULL "
    "AND owner IS DISTINCT FROM $1 ORDER BY random() LIMIT LEAST($2::bigint, 1) FOR NO KEY UPDATE SKIP LOCKED) "
    "RETURNING code) SELECT code FROM taken";
// bug.two_sweeps: waits for a row that another node has taken in the meantime, and does not check it again.
constexpr char const* kClaimTwice =
    "WITH free AS MATERIALIZED (SELECT id FROM rooms WHERE closed = 0 AND broken IS NULL AND (owner IS NULL OR owner "
    "IN (SELECT id FROM nodes WHERE lease_until <= clock_timestamp() AND id <> $1)) LIMIT $2), taken AS (UPDATE rooms "
    "r SET owner = $1 FROM free WHERE r.id = free.id RETURNING r.code) SELECT code FROM taken";
constexpr char const* kForget =
    "DELETE FROM nodes WHERE id IN (SELECT id FROM nodes n WHERE lease_until < clock_timestamp() - interval '1 minute' "
    "AND id <> $1 AND NOT EXISTS (SELECT FROM rooms WHERE owner = n.id AND closed = 0 AND broken IS NULL) FOR UPDATE "
    "SKIP LOCKED)";
constexpr char const* kLiving = "SELECT address FROM nodes WHERE lease_until > clock_timestamp()";
constexpr char const* kOwned = "SELECT code FROM rooms WHERE owner = $1";
constexpr char const* kTell =
    "INSERT INTO lobbies(address, version, rooms) SELECT address, nextval('lobby_versions'), $2 FROM nodes WHERE id = "
    "$1 "
    "ON CONFLICT (address) DO UPDATE SET version = EXCLUDED.version, rooms = EXCLUDED.rooms RETURNING version";
constexpr char const* kLobbies =
    "SELECT address, version, CASE WHEN version = ANY($1) THEN NULL ELSE rooms END FROM lobbies JOIN nodes n USING "
    "(address) WHERE n.lease_until > clock_timestamp()";
constexpr char const* kGuest = ENGAWA_GUESTS " WHERE token_hash = $1::bytea";
constexpr char const* kLeave = "DELETE FROM nodes WHERE id = $1";

char const* claim_statement() {
  if (fail_point::on("bug.eager_takeover")) return kClaimEagerly;
  return fail_point::on("bug.two_sweeps") ? kClaimTwice : kClaim;
}

std::vector<std::string> texts_of(Rows const& rows) {
  std::vector<std::string> texts;
  texts.reserve(static_cast<std::size_t>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) texts.push_back(rows.text(row, 0));
  return texts;
}

}  // namespace

void Nodes::join(ClusterNode node) {
  node_ = std::move(node);
  number_ = transaction_.ask(kJoin, Parameters().text(node_.address).number(node_.lease_ms)).number(0, 0);
}

void Nodes::find_home(std::string const& code, std::string& home) {
  transaction_.send(kHome, Parameters().text(code).number(number_), [&home](Rows const& rows) {
    if (rows.size() > 0) home = rows.text(0, 0);
  });
}

std::vector<std::string> Nodes::claim(int limit) {
  fail_point::hit<StoreFault>("store.claim");
  auto const codes = texts_of(transaction_.ask(claim_statement(), Parameters().number(number_).number(limit)));
  fail_point::hit<StoreFault>("store.claimed");
  transaction_.send(kForget, Parameters().number(number_));
  return codes;
}

Cluster::Renewed Nodes::renew() {
  fail_point::hit<StoreFault>("store.renew");
  auto const before = transaction_.ask(kRenew, Parameters().number(number_).number(node_.lease_ms));
  if (before.size() == 0) {
    join(node_);
    return Renewed::lapsed;
  }
  if (before.is_null(0, 0)) return Renewed::not_now;
  return before.number(0, 0) != 0 ? Renewed::held : Renewed::lapsed;
}

std::vector<std::string> Nodes::owned() { return texts_of(transaction_.ask(kOwned, Parameters().number(number_))); }

std::vector<std::string> Nodes::living() { return texts_of(transaction_.ask(kLiving)); }

std::int64_t Nodes::tell_lobby(std::string const& text) {
  auto const version = transaction_.ask(kTell, Parameters().number(number_).text(text));
  return version.size() == 0 ? 0 : version.number(0, 0);
}

std::vector<NodeLobby> Nodes::lobbies(std::vector<std::int64_t> const& known) {
  auto const rows = transaction_.ask(kLobbies, Parameters().numbers(known));
  std::vector<NodeLobby> lobbies;
  for (int row = 0; row < rows.size(); ++row) {
    auto& lobby = lobbies.emplace_back(NodeLobby{rows.text(row, 0), rows.number(row, 1), std::nullopt});
    if (!rows.is_null(row, 2)) lobby.text = rows.text(row, 2);
  }
  return lobbies;
}

void Nodes::find_guest(std::string const& token_hash, StoredGuests& guest) {
  transaction_.send(kGuest, Parameters().text(token_hash), [&guest](Rows const& rows) { guest = guests_of(rows); });
}

void Nodes::leave() { transaction_.send(kLeave, Parameters().number(number_)); }

}  // namespace engawa::server::postgres
