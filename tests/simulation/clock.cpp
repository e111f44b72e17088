#include "tests/simulation/clock.hpp"

#include <sys/epoll.h>
#include <sys/timerfd.h>

#include <cerrno>
#include <chrono>

namespace engawa::simulation {
namespace {

constexpr std::int64_t kWallStart = 1'700'000'000'000'000;  // microseconds

Time time_now = 0, wall_error = 0;
boost::asio::io_context* running = nullptr;
Time next_timer = kNever;

}  // namespace

Time now() { return time_now; }
void set_now(Time time) { time_now = time; }
void set_wall_error(Time error) { wall_error = error; }

Time run_ready(boost::asio::io_context& io) {
  running = &io;
  next_timer = kNever;
  io.restart();
  io.run();
  running = nullptr;
  return next_timer;
}

}  // namespace engawa::simulation

// The program's own definitions take precedence over those of the shared libraries.
namespace std::chrono {
inline namespace _V2 {

steady_clock::time_point steady_clock::now() noexcept {
  return time_point(std::chrono::microseconds(engawa::simulation::time_now));
}
system_clock::time_point system_clock::now() noexcept {
  using namespace engawa::simulation;
  return time_point(std::chrono::microseconds(kWallStart + time_now + wall_error));
}

}  // namespace _V2
}  // namespace std::chrono

extern "C" {

// Asio would use the kernel's clock for due timers. Without that it uses the steady clock.
int timerfd_create(int, int) noexcept {
  errno = ENOSYS;
  return -1;
}

int epoll_ctl(int, int, int, epoll_event*) noexcept { return 0; }

// Nothing is ready, because there are no sockets. Instead of waiting, the loop ends.
int epoll_wait(int, epoll_event*, int, int timeout) {
  using namespace engawa::simulation;
  if (timeout == 0 || !running) return 0;
  if (timeout > 0) next_timer = time_now + timeout * kMs;
  running->stop();
  return 0;
}

}  // extern "C"
