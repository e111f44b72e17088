// The descriptors 0, 1 and 2, which every library takes for standard input, output and error: a program that is started
// without one of them would get it for the next file that it opens, and write its log into its database. The first line of
// every main() calls open_standard_streams() (tests/layers/mains.py).
#pragma once
#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace engawa {

// Opens /dev/null on those that are closed. A standard input that is not there is at its end; what is written to a standard
// output that is not there fails, as it would without us, so that nobody takes it for written; what is said to a standard
// error that is not there is lost. Before any other file is opened; one thread.
inline void open_standard_streams() noexcept {
  constexpr int how[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int stream = 0; stream < 3; ++stream) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest that is free, which is this one. Without /dev (in a chroot) anything that takes the place.
    if (::open("/dev/null", how[stream]) != stream && ::open("/", O_RDONLY | O_DIRECTORY) != stream) std::_Exit(127);
  }
}

// Writes out what is still kept back of the standard output. False: some of it could not be written; errno may say why.
inline bool flush_standard_output() {
  bool const streamed = std::cout.flush().good();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && streamed;
}

}  // namespace engawa
