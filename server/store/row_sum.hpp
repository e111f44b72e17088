// A checksum with each row, so that a row that was changed on the disk is found when it is read.
//
// The database has the SQL function row_sum(values...), the CRC-32 of the values, their types and their lengths. A
// row that is changed is checked in the same statement: otherwise its new checksum would confirm what was damaged
// before.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace engawa::server {

// Every connection that reads or writes rows needs it.
void add_row_sum(SQLite::Database& database);

// True for a row whose checksum fits it, as an SQL expression.
inline constexpr std::string_view kSoundGuest = "sum IS row_sum(id, token_hash, nick, lang, created_at, seen_at)";
inline constexpr std::string_view kSoundRoom =
    "sum IS row_sum(id, code, epoch, closed, created_at, setup, broken, closed_at, packed)";
inline constexpr std::string_view kSoundInput = "sum IS row_sum(room, seq, input)";
inline constexpr std::string_view kSoundPacked = "sum IS row_sum(room, first, last, size, inputs)";
inline constexpr std::string_view kSoundSnapshot = "hash IS row_sum(room, seq, snapshot)";
inline constexpr std::string_view kSoundRecord = "sum IS row_sum(id, part, ended_at, text)";
inline constexpr std::string_view kSoundAct = "sum IS row_sum(number, at, text)";

// The time that servers were up with this database (Archive::Uptime), with which new rows are stamped.
inline constexpr std::string_view kUptime = "COALESCE((SELECT ms FROM uptime), 0)";

// The result of one of these expressions, read from a column.
bool is_sound(int value);

// The checksum of a row of the journal, without SQLite.
std::int64_t input_sum(std::int64_t room, std::int64_t seq, std::string_view input);

// Joins the parts of an SQL statement.
std::string sql(std::initializer_list<std::string_view> parts);

// Damaged data may not be valid text: invalid bytes become question marks.
std::string printable(std::string text);

// One damaged row. `room` is the number of its room, as far as that is readable; 0: none.
struct DamagedRow {
  std::string what;  // "row 17 of the journal"
  std::int64_t room = 0;
};

// Reads all rows of all tables that the database has: a copy may be of an older version.
std::vector<DamagedRow> damaged_rows(SQLite::Database& database);
// Faults of the tables themselves or their indexes, which no checksum shows; empty: none.
std::string fault_of_tables(SQLite::Database& database);
// Only the tables that are needed to admit clients: the guests and the rooms, with their indexes.
std::vector<DamagedRow> damaged_people(SQLite::Database& database);

}  // namespace engawa::server
