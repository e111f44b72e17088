#include "server/store/sqlite/tables/guest_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

StoredGuests SqliteGuestTable::all() {
  StoredGuests guests;
  SQLite::Statement query(database_, sql({"SELECT id, token_hash, nick, lang, ", kUptime, " - seen_uptime, ",
                                          kSoundGuest, " FROM guests"}));
  while (query.executeStep())
    if (is_sound(query.getColumn(5).getInt()))
      guests.rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                             query.getColumn(2).getString(), query.getColumn(3).getString(),
                             query.getColumn(4).getInt64()});
    else
      guests.damaged = true;
  return guests;
}

void SqliteGuestTable::put(GuestRow const& guest, std::int64_t at) {
  fail_point::hit<StoreFault>("store.put_guest");
  SQLite::Statement insert(
      database_,
      sql({"INSERT INTO guests(id, token_hash, nick, lang, created_at, seen_at, sum, seen_uptime) VALUES(?1, ?2, "
           "?3, ?4, ?5, ?5, row_sum(?1, ?2, ?3, ?4, ?5, ?5), ",
           kUptime, ")"}));
  insert.bind(1, guest.id);
  insert.bind(2, guest.token_hash.data(), static_cast<int>(guest.token_hash.size()));
  insert.bind(3, guest.nick);
  insert.bind(4, guest.lang);
  insert.bind(5, at);
  insert.exec();
  fail_point::hit<StoreFault>("store.put_guest_done");
}

void SqliteGuestTable::rename(std::string const& id, std::string const& nick) {
  SQLite::Statement update(database_, sql({"UPDATE guests SET nick = ?2, sum = row_sum(id, token_hash, ?2, lang, "
                                           "created_at, seen_at) WHERE id = ?1 AND ",
                                           kSoundGuest}));
  update.bind(1, id);
  update.bind(2, nick);
  update.exec();
}

void SqliteGuestTable::replace_token(std::string const& id, std::string const& token_hash) {
  SQLite::Statement update(database_, sql({"UPDATE guests SET token_hash = ?2, sum = row_sum(id, ?2, nick, lang, "
                                           "created_at, seen_at) WHERE id = ?1 AND ",
                                           kSoundGuest}));
  update.bind(1, id);
  update.bind(2, token_hash.data(), static_cast<int>(token_hash.size()));
  update.exec();
}

}  // namespace engawa::server
