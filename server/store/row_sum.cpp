#include "server/store/row_sum.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "server/ops/fail_point.hpp"
#include "server/store/value_sum.hpp"

namespace engawa::server {
namespace {

constexpr int kReported = 100;  // rows of a table that are named

constexpr auto kTagged = ValueSum::kTagged;
constexpr std::size_t kInputHead = 3 * kTagged;
constexpr std::size_t kTogether = 512;  // zlib is slow with the first and the last bytes of its input

void add(ValueSum& sum, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_NULL:
      sum.null();
      return;
    case SQLITE_INTEGER:
      sum.number(sqlite3_value_int64(value));
      return;
    default: {  // text, or whatever a damaged row has instead
      auto const* const bytes = sqlite3_value_blob(value);
      sum.text(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value)));
    }
  }
}

void row_sum(sqlite3_context* context, int count, sqlite3_value** values) {
  ValueSum sum;
  for (int i = 0; i < count; ++i) add(sum, values[i]);
  sqlite3_result_int64(context, sum.value());
}

struct Table {
  std::string_view name;    // in a sentence
  std::string_view number;  // of a row
  std::string_view room;
  std::string_view from;
  std::string_view sound;
};
constexpr Table kTables[] = {
    {"guests", "id", "0", "guests", kSoundGuest},
    {"rooms", "id", "id", "rooms", kSoundRoom},
    {"the journal", "id", "room", "journal", kSoundInput},
    {"the packed inputs", "id", "room", "packed", kSoundPacked},
    {"the snapshots", "room || '/' || seq", "room", "snapshots", kSoundSnapshot},
    {"the records", "rowid", "0", "records", kSoundRecord},
    {"the acts", "number", "0", "acts", kSoundAct},
};

void find(SQLite::Database& database, Table const& table, std::vector<DamagedRow>& found) {
  if (fail_point::on("bug.no_sums")) return;
  SQLite::Statement query(database, sql({"SELECT ", table.number, ", ", table.room, " FROM ", table.from,
                                         " WHERE NOT (", table.sound, ") LIMIT ", std::to_string(kReported)}));
  while (query.executeStep())
    found.push_back(
        {sql({"row ", printable(query.getColumn(0).getString()), " of ", table.name}), query.getColumn(1).getInt64()});
}

}  // namespace

void add_row_sum(SQLite::Database& database) {
  if (sqlite3_create_function(database.getHandle(), "row_sum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr, row_sum,
                              nullptr, nullptr) != SQLITE_OK)
    throw std::runtime_error(database.getErrorMsg());
}

std::int64_t input_sum(std::int64_t room, std::int64_t seq, std::string_view input) {
  std::array<unsigned char, kTogether> bytes;
  auto* const head = bytes.data();
  ValueSum::write(head, 'i', room);
  ValueSum::write(head + kTagged, 'i', seq);
  ValueSum::write(head + 2 * kTagged, 't', static_cast<std::int64_t>(input.size()));
  bool const together = kInputHead + input.size() <= bytes.size();
  if (together) std::copy(input.begin(), input.end(), head + kInputHead);
  auto const crc = crc32_z(0, head, kInputHead + (together ? input.size() : 0));
  return static_cast<std::int64_t>(together ? crc
                                            : crc32_z(crc, reinterpret_cast<Bytef const*>(input.data()), input.size()));
}

bool is_sound(int value) { return value != 0 || fail_point::on("bug.no_sums"); }

std::string sql(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (auto const part : parts) text += part;
  return text;
}

std::string printable(std::string text) {
  for (auto& c : text)
    if (c < ' ' || c > '~') c = '?';
  return text;
}

std::vector<DamagedRow> damaged_rows(SQLite::Database& database) {
  std::vector<DamagedRow> found;
  for (auto const& table : kTables)
    if (database.tableExists(std::string(table.from))) find(database, table, found);
  return found;
}

std::string fault_of_tables(SQLite::Database& database) try {
  auto const said = database.execAndGet("PRAGMA integrity_check(1)").getString();
  return said == "ok" ? std::string() : printable(said);
} catch (std::exception const& error) {
  return error.what();
}

std::vector<DamagedRow> damaged_people(SQLite::Database& database) {
  std::vector<DamagedRow> found;
  find(database, kTables[0], found);
  find(database, kTables[1], found);
  for (auto const* index : {"PRAGMA integrity_check(guests)", "PRAGMA integrity_check(rooms)"}) {
    SQLite::Statement check(database, index);
    while (check.executeStep())
      if (auto const said = check.getColumn(0).getString(); said != "ok") found.push_back({said, 0});
  }
  return found;
}

}  // namespace engawa::server
