#include "server/ops/priority.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace engawa::server {
namespace {

constexpr int kNice = 10;

// sched_setattr(2), which the C library of Debian 12 lacks.
struct Attributes {
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = SCHED_BATCH;
  std::uint64_t flags = 0;
  std::int32_t nice = kNice;
  std::uint32_t priority = 0;
  // Nanoseconds. Since Linux 6.12 a waking thread with a shorter slice preempts one with a longer slice at once; 100 ms
  // is the maximum. Older kernels prefer threads that have slept anyway.
  std::uint64_t slice = 100'000'000;
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

}  // namespace

// Linux keeps the nice value per thread.
void lower_priority() { (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice); }

void background_priority() {
  lower_priority();
  Attributes attributes;
  (void)::syscall(SYS_sched_setattr, 0, &attributes, 0u);
}

}  // namespace engawa::server
