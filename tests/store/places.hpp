// Where the conformance tests have a database: a new one for each place, which goes away with it.
#pragma once
#include <SQLiteCpp/SQLiteCpp.h>

#include <memory>
#include <string>

#include "server/store/row_sum.hpp"
#include "server/store/store.hpp"
#include "tests/store/folder.hpp"

namespace engawa::server {

class SqlitePlace {
 public:
  Result<std::unique_ptr<Store>> try_open() const { return Store::open(folder_.path(), Durability::process); }
  std::unique_ptr<Store> open() const { return try_open().value(); }
  // From outside of the server, in SQL that both databases know; how many rows it has changed.
  int run(std::string const& statement) const {
    SQLite::Database outside(folder_.path() + "/engawa.db", SQLite::OPEN_READWRITE, 5000);
    add_row_sum(outside);
    return outside.exec(statement);
  }

 private:
  Folder folder_;
};

}  // namespace engawa::server
