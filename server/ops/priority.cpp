#include "server/ops/priority.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "server/ops/fail_point.hpp"

namespace engawa::server {
namespace {

constexpr int kNice = 10;

// sched_setattr(2), which the C library of Debian 12 lacks. On Linux these attributes are per thread.
struct Attributes {
  std::uint32_t size = sizeof(Attributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t nice = kNice;
  std::uint32_t priority = 0;
  std::uint64_t slice = 0;  // nanoseconds; 0: the default
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

// Tests run on busy machines, and wait for bots and for background writes.
bool keeps_priority() {
  auto const* const set = fail_point::kBuilt ? std::getenv("ENGAWA_KEEP_PRIORITY") : nullptr;
  return set && *set != '\0';
}

void set(Attributes const& attributes) {
  if (!keeps_priority()) (void)::syscall(SYS_sched_setattr, 0, &attributes, 0u);
}

}  // namespace

// SCHED_BATCH: it does not interrupt another thread when it wakes up.
void lower_priority() {
  Attributes attributes;
  attributes.policy = SCHED_BATCH;
  set(attributes);
}

// Since Linux 6.12 a waking thread with a shorter slice preempts one with a longer slice at once; 100 ms is the
// maximum. Older kernels prefer threads that have slept anyway.
void background_priority() {
  Attributes attributes;
  attributes.policy = SCHED_BATCH;
  attributes.slice = 100'000'000;
  set(attributes);
}

}  // namespace engawa::server
