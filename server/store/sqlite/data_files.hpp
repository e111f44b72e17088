// The files of a data folder that a server uses: the locks that keep a second server out, and whether the files are
// still the ones that were opened. SQLite does not check that: it would continue to write into a file that is no longer
// in the folder.
//
// lock(), opened() and harm() belong to the store's thread; the checkpointer calls the other two from its own.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace engawa::server {

class DataFiles {
 public:
  // Takes the locks on DIRECTORY/engawa.lock and on DIRECTORY/engawa.db itself, and creates missing files. A refusal is
  // a sentence for the operator. The locks end with this object or with the process.
  static Result<std::unique_ptr<DataFiles>> lock(std::string const& directory);
  ~DataFiles();
  DataFiles(DataFiles const&) = delete;
  DataFiles& operator=(DataFiles const&) = delete;

  std::string const& database() const { return database_; }

  // The database and its log are open now; from here on they are watched.
  void opened();
  // What has happened to the files, as a part of a sentence; empty: nothing. `log_bytes`: the minimum size of the log.
  // A lock file that was removed is restored: the lock on the database has kept other servers out.
  std::string harm(std::uint64_t log_bytes);

  // A checkpoint may make the database smaller, so its size is not watched from begin to end.
  void checkpoint_begins() { least_size_ = 0; }
  void checkpoint_ends();

 private:
  struct Watched {
    std::string path;
    dev_t device = 0;
    ino_t inode = 0;
  };

  explicit DataFiles(std::string const& directory);
  Result<void> take(int& fd, std::string const& path) const;

  std::string directory_, lock_, database_;
  int lock_fd_ = -1, database_fd_ = -1;
  std::vector<Watched> watched_;  // the database, its log, the log's index
  std::atomic<std::int64_t> least_size_{0};
};

}  // namespace engawa::server
