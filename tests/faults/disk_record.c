// Preloaded into engawad by disk.py: every change of the files DISK_RECORD_FILES* and of their folder is appended to the file DISK_RECORD_LOG, in
// order, when it is done. From it, disk.py makes the files that a power cut would have left.
//
// A record is the head below, then `size` bytes: the written data, or a path. A flush has one record when it begins and another when it has
// succeeded: only data recorded before the first is safe after the second. DISK_RECORD_KILL: the process kills itself before the action of the record
// with that number.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct head {
  uint32_t size;
  int32_t fd;
  int64_t at;
  char what;  // o: opened (at: created), w: written, t: cut or extended to `at`, f and F: a flush begins, has succeeded, u: removed
  char pad[7];
};

enum { kMostFds = 65536 };
static atomic_char ours[kMostFds];
static int log_fd = -1;
static const char *files;
static char folder[4096];
static atomic_long records, kill_at;

__attribute__((constructor)) static void begin(void) {
  const char *log = getenv("DISK_RECORD_LOG"), *at = getenv("DISK_RECORD_KILL");
  char path[4096];
  files = getenv("DISK_RECORD_FILES");
  if (!log || !files || strlen(files) >= sizeof path) return;
  strcpy(path, files);
  strcpy(folder, dirname(path));
  kill_at = at ? atol(at) : 0;
  log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(int fd) { return log_fd >= 0 && fd >= 0 && fd < kMostFds && ours[fd]; }

// Called before an action that will be recorded.
static void die_if_due(void) {
  if (kill_at > 0 && records >= kill_at) raise(SIGKILL);
}

static void record(char what, int fd, int64_t at, const void *data, size_t size) {
  struct head head = {(uint32_t)size, fd, at, what, {0}};
  struct iovec parts[2] = {{&head, sizeof head}, {(void *)data, size}};
  (void)!writev(log_fd, parts, 2);  // one call: records of several threads do not mix
  ++records;
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static int opened(int fd, const char *path, int flags, int is_new) {
  if (fd < 0 || fd >= kMostFds || log_fd < 0) return fd;
  int const named = strncmp(path, files, strlen(files)) == 0, is_folder = strcmp(path, folder) == 0;
  ours[fd] = named || is_folder;
  if (ours[fd]) record('o', fd, (named && is_new) | ((flags & O_TRUNC) ? 2 : 0), path, strlen(path));
  return fd;
}

static int mode_of(int flags, va_list rest) { return (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, int) : 0; }

#define OPEN(name)                                                                     \
  int name(const char *path, int flags, ...) {                                         \
    va_list rest;                                                                      \
    va_start(rest, flags);                                                             \
    int const mode = mode_of(flags, rest);                                             \
    va_end(rest);                                                                      \
    int const is_new = (flags & O_CREAT) && access(path, F_OK) != 0;                   \
    return opened(REAL(int, name, const char *, int, ...)(path, flags, mode), path, flags, is_new); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < kMostFds) ours[fd] = 0;
  return REAL(int, close, int)(fd);
}

static ssize_t written(int fd, const void *data, ssize_t size, int64_t at) {
  if (size > 0 && is_ours(fd)) record('w', fd, at, data, (size_t)size);
  return size;
}
ssize_t write(int fd, const void *data, size_t size) {
  int const recorded = is_ours(fd);
  if (recorded) die_if_due();
  ssize_t const done = REAL(ssize_t, write, int, const void *, size_t)(fd, data, size);
  return recorded && done > 0 ? written(fd, data, done, lseek(fd, 0, SEEK_CUR) - done) : done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  if (is_ours(fd)) die_if_due();
  return written(fd, data, REAL(ssize_t, pwrite, int, const void *, size_t, off_t)(fd, data, size, at), at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  if (is_ours(fd)) die_if_due();
  return written(fd, data, REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)(fd, data, size, at), at);
}

#define FLUSH(name)                                                  \
  int name(int fd) {                                                 \
    if (!is_ours(fd)) return REAL(int, name, int)(fd);               \
    die_if_due();                                                    \
    record('f', fd, 0, "", 0);                                       \
    int const failed = REAL(int, name, int)(fd);                     \
    if (!failed) record('F', fd, 0, "", 0);                          \
    return failed;                                                   \
  }
FLUSH(fsync)
FLUSH(fdatasync)

static int resized(int fd, int failed, int64_t size) {
  if (!failed && is_ours(fd)) record('t', fd, size, "", 0);
  return failed;
}
int ftruncate(int fd, off_t size) {
  if (is_ours(fd)) die_if_due();
  return resized(fd, REAL(int, ftruncate, int, off_t)(fd, size), size);
}
int ftruncate64(int fd, off64_t size) {
  if (is_ours(fd)) die_if_due();
  return resized(fd, REAL(int, ftruncate64, int, off64_t)(fd, size), size);
}

int unlink(const char *path) {
  int const recorded = log_fd >= 0 && strncmp(path, files, strlen(files)) == 0;
  if (recorded) die_if_due();
  int const failed = REAL(int, unlink, const char *)(path);
  if (!failed && recorded) record('u', -1, 0, path, strlen(path));
  return failed;
}
