// Runs a prepared statement that returns no rows, and resets it for the next run. The connection's thread.
#pragma once
#include <SQLiteCpp/Statement.h>

namespace engawa::server {

// Keeps the bound values. Throws SQLite's exceptions; after one the statement can be run again, too.
inline void run(SQLite::Statement& statement) {
  try {
    statement.exec();
  } catch (...) {
    (void)statement.tryReset();  // reset() would throw the same again
    throw;
  }
  statement.reset();
}

}  // namespace engawa::server
