#include "server/store/postgres/session.hpp"

#include <spdlog/spdlog.h>

#include <thread>
#include <utility>

#include "server/ops/secrets.hpp"
#include "server/store/postgres/pool_check.hpp"
#include "server/store/postgres/schema.hpp"

namespace engawa::server::postgres {
namespace {

using namespace std::chrono_literals;

constexpr auto kConnectWithin = 5s;
constexpr auto kLockWithin = 3s;       // at the start: the session of a killed server ends within moments
constexpr auto kLockAgainWithin = 1s;  // of a new connection, while the previous session is ended
constexpr auto kLookAgain = 50ms;
constexpr auto kRenewWithin = 200ms;  // how long the journal's thread waits for an attempt

// A commit is on the disk before it is acknowledged, independently of the server's settings; a setting that also waits
// for replicas is kept. Waits in the server end before Connection gives up, and a session of a lost machine releases
// the lock within about ten seconds. $1: a node that is frozen between two statements keeps their locks, on its own row
// and on rooms that it was about to take, no longer than its lease.
constexpr char const* kSettings =
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE "
    "current_setting('synchronous_commit') END, false), set_config('lock_timeout', '5s', false), "
    "set_config('statement_timeout', '0', false), set_config('idle_session_timeout', '0', false), "
    "set_config('idle_in_transaction_session_timeout', $1, false), set_config('tcp_keepalives_idle', '5', false), "
    "set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false), "
    "set_config('tcp_user_timeout', '10000', false)";

// 'enga', and the schema: two servers may share a database, each with its own schema.
constexpr char const* kLock =
    "SELECT pg_try_advisory_lock(1701734241, hashtext(current_schema())), pg_backend_pid(), (SELECT "
    "backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid())";
// For a node: shared with other nodes, and exclusive for its address.
constexpr char const* kNodeLock =
    "SELECT pg_try_advisory_lock_shared(1701734241, hashtext(current_schema())) AND pg_try_advisory_lock(1701734242, "
    "hashtext(current_schema() || ' ' || $1)), pg_backend_pid(), (SELECT backend_start::text FROM pg_stat_activity "
    "WHERE pid = pg_backend_pid())";
// Ends the previous session if it still has the lock; nothing waits for its answers any more.
constexpr char const* kEndSession =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1::bigint AND backend_start::text = $2";
constexpr char const* kMeta = "SELECT identity::text, owner FROM engawa";

// False: another session has it.
bool take_lock(Opened& opened, std::string const& address) {
  auto& connection = *opened.connection;
  auto const answer = address.empty() ? connection.ask(kLock) : connection.ask(kNodeLock, Parameters().text(address));
  opened.backend = answer.number(0, 1);
  opened.backend_began = answer.text(0, 2);
  return answer.number(0, 0) != 0;
}

std::string kept_out(std::string const& address) {
  if (address.empty()) return "another engawad is using this database";
  return "another engawad with the address " + address +
         ", or one that is no node of a cluster, is using this database";
}

Opened open_session(std::string const& url, ClusterNode const& node, Opened const* before,
                    std::chrono::milliseconds lock_within) {
  Opened opened;
  opened.connection = std::make_unique<Connection>(url, kConnectWithin);
  if (!before) require_own_session(*opened.connection, url, kConnectWithin);
  auto const idle = node.address.empty() ? std::string("60s") : std::to_string(node.lease_ms) + "ms";
  opened.connection->ask(kSettings, Parameters().text(idle));
  auto const end = std::chrono::steady_clock::now() + lock_within;
  while (!take_lock(opened, node.address)) {
    if (before) opened.connection->ask(kEndSession, Parameters().number(before->backend).text(before->backend_began));
    if (std::chrono::steady_clock::now() > end) throw StoreFault(kept_out(node.address));
    std::this_thread::sleep_for(kLookAgain);
  }
  if (!before) migrate(*opened.connection);
  auto const meta = opened.connection->ask(kMeta);
  if (meta.size() != 1) throw StoreFault("the table engawa of the database is empty");
  opened.identity = meta.text(0, 0);
  opened.owner = meta.text(0, 1);
  return opened;
}

void warn_of_unsafe_settings(Connection& connection) {
  for (auto const* setting :
       {"SELECT 'fsync', current_setting('fsync')", "SELECT 'full_page_writes', current_setting('full_page_writes')"}) {
    auto const said = connection.ask(setting);
    if (said.text(0, 1) != "on")
      spdlog::warn("PostgreSQL runs with {} = {}: when its machine fails, what was acknowledged may be lost",
                   said.text(0, 0), said.text(0, 1));
  }
}

}  // namespace

Session::Session(std::string url, ClusterNode node)
    : url_(std::move(url)),
      node_(std::move(node)),
      name_(random_token()),
      opened_(open_session(url_, node_, nullptr, kLockWithin)) {
  warn_of_unsafe_settings(*opened_.connection);
}

Session::~Session() = default;

Connection& Session::connection() {
  if (!lost_.empty()) throw StoreFault(lost_);
  if (!opened_.connection) throw StoreFault(trouble_.empty() ? "there is no connection to PostgreSQL" : trouble_);
  return *opened_.connection;
}

bool Session::renew() {
  if (!lost_.empty()) throw StoreFault(lost_);
  if (is_connected()) return false;
  if (opened_.connection) {
    trips_before_ += opened_.connection->round_trips();
    opened_.connection.reset();
  }
  if (!attempt_.valid()) {
    Opened before;
    before.backend = opened_.backend;
    before.backend_began = opened_.backend_began;
    attempt_ = std::async(std::launch::async, [url = url_, node = node_, before = std::move(before)] {
      return open_session(url, node, &before, kLockAgainWithin);
    });
  }
  if (attempt_.wait_for(kRenewWithin) != std::future_status::ready)
    throw StoreFault(trouble_ = "PostgreSQL does not answer yet");
  try {
    auto found = attempt_.get();
    judge(found);
    opened_ = std::move(found);
  } catch (std::exception const& error) {
    throw StoreFault(trouble_ = error.what());
  }
  trouble_.clear();
  return true;
}

// Before anything is written to a database that may belong to another server now.
void Session::judge(Opened const& found) {
  if (found.identity != opened_.identity)
    lost_ = "the URL leads to another database than before: start the server again, if it is the right one";
  else if (node_.address.empty() && found.owner != name_ && (claimed_ || found.owner != opened_.owner))
    lost_ = "another engawad has used this database meanwhile: stop one of the two, and start this one again";
  if (!lost_.empty()) throw StoreFault(lost_);
}

void Session::claim() {
  if (!claimed_ && node_.address.empty()) connection().send("UPDATE engawa SET owner = $1", Parameters().text(name_));
}

}  // namespace engawa::server::postgres
