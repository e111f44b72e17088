// What was freed, given back to the system. Any thread; others that allocate may wait for some milliseconds.
#pragma once
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace engawa::server {

// For after work that needed much memory once: the C library would keep it for the next time.
inline void give_back_freed_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace engawa::server
