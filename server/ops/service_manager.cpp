#include "server/ops/service_manager.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace engawa::server {
namespace {

constexpr int kFirstPassed = 3;  // SD_LISTEN_FDS_START

std::string take_variable(char const* name) {
  char const* const value = std::getenv(name);
  std::string const taken = value ? value : "";
  ::unsetenv(name);
  return taken;
}

// 0: not a positive number.
std::int64_t number_in(std::string const& text) {
  std::int64_t number = 0;
  auto const end = text.data() + text.size();
  auto const read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end && number > 0 ? number : 0;
}

}  // namespace

ServiceManager::ServiceManager() : socket_(take_variable("NOTIFY_SOCKET")) {
  auto const time = number_in(take_variable("WATCHDOG_USEC"));
  auto const process = number_in(take_variable("WATCHDOG_PID"));
  if (!socket_.empty() && (process == 0 || process == ::getpid())) watchdog_ = std::chrono::microseconds(time);
}

ServiceManager::~ServiceManager() {
  if (timer_ >= 0) ::close(timer_);
}

Result<int> ServiceManager::take_socket() {
  auto const passed = number_in(take_variable("LISTEN_FDS"));
  auto const process = number_in(take_variable("LISTEN_PID"));
  ::unsetenv("LISTEN_FDNAMES");
  if (passed == 0 || process != ::getpid()) return -1;
  if (passed > 1)
    return refuse("bad_message", std::to_string(passed) + " sockets were passed: the server takes one, so the socket " +
                                     "unit must have one ListenStream");
  ::fcntl(kFirstPassed, F_SETFD, FD_CLOEXEC);
  return kFirstPassed;
}

void ServiceManager::ready(std::string const& status) {
  tell("READY=1\nSTATUS=" + status + '\n');
  if (watchdog_.count() == 0) return;
  timer_ = ::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  auto const half = watchdog_.count() / 2;
  timespec const every{half / 1'000'000, half % 1'000'000 * 1'000};
  itimerspec const times{every, every};
  ::timerfd_settime(timer_, 0, &times, nullptr);
}

void ServiceManager::stopping() { tell("STOPPING=1\nSTATUS=stopping\n"); }

void ServiceManager::alive() {
  skip();
  tell("WATCHDOG=1\n");
}

void ServiceManager::skip() {
  std::uint64_t times = 0;
  (void)!::read(timer_, &times, sizeof times);
}

void ServiceManager::tell(std::string_view lines) const {
  if (socket_.empty()) return;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket_.size() >= sizeof address.sun_path) return spdlog::warn("NOTIFY_SOCKET is too long: {}", socket_);
  std::memcpy(address.sun_path, socket_.data(), socket_.size());
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';  // an abstract name
  auto const size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket_.size());
  int const descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  auto const* const place = reinterpret_cast<sockaddr const*>(&address);
  bool const told = descriptor >= 0 && ::sendto(descriptor, lines.data(), lines.size(), MSG_NOSIGNAL, place, size) ==
                                           static_cast<ssize_t>(lines.size());
  if (!told) spdlog::warn("the service manager at {} could not be told: {}", socket_, std::strerror(errno));
  if (descriptor >= 0) ::close(descriptor);
}

}  // namespace engawa::server
