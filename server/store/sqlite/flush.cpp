#include "server/store/sqlite/flush.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace engawa::server {

void flush_to_disk(std::string const& path) {
  int const fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 || ::fsync(fd) != 0) {
    auto const why = std::string(std::strerror(errno));
    if (fd >= 0) ::close(fd);
    throw std::runtime_error("cannot flush " + path + ": " + why);
  }
  ::close(fd);
}

}  // namespace engawa::server
