// Preloaded into engawad by faulty_disk.py. While the file DISK_FAULT_CONTROL contains a number, every write to or flush of
// a file below DISK_FAULT_FOLDER fails with it as errno: to SQLite, the disk is full, broken or read-only. A negative
// number: every flush takes so many milliseconds longer. The file DISK_FLUSH_LOG gets a byte for each flush.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// The number, for a file below the folder; 0: none.
static int asked(int fd) {
  const char *control = getenv("DISK_FAULT_CONTROL"), *folder = getenv("DISK_FAULT_FOLDER");
  char text[16] = "", link[64], path[4096];
  int file;
  ssize_t length;
  if (!control || !folder || (file = open(control, O_RDONLY | O_CLOEXEC)) < 0) return 0;
  length = read(file, text, sizeof text - 1);
  close(file);
  if (length <= 0 || atoi(text) == 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0 ? atoi(text) : 0;
}

static int fault(int fd) {
  int const number = asked(fd);
  if (number <= 0) return 0;
  errno = number;
  return 1;
}

static int flush_fault(int fd) {
  int const number = asked(fd);
  if (number < 0) usleep(-1000 * number);
  return fault(fd);
}

static void count_flush(void) {
  const char *log = getenv("DISK_FLUSH_LOG");
  int const file = log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  syscall(SYS_write, file, ".", 1);
  close(file);
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
  return fault(fd) ? -1 : REAL(ssize_t, write, int, const void *, size_t)(fd, data, size);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
  return fault(fd) ? -1 : REAL(ssize_t, pwrite, int, const void *, size_t, off_t)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return fault(fd) ? -1 : REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)(fd, data, size, at);
}
int fsync(int fd) {
  count_flush();
  return flush_fault(fd) ? -1 : REAL(int, fsync, int)(fd);
}
int fdatasync(int fd) {
  count_flush();
  return flush_fault(fd) ? -1 : REAL(int, fdatasync, int)(fd);
}
int ftruncate(int fd, off_t size) { return fault(fd) ? -1 : REAL(int, ftruncate, int, off_t)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fault(fd) ? -1 : REAL(int, ftruncate64, int, off64_t)(fd, size); }
