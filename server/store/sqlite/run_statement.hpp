// Running a prepared statement that returns no rows, so that it can be run again. The connection's thread.
#pragma once
#include <SQLiteCpp/Statement.h>

namespace engawa::server {

// Bound values are kept. Throws SQLite's exceptions; the statement can be used again after one, too.
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
