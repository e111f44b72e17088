#include "server/store/sqlite/database_connection.hpp"

#include <spdlog/spdlog.h>
#include <sqlite3.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "base/expect.hpp"
#include "server/ops/fail_point.hpp"
#include "server/store/row_sum.hpp"
#include "server/store/sqlite/run_statement.hpp"
#include "server/store/sqlite/schema.hpp"
#include "server/store/store.hpp"

namespace engawa::server {
namespace {

// PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL
constexpr int kFaults[] = {3, 5, 6, 7, 8, 9, 10, 13, 14, 15};
constexpr std::uint64_t kLeastFree = 1048576;            // bytes needed to continue after a fault
constexpr int kBusyMs = 2000;                            // how long to wait for another process's lock
constexpr std::int64_t kLarge = 16777216;                // bytes; less is read at the start in a twentieth of a second
constexpr std::uint64_t kLogHead = 32, kFrameHead = 24;  // bytes in the write-ahead log before all and before each page

}  // namespace

// Without a mutex: one thread at a time uses it, and a million rows at the start would lock the mutex ten million
// times.
DatabaseConnection::DatabaseConnection(std::string const& file, Durability durability, bool log_is_damaged)
    : db_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX, kBusyMs),
      begin_(db_, "BEGIN IMMEDIATE"),
      commit_(db_, "COMMIT") {
  check_pages();
  require_known_version(db_);  // before anything is written
  set_up(durability);
  add_row_sum(db_);
  migrate(db_);
  read_people();
  if (log_is_damaged) (void)db_.tryExec("PRAGMA wal_checkpoint(RESTART)");
  frame_bytes_ = kFrameHead + static_cast<std::uint64_t>(db_.execAndGet("PRAGMA page_size").getInt64());
  sqlite3_wal_hook(db_.getHandle(), &DatabaseConnection::written, this);
}

// Before anything is written. The pages of a large database are checked while the server runs.
void DatabaseConnection::check_pages() {
  auto const bytes = db_.execAndGet("PRAGMA page_count").getInt64() * db_.execAndGet("PRAGMA page_size").getInt64();
  large_ = bytes > kLarge || fail_point::on("store.large");
  if (large_) return;
  auto const said = db_.execAndGet("PRAGMA quick_check(1)").getString();
  if (said != "ok") throw std::runtime_error(said);
}

// WAL: committed data survives the death of the process; with synchronous = FULL each commit is also flushed to the
// disk.
void DatabaseConnection::set_up(Durability durability) {
  // Freed space is returned to the system. Only for a new database: in any other it would write a page.
  if (db_.execAndGet("PRAGMA page_count").getInt() == 0) db_.exec("PRAGMA auto_vacuum = INCREMENTAL");
  db_.exec("PRAGMA journal_mode = WAL");
  db_.exec(durability == Durability::power ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  if (fail_point::on("bug.no_flush")) db_.exec("PRAGMA synchronous = OFF");
  // More than the size to which the checkpointer lets the log grow: truncating it takes the writer 10 ms.
  db_.exec("PRAGMA journal_size_limit = 134217728");
  db_.exec("PRAGMA wal_autocheckpoint = 0");
}

void DatabaseConnection::read_people() {
  for (auto const& row : damaged_people(db_)) {
    spdlog::error("the database is damaged: {}", row.what);
    rooms_damaged_ = rooms_damaged_ || row.what.find("rooms") != row.what.npos;
  }
}

// SQLite calls it after each commit with the number of frames in the log.
int DatabaseConnection::written(void* self, sqlite3*, char const*, int frames) {
  static_cast<DatabaseConnection*>(self)->log_frames_ = static_cast<std::uint64_t>(frames);
  return SQLITE_OK;
}

std::uint64_t DatabaseConnection::log_bytes() const {
  return log_frames_ == 0 ? 0 : kLogHead + log_frames_ * frame_bytes_;
}

void DatabaseConnection::begin() { run(begin_); }

void DatabaseConnection::commit() { run(commit_); }

// SQLite may already have rolled back the transaction (a full disk, an I/O error): then there is nothing to undo.
void DatabaseConnection::rollback() noexcept { (void)db_.tryExec("ROLLBACK"); }

void DatabaseConnection::end_part(bool keep) {
  if (!keep) db_.exec("ROLLBACK TO part");
  db_.exec("RELEASE part");
}

// A single page may fit where a batch does not, so a disk with almost no free space counts as full.
void DatabaseConnection::require_space() const {
  struct statvfs disk{};
  if (::statvfs(db_.getFilename().c_str(), &disk) == 0 && disk.f_bavail * disk.f_frsize < kLeastFree)
    throw StoreFault("the disk is full");
}

// The version is a field of the first page: setting it to its present value writes that page.
void DatabaseConnection::touch() {
  EXPECT(sqlite3_get_autocommit(db_.getHandle()) == 0);
  db_.exec("PRAGMA user_version = " + db_.execAndGet("PRAGMA user_version").getString());
}

void DatabaseConnection::copy_to(std::string const& file) {
  SQLite::Statement vacuum(db_, "VACUUM INTO ?");
  vacuum.bind(1, file);
  vacuum.exec();
}

void DatabaseConnection::leave_files() {
  sqlite3_db_config(db_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

DatabaseConnection::Impatience::Impatience(DatabaseConnection& connection) : db_(connection.db_) {
  db_.setBusyTimeout(0);
}

DatabaseConnection::Impatience::~Impatience() { (void)db_.tryExec("PRAGMA busy_timeout = " + std::to_string(kBusyMs)); }

bool is_locked(std::exception const& error) {
  auto const* const sqlite = dynamic_cast<SQLite::Exception const*>(&error);
  int const code = sqlite ? sqlite->getErrorCode() & 0xff : SQLITE_OK;
  return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

bool is_store_fault(std::exception const& error) {
  if (dynamic_cast<StoreFault const*>(&error)) return true;
  auto const* const sqlite = dynamic_cast<SQLite::Exception const*>(&error);
  if (!sqlite) return false;
  int const code = sqlite->getErrorCode() & 0xff;
  return std::find(std::begin(kFaults), std::end(kFaults), code) != std::end(kFaults);
}

}  // namespace engawa::server
