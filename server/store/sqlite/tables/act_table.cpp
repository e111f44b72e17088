#include "server/store/sqlite/tables/act_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

std::int64_t SqliteActTable::add(std::string const& text, std::int64_t at) {
  fail_point::hit<StoreFault>("store.put_act");
  auto const number = database_.execAndGet("SELECT COALESCE(MAX(number), 0) + 1 FROM acts").getInt64();
  SQLite::Statement insert(database_,
                           "INSERT INTO acts(number, at, text, sum) VALUES(?1, ?2, ?3, row_sum(?1, ?2, ?3))");
  insert.bind(1, number);
  insert.bind(2, at);
  insert.bind(3, text);
  insert.exec();
  return number;
}

StoredActs SqliteActTable::after(std::int64_t number) {
  StoredActs acts;
  SQLite::Statement query(database_,
                          sql({"SELECT number, at, text, ", kSoundAct, " FROM acts WHERE number > ? ORDER BY number"}));
  query.bind(1, number);
  while (query.executeStep()) {
    auto const act = query.getColumn(0).getInt64();
    if (is_sound(query.getColumn(3).getInt()))
      acts.rows.push_back({act, query.getColumn(1).getInt64(), query.getColumn(2).getString()});
    else
      acts.damaged.push_back(act);
  }
  return acts;
}

}  // namespace engawa::server
