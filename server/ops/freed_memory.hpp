// Returns freed memory to the system. Any thread; other threads that allocate may wait for some milliseconds.
#pragma once
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace engawa::server {

// For use after work that needed much memory once: the C library would keep the memory for reuse.
inline void give_back_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace engawa::server
