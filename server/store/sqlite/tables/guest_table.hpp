// The rows of the guests. REQUIRES: the schema is current. The store's thread.
#pragma once
#include "server/store/guest_table.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

class SqliteGuestTable final : public GuestTable {
 public:
  // REQUIRES: the database outlives it.
  explicit SqliteGuestTable(SQLite::Database& database) : database_(database) {}

  StoredGuests all() override;
  void put(GuestRow const& guest, std::int64_t at) override;
  void rename(std::string const& id, std::string const& nick) override;
  void replace_token(std::string const& id, std::string const& token_hash) override;

 private:
  SQLite::Database& database_;
};

}  // namespace engawa::server
