// The connection that the store writes by: the database is checked, brought up to date and set to its durability when it is
// opened. The store's thread.
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
  // `log_is_damaged`: the log begins anew, so that what it cannot use is not found again after the next crash. Throws if
  // the database is damaged or not of a version that is known; then nothing was changed.
  DatabaseConnection(std::string const& file, Durability durability, bool log_is_damaged);
  DatabaseConnection(DatabaseConnection const&) = delete;
  DatabaseConnection& operator=(DatabaseConnection const&) = delete;

  SQLite::Database& database() { return db_; }
  // Its pages have not been checked: that takes too long before the start.
  bool is_large() const { return large_; }
  // A room that is not found may be in a damaged row.
  bool has_damaged_rooms() const { return rooms_damaged_; }
  // How long the write-ahead log must be, after the last commit.
  std::uint64_t log_bytes() const;

  void begin();
  void commit();
  void rollback() noexcept;
  void begin_part() { db_.exec("SAVEPOINT part"); }
  void end_part(bool keep);

  // Throws StoreFault if the disk has almost no space left.
  void require_space() const;
  // REQUIRES: inside a transaction. Writes the first page again, as it is.
  void touch();
  // Writes all that is stored into a new file.
  void copy_to(std::string const& file);
  // Closing it will not touch the files.
  void leave_files();

  // While it lives, nobody waits for another process's lock.
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

// Whether SQLite says that another program has the database at the moment.
bool is_locked(std::exception const& error);
// Whether SQLite says that the store as a whole fails, and not only one statement.
bool is_store_fault(std::exception const& error);

}  // namespace engawa::server
