// What a crash has left in the database's write-ahead log (https://www.sqlite.org/fileformat2.html#walformat).
//
// SQLite takes what the log has before the first frame that does not fit its checksum, and says nothing of what lies
// behind it. After the death of a process nothing of this log can lie there, and after a power cut little of it: durability
// `process` lets the disk write sectors in any order, `power` flushes each commit before the next one is written.
#pragma once
#include <cstdint>
#include <string>

namespace engawa::server {

struct LogTail {
  std::uint64_t damaged_at = 0;  // the byte where the frame begins that does not fit
  std::uint64_t lost = 0;        // whole commits behind it; 0: nothing shows that any is missing
};

// REQUIRES: nobody writes to the log. A log that is missing or unreadable has lost nothing.
LogTail read_log_tail(std::string const& log);
// Whether a power cut can have left it. Of what is flushed before it is acknowledged, it tears the last commit at most.
inline bool may_be_power_cut(LogTail const& tail, bool flushed) { return !flushed || tail.lost <= 1; }
// A sentence for the operator; empty: nothing shows.
std::string loss_of(LogTail const& tail, std::string const& log, bool flushed);

}  // namespace engawa::server
