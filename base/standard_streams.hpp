// The descriptors 0, 1 and 2, which every library uses as standard input, output and error. If a program is started
// without one of them, the next file that it opens would get that number: it would write its log into its database. The
// first line of every main() calls open_standard_streams() (tests/layers/mains.py).
#pragma once
#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace engawa {

// Opens /dev/null for each one that is closed. Reading a missing standard input gives end of file. Writing to a missing
// standard output fails, as it would without this function, so that no caller believes the data was written. Output to
// a missing standard error is lost. REQUIRES: no other file has been opened; one thread.
inline void open_standard_streams() noexcept {
  constexpr int how[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int stream = 0; stream < 3; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free descriptor, which is this one. Without /dev (in a chroot), anything that occupies the number.
    if (::open("/dev/null", how[stream]) != stream && ::open("/", O_RDONLY | O_DIRECTORY) != stream) std::_Exit(127);
  }
}

// Flushes standard output. False: some of it could not be written; errno may say why.
inline bool flush_standard_output() {
  bool const streamed = std::cout.flush().good();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && streamed;
}

}  // namespace engawa
