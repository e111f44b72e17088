#include "server/store/sqlite/data_files.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

namespace engawa::server {
namespace {

std::optional<struct stat> look_at(std::string const& path) {
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return found;
}

// A log that was truncated grows again with the next commit, but with a hole in it. In a file system in memory it takes
// milliseconds to look for a hole, but there the number of blocks shows it, too. The log carries no lock, so it may be
// opened and closed while SQLite uses it.
bool has_hole(std::string const& log, struct stat const& found, std::int64_t bytes) {
  constexpr std::int64_t block = 4096;
  if (512 * found.st_blocks == (found.st_size + block - 1) / block * block) return false;
  int const fd = ::open(log.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  auto const hole = ::lseek(fd, 0, SEEK_HOLE);
  ::close(fd);
  return hole >= 0 && hole < bytes;
}

}  // namespace

DataFiles::DataFiles(std::string const& directory)
    : directory_(directory), lock_(directory + "/engawa.lock"), database_(directory + "/engawa.db") {}

// The descriptors stay open until the end: closing any descriptor of the database ends SQLite's own locks on it.
DataFiles::~DataFiles() {
  for (int const fd : {database_fd_, lock_fd_})
    if (fd >= 0) ::close(fd);
}

Result<std::unique_ptr<DataFiles>> DataFiles::lock(std::string const& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  std::unique_ptr<DataFiles> files(new DataFiles(directory));
  if (auto const taken = files->take(files->lock_fd_, files->lock_); !taken) return taken.error();
  if (auto const taken = files->take(files->database_fd_, files->database_); !taken) return taken.error();
  return files;
}

Result<void> DataFiles::take(int& fd, std::string const& path) const {
  fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0)
    return refuse("internal", "cannot write in the data folder " + directory_ + " (" + std::strerror(errno) +
                                  "): choose another with --data or change its owner");
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0)
    return refuse("internal", "the data folder " + directory_ +
                                  " is in use by another engawad: stop it, or choose another with --data");
  return {};
}

void DataFiles::opened() {
  watched_.clear();
  for (auto const* part : {"", "-wal", "-shm"})
    if (auto const found = look_at(database_ + part))
      watched_.push_back({database_ + part, found->st_dev, found->st_ino});
  checkpoint_ends();
}

std::string DataFiles::harm(std::uint64_t log_bytes) {
  for (auto const& file : watched_) {
    auto const least_size = least_size_.load();
    auto const found = look_at(file.path);
    if (!found || found->st_nlink == 0) return file.path + " was removed or moved away";
    if (found->st_dev != file.device || found->st_ino != file.inode) return file.path + " was replaced by another file";
    auto const least_log = static_cast<std::int64_t>(log_bytes);
    bool const short_log =
        file.path.ends_with("-wal") && (found->st_size < least_log || has_hole(file.path, *found, least_log));
    // Unless a checkpoint ran in between.
    bool const short_database =
        file.path == database_ && found->st_size < least_size && least_size == least_size_.load();
    if (short_log || short_database) return file.path + " was truncated";
  }
  if (!look_at(lock_)) {
    ::close(lock_fd_);
    bool const back = static_cast<bool>(take(lock_fd_, lock_));
    spdlog::warn("{} was removed; {}", lock_, back ? "it is there again" : "it cannot be made again");
  }
  return {};
}

void DataFiles::checkpoint_ends() {
  struct stat found{};
  least_size_ = ::fstat(database_fd_, &found) == 0 ? found.st_size : 0;
}

}  // namespace engawa::server
