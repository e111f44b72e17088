// Preloaded into engawad by budgets.py: counts its calls of the kernel and of the allocator, by kind, in the file
// named by CALL_COUNTS, which is memory-mapped, so that it can be read at any time. The order of the counts is that of
// `Kind`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum Kind { SENDS, RECEIVES, WAITS, WAKES, DISK, ALLOCATIONS, ALLOCATED, KINDS };

static uint64_t none[KINDS];
static uint64_t *counts = none;  // until there is a file

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("CALL_COUNTS");
  int const file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapped != MAP_FAILED) counts = mapped;
}

static void add(enum Kind kind, uint64_t number) { __atomic_fetch_add(&counts[kind], number, __ATOMIC_RELAXED); }

#define REAL(type, name, ...)                             \
  static type (*real)(__VA_ARGS__);                       \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  REAL(ssize_t, sendmsg, int, const struct msghdr *, int);
  add(SENDS, 1);
  return real(fd, message, flags);
}
ssize_t send(int fd, const void *data, size_t size, int flags) {
  REAL(ssize_t, send, int, const void *, size_t, int);
  add(SENDS, 1);
  return real(fd, data, size, flags);
}
ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  REAL(ssize_t, recvmsg, int, struct msghdr *, int);
  add(RECEIVES, 1);
  return real(fd, message, flags);
}
ssize_t recv(int fd, void *data, size_t size, int flags) {
  REAL(ssize_t, recv, int, void *, size_t, int);
  add(RECEIVES, 1);
  return real(fd, data, size, flags);
}
int epoll_wait(int fd, struct epoll_event *events, int most, int timeout) {
  REAL(int, epoll_wait, int, struct epoll_event *, int, int);
  add(WAITS, 1);
  return real(fd, events, most, timeout);
}
// Asio wakes another thread's loop by rearming its eventfd, which is always ready.
int epoll_ctl(int fd, int what, int of, struct epoll_event *event) {
  REAL(int, epoll_ctl, int, int, int, struct epoll_event *);
  if (what == EPOLL_CTL_MOD) add(WAKES, 1);
  return real(fd, what, of, event);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
  add(DISK, 1);
  return real(fd, data, size, at);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void allocated(size_t size) {
  add(ALLOCATIONS, 1);
  add(ALLOCATED, size);
}
void *malloc(size_t size) {
  allocated(size);
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  allocated(count * size);
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  allocated(size);
  return __libc_realloc(old, size);
}
// Asio's handlers.
void *aligned_alloc(size_t alignment, size_t size) {
  allocated(size);
  return __libc_memalign(alignment, size);
}
