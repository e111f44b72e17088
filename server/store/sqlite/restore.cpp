#include "server/store/sqlite/restore.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "server/store/row_sum.hpp"
#include "server/store/sqlite/data_files.hpp"
#include "server/store/sqlite/flush.hpp"
#include "server/store/sqlite/schema.hpp"

namespace engawa::server {
namespace {

namespace fs = std::filesystem;

using Lengths = std::map<std::string, std::int64_t>;  // the inputs of each room

constexpr char const* kLengths =
    "SELECT code, MAX(packed, COALESCE((SELECT MAX(seq) FROM journal WHERE room = rooms.id), 0)) FROM rooms";

Lengths lengths_of(SQLite::Database& database) {
  Lengths lengths;
  SQLite::Statement rows(database, kLengths);
  while (rows.executeStep()) lengths[rows.getColumn(0).getString()] = rows.getColumn(1).getInt64();
  return lengths;
}

// What the copy has. Throws if it cannot take the database's place.
Lengths checked_lengths(std::string const& file) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE);
  require_known_version(database);
  add_row_sum(database);
  if (auto const fault = fault_of_tables(database); !fault.empty()) throw std::runtime_error("it is damaged: " + fault);
  if (auto const damaged = damaged_rows(database); !damaged.empty())
    throw std::runtime_error("it is damaged: " + damaged.front().what + " does not fit its checksum");
  return lengths_of(database);
}

std::string many(std::int64_t count, std::string const& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

// Inputs that only the database has.
std::string inputs_only_in(SQLite::Database& database, Lengths const& copy) {
  std::int64_t rooms = 0, inputs = 0;
  for (auto const& [code, length] : lengths_of(database)) {
    auto const known = copy.find(code);
    auto const more = length - (known == copy.end() ? 0 : known->second);
    if (known != copy.end() && more <= 0) continue;
    ++rooms;
    inputs += more;
  }
  return rooms == 0 ? "" : many(inputs, "input") + " of " + many(rooms, "room");
}

bool has_table(SQLite::Database& database, std::string const& schema, std::string const& table) {
  SQLite::Statement query(database,
                          "SELECT COUNT(*) FROM " + schema + ".sqlite_master WHERE type = 'table' AND name = ?");
  query.bind(1, table);
  query.executeStep();
  return query.getColumn(0).getInt64() != 0;
}

// How many rows of a table only the database has, by these columns. REQUIRES: the copy is attached as `copy`.
std::int64_t rows_only_in(SQLite::Database& database, std::string const& table, std::string const& columns) {
  if (!has_table(database, "main", table)) return 0;  // of an older version
  auto const rows = "SELECT DISTINCT " + columns + " FROM ";
  auto const others = has_table(database, "copy", table) ? " EXCEPT " + rows + "copy." + table : "";
  return database.execAndGet("SELECT COUNT(*) FROM (" + rows + "main." + table + others + ')').getInt64();
}

std::string listed(std::vector<std::string> const& parts) {
  std::string list;
  for (std::size_t i = 0; i < parts.size(); ++i)
    list += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return list;
}

// What only the database has, as a part of a sentence; empty: nothing.
std::string only_in(std::string const& path, std::string const& file, Lengths const& copy) try {
  std::error_code error;
  if (!fs::exists(path, error) || fs::file_size(path, error) == 0) return {};
  SQLite::Database database(path, SQLite::OPEN_READWRITE);  // its log is replayed
  require_known_version(database);
  std::vector<std::string> lost;
  if (auto inputs = inputs_only_in(database, copy); !inputs.empty()) lost.push_back(std::move(inputs));
  SQLite::Statement attach(database, "ATTACH ? AS copy");
  attach.bind(1, file);
  attach.exec();
  for (auto const& [table, columns, what] :
       {std::tuple{"guests", "id, token_hash", "guest"}, {"records", "id", "record"}, {"acts", "number, text", "act"}})
    if (auto const count = rows_only_in(database, table, columns); count != 0) lost.push_back(many(count, what));
  return lost.empty() ? "" : listed(lost) + " would be lost";
} catch (std::exception const& failure) {
  return std::string("what would be lost is not known, because the database cannot be read (") + failure.what() + ')';
}

std::string time_now() {
  auto const time = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> text{};
  ::gmtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts)};
}

// The database stays in its place, without its log, until the copy takes it: a crash leaves one of the two, and
// everything is in `before`.
void replace_database(std::string const& database, std::string const& copy, std::string const& before) {
  fs::create_directory(before);
  for (auto const* part : {"", "-wal", "-shm"})
    if (fs::exists(database + part)) fs::create_hard_link(database + part, before + "/engawa.db" + part);
  flush_to_disk(before);
  for (auto const* part : {"-wal", "-shm"}) fs::remove(database + part);
  fs::rename(copy, database);
}

}  // namespace

Result<std::string> restore(std::string const& directory, std::string const& file, bool over) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return refuse("not_found", "there is no copy " + file);
  bool const had = fs::exists(directory + "/engawa.db", error);
  auto const lock = DataFiles::lock(directory);  // makes an empty database if there is none
  if (!lock) return lock.error();
  auto const database = (*lock)->database();
  if (fs::equivalent(file, database, error)) return refuse("bad_message", file + " is the database itself");
  auto const copy = database + ".restored-" + std::to_string(::getpid());
  auto const before = directory + "/before-restore-" + time_now();
  try {
    fs::copy_file(file, copy);
    auto const lengths = checked_lengths(copy);
    if (auto const lost = only_in(database, copy, lengths); !lost.empty() && !over) {
      fs::remove(copy, error);
      return refuse("bad_message", lost + ": nothing was changed; --over restores " + file + " nevertheless");
    }
    fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write);
    flush_to_disk(copy);
    replace_database(database, copy, before);
    flush_to_disk(directory);
    std::int64_t inputs = 0;
    for (auto const& [code, length] : lengths) inputs += length;
    return "restored " + file + " into " + directory + ": " + many(static_cast<std::int64_t>(lengths.size()), "room") +
           " with " + many(inputs, "input") + (had ? "; what was there before is in " + before : "");
  } catch (std::exception const& failure) {
    fs::remove(copy, error);
    return refuse("internal", "cannot restore " + file + " (" + failure.what() + ")");
  }
}

}  // namespace engawa::server
