// Places with a database for the conformance tests: a new one for each place, removed with it.
#pragma once
#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/store_postgres.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/store.hpp"
#include "tests/store/folder.hpp"

namespace engawa::server {

class SqlitePlace {
 public:
  Result<std::unique_ptr<Store>> try_open() const { return Store::open(folder_.path(), Durability::process); }
  std::unique_ptr<Store> open() const { return try_open().value(); }
  // Runs SQL that both databases understand, from outside of the server; returns the number of changed rows.
  int run(std::string const& statement) const {
    SQLite::Database outside(folder_.path() + "/engawa.db", SQLite::OPEN_READWRITE, 5000);
    add_row_sum(outside);
    return outside.exec(statement);
  }
  std::int64_t number(std::string const& query) const {
    return SQLite::Database(folder_.path() + "/engawa.db").execAndGet(query).getInt64();
  }
  // Acts as if a server had been up for so long.
  int add_uptime(std::int64_t ms) const { return run("UPDATE uptime SET ms = ms + " + std::to_string(ms)); }
  std::string const& folder() const { return folder_.path(); }

 private:
  Folder folder_;
};

// A schema in the database of ENGAWA_TEST_POSTGRES (with_postgres.py).
class PostgresPlace {
 public:
  PostgresPlace() { (void)ask("CREATE SCHEMA " + schema_); }
  ~PostgresPlace() { (void)ask("DROP SCHEMA " + schema_ + " CASCADE"); }
  PostgresPlace(PostgresPlace const&) = delete;
  PostgresPlace& operator=(PostgresPlace const&) = delete;

  std::string url() const { return server() + "?options=-csearch_path%3D" + schema_; }
  Result<std::unique_ptr<Store>> try_open(ClusterNode const& node = {}) const { return postgres::open(url(), node); }
  std::unique_ptr<Store> open(ClusterNode const& node = {}) const {
    auto store = try_open(node);
    if (!store) throw std::runtime_error(store.error().message);
    return std::move(*store);
  }
  postgres::Rows ask(std::string const& statement) const {
    return postgres::Connection(url(), std::chrono::seconds(10)).ask(statement.c_str());
  }
  int run(std::string const& statement) const { return static_cast<int>(ask(statement).changed()); }
  std::int64_t number(std::string const& query) const { return ask("SELECT (" + query + ")::bigint").number(0, 0); }
  int add_uptime(std::int64_t ms) const { return run("UPDATE engawa SET uptime = uptime + " + std::to_string(ms)); }
  // Ends the connections of all stores here, as a restart of PostgreSQL does.
  void cut() const {
    (void)ask(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objid = "
        "(hashtext('" +
        schema_ + "')::bigint & 4294967295)::oid");
  }

 private:
  static std::string server() {
    auto const* const url = std::getenv("ENGAWA_TEST_POSTGRES");
    if (!url) throw std::runtime_error("these tests need a PostgreSQL: run them by tests/store/with_postgres.py");
    return url;
  }
  static int next() {
    static int last = 0;
    return ++last;
  }
  std::string schema_ = "place" + std::to_string(next());
};

}  // namespace engawa::server
