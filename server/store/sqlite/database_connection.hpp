// The connection through which the store writes. When it is opened, the database is checked, upgraded and set to its
// durability. The store's thread.
#pragma once
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <exception>
#include <string>

#include "server/store/store.hpp"

namespace engawa::server {

class DatabaseConnection {
 public:
  // `log_is_damaged`: the log is restarted, so that its unusable part is not found again after the next crash. Throws
  // if the database is damaged or has an unknown version; then nothing was changed.
  DatabaseConnection(std::string const& file, Durability durability, bool log_is_damaged);
  DatabaseConnection(DatabaseConnection const&) = delete;
  DatabaseConnection& operator=(DatabaseConnection const&) = delete;

  SQLite::Database& database() { return db_; }
  // Its pages have not been checked, because that would take too long before the start.
  bool is_large() const { return large_; }
  // If a room is not found, it may be in a damaged row.
  bool has_damaged_rooms() const { return rooms_damaged_; }
  // The required length of the write-ahead log after the last commit.
  std::uint64_t log_bytes() const;

  void begin();
  void commit();
  void rollback() noexcept;
  void begin_part() { db_.exec("SAVEPOINT part"); }
  void end_part(bool keep);

  // Throws StoreFault if the disk has almost no space left.
  void require_space() const;
  // REQUIRES: inside a transaction. Rewrites the first page unchanged.
  void touch();
  // Writes all stored data into a new file.
  void copy_to(std::string const& file);
  // Closing it will not touch the files.
  void leave_files();

  // While it exists, lock attempts fail at once instead of waiting for another process.
  class Impatience {
   public:
    explicit Impatience(DatabaseConnection& connection);
    ~Impatience();
    Impatience(Impatience const&) = delete;
    Impatience& operator=(Impatience const&) = delete;

   private:
    SQLite::Database& db_;
  };

 private:
  void check_pages();
  void set_up(Durability durability);
  void read_people();
  static int written(void* self, sqlite3* database, char const* name, int frames);

  SQLite::Database db_;
  bool large_ = false, rooms_damaged_ = false;
  SQLite::Statement begin_, commit_;
  std::uint64_t frame_bytes_ = 0, log_frames_ = 0;
};

// Whether SQLite reports that another program is using the database at the moment.
bool is_locked(std::exception const& error);
// Whether SQLite reports a failure of the store as a whole, not only of one statement.
bool is_store_fault(std::exception const& error);

}  // namespace engawa::server
