/* A wrong wall clock for the process that preloads this (wall_clock.py). Only the wall clock: the steady one cannot jump on a real machine either, and
   timers, sleeps and files' times are the machine's. libfaketime is no use here: it also changes timerfd_settime, and a timer that Asio sets to "now"
   (TFD_TIMER_ABSTIME, one nanosecond) then waits for the years that the clock is behind.

   WALL_CLOCK_ERROR: seconds, added to the right time. WALL_CLOCK_FILE: the same in a file, read each time, so that the clock can jump. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long error_now(void) {
  const char *fixed = getenv("WALL_CLOCK_ERROR"), *path = getenv("WALL_CLOCK_FILE");
  char text[32] = "";
  if (!path) return fixed ? atoll(fixed) : 0;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
  close(file);
  return atoll(text);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  const int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += error_now();
  return failed;
}

time_t time(time_t *now) {
  struct timespec clock;
  clock_gettime(CLOCK_REALTIME, &clock);
  if (now) *now = clock.tv_sec;
  return clock.tv_sec;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec clock;
  clock_gettime(CLOCK_REALTIME, &clock);
  now->tv_sec = clock.tv_sec;
  now->tv_usec = clock.tv_nsec / 1000;
  return 0;
}

int timespec_get(struct timespec *now, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}
