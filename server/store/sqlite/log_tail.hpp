// Examines the database's write-ahead log after a crash (https://www.sqlite.org/fileformat2.html#walformat).
//
// SQLite uses the log up to the first frame that does not fit its checksum, and ignores the rest silently. After a
// crash of the process there is no such rest, and after a power cut there is little: durability `process` lets the disk
// write sectors in any order, `power` flushes each commit before the next one is written.
#pragma once
#include <cstdint>
#include <string>

namespace engawa::server {

struct LogTail {
  std::uint64_t damaged_at = 0;  // the byte offset of the frame that does not fit
  std::uint64_t lost = 0;        // complete commits after it; 0: nothing shows that any is missing
};

// REQUIRES: no program writes to the log. A missing or unreadable log counts as no loss.
LogTail read_log_tail(std::string const& log);
// Whether a power cut can be the cause. If each commit is flushed before it is acknowledged, a power cut damages at
// most the last one.
inline bool may_be_power_cut(LogTail const& tail, bool flushed) { return !flushed || tail.lost <= 1; }
// A sentence for the operator; empty: no loss is visible.
std::string loss_of(LogTail const& tail, std::string const& log, bool flushed);

}  // namespace engawa::server
