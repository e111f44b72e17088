#include "server/store/sqlite/tables/room_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <ctime>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/inputs/stored_inputs.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kDamagedRoom = "its row does not fit its checksum: row ";

constexpr std::string_view kRoomColumns = "id, epoch, closed, setup, broken";
struct RoomValues {
  std::int64_t id, epoch;
  bool closed;
  std::string setup, broken;
  bool sound;
};

// REQUIRES: the columns are kRoomColumns and whether the row is sound. Braced initialisers are evaluated in order.
RoomValues read_room(SQLite::Statement& query) {
  int column = 0;
  auto const next = [&] { return query.getColumn(column++); };
  return {next().getInt64(),  next().getInt64(),  next().getInt() != 0,
          next().getString(), next().getString(), is_sound(next().getInt())};
}

}  // namespace

std::optional<RoomTable::Found> RoomTable::find(std::string const& code) {
  inputs_.ensure_scanned();
  SQLite::Statement query(db_, sql({"SELECT ", kRoomColumns, ", code = ?1 AND ", kSoundRoom,
                                    " FROM rooms WHERE code = ?1 AND (closed < 2 OR NOT (", kSoundRoom, "))"}));
  query.bind(1, code);
  if (!query.executeStep()) {
    if (damaged_) throw std::runtime_error("the table of rooms is damaged: room " + code + " may be in it");
    return std::nullopt;
  }
  auto values = read_room(query);
  Found found{values.id, values.closed, {}};
  found.room.epoch = static_cast<std::uint64_t>(values.epoch);
  found.room.setup = std::move(values.setup);
  found.room.broken = values.sound ? std::move(values.broken) : std::string(kDamagedRoom) + std::to_string(found.id);
  found.room.newly_broken = !values.sound;
  return found;
}

std::optional<RoomTable::Owned> RoomTable::owner_of(std::string const& code) const {
  SQLite::Statement query(db_, "SELECT id, epoch FROM rooms WHERE code = ?");
  query.bind(1, code);
  if (!query.executeStep()) return std::nullopt;
  return Owned{query.getColumn(0).getInt64(), static_cast<std::uint64_t>(query.getColumn(1).getInt64())};
}

void RoomTable::insert(std::string const& code, std::string const& setup, std::int64_t at) {
  auto const id = inputs_.tail().next_room();
  SQLite::Statement insert(db_,
                           "INSERT INTO rooms(id, code, epoch, closed, created_at, setup, sum) VALUES(?1, ?2, 1, 0, "
                           "?3, ?4, row_sum(?1, ?2, 1, 0, ?3, ?4, NULL, 0, 0))");
  insert.bind(1, id);
  insert.bind(2, code);
  insert.bind(3, at);
  insert.bind(4, setup);
  insert.exec();
}

void RoomTable::claim(std::int64_t id) {
  SQLite::Statement claim(db_, sql({"UPDATE rooms SET epoch = epoch + 1, closed = 0, sum = row_sum(id, code, epoch + "
                                    "1, 0, created_at, setup, broken, closed_at, packed) WHERE id = ? AND ",
                                    kSoundRoom}));
  claim.bind(1, id);
  claim.exec();
}

bool RoomTable::set_broken(std::string const& code, std::string const& reason) {
  SQLite::Statement update(db_, sql({"UPDATE rooms SET broken = NULLIF(?2, ''), sum = row_sum(id, code, epoch, closed, "
                                     "created_at, setup, NULLIF(?2, ''), closed_at, packed) WHERE code = ?1 AND ",
                                     kSoundRoom}));
  update.bind(1, code);
  update.bind(2, reason);
  bool const changed = update.exec() == 1;
  auto const found = find(code);
  if (found && reason.empty()) inputs_.tail().trust(found->id);
  return changed || found;
}

void RoomTable::set_closed(std::string const& code, bool closed) {
  SQLite::Statement update(db_, sql({"UPDATE rooms SET closed = ?2, closed_at = ?3, closed_uptime = ", kUptime,
                                     ", sum = row_sum(id, code, epoch, "
                                     "?2, created_at, setup, broken, ?3, packed) WHERE code = ?1 AND closed < 2 AND ",
                                     kSoundRoom}));
  update.bind(1, code);
  update.bind(2, closed ? 1 : 0);
  update.bind(3, static_cast<std::int64_t>(std::time(nullptr)) * 1000);
  update.exec();
  if (auto const found = find(code)) inputs_.rest(found->id, closed);
}

std::vector<std::string> RoomTable::open_rooms() {
  inputs_.ensure_scanned();
  struct Open {
    std::int64_t newest_row, id;
    std::string code;
  };
  std::vector<Open> rooms;
  SQLite::Statement query(db_, "SELECT id, code FROM rooms WHERE closed = 0 AND broken IS NULL");
  while (query.executeStep()) {
    auto const id = query.getColumn(0).getInt64();
    rooms.push_back({inputs_.tail().newest_row(id), id, query.getColumn(1).getString()});
  }
  std::sort(rooms.begin(), rooms.end(),
            [](Open const& a, Open const& b) { return std::tie(a.newest_row, a.id) > std::tie(b.newest_row, b.id); });
  std::vector<std::string> codes;
  codes.reserve(rooms.size());
  for (auto& room : rooms) codes.push_back(std::move(room.code));
  return codes;
}

std::vector<RoomRow> RoomTable::list(int limit) {
  inputs_.ensure_scanned();
  std::vector<RoomRow> rows;
  auto const fault = sql({"CASE WHEN ", kSoundRoom, " THEN broken ELSE '", kDamagedRoom, "' || id END AS fault"});
  constexpr auto game = "CASE WHEN json_valid(setup) THEN json_extract(setup, '$.game') END";
  SQLite::Statement query(
      db_, sql({"SELECT code, ", game, ", packed, ", fault, ", id FROM rooms WHERE closed < 2 OR fault IS NOT NULL",
                " ORDER BY fault IS NULL, id DESC LIMIT ?"}));
  query.bind(1, limit);
  while (query.executeStep())
    rows.push_back({query.getColumn(0).getString(), query.getColumn(1).getString(),
                    std::max(static_cast<std::uint64_t>(query.getColumn(2).getInt64()),
                             inputs_.tail().last_in_tail(query.getColumn(4).getInt64())),
                    query.getColumn(3).getString()});
  return rows;
}

std::string RoomTable::code_of(std::int64_t id) const {
  SQLite::Statement query(db_, "SELECT code FROM rooms WHERE id = ?");
  query.bind(1, id);
  auto const code = query.executeStep() ? query.getColumn(0).getString() : std::string();
  bool const readable = std::all_of(code.begin(), code.end(), [](char c) { return c > ' ' && c <= '~'; });
  return readable ? code : std::string();
}

}  // namespace engawa::server
