// The rows of the operator's acts. REQUIRES: the schema is current. The store's thread.
#pragma once
#include "server/store/act_table.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

class SqliteActTable final : public ActTable {
 public:
  // REQUIRES: the database outlives it.
  explicit SqliteActTable(SQLite::Database& database) : database_(database) {}

  std::int64_t add(std::string const& text, std::int64_t at) override;
  StoredActs after(std::int64_t number) override;

 private:
  SQLite::Database& database_;
};

}  // namespace engawa::server
