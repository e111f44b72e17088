#include "server/ops/signals.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

namespace engawa::server {
namespace {

constexpr int kStops[] = {SIGTERM, SIGINT, SIGQUIT, SIGPWR, SIGXCPU};
constexpr int kOthers[] = {SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL};

}  // namespace

Signals::Signals() {
  sigemptyset(&all_);
  sigemptyset(&stops_);
  for (int const signal : kStops) sigaddset(&stops_, signal), sigaddset(&all_, signal);
  for (int const signal : kOthers) sigaddset(&all_, signal);
  ::pthread_sigmask(SIG_BLOCK, &all_, nullptr);
  for (int const signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_IGN);
  descriptor_ = ::signalfd(-1, &all_, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
}

Signals::~Signals() { ::close(descriptor_); }

int Signals::wait(int other) {
  while (true) {
    pollfd both[] = {{descriptor_, POLLIN, 0}, {other, POLLIN, 0}};  // a negative one is ignored
    if (::poll(both, 2, -1) < 0) continue;                           // EINTR: stopped, and continued
    signalfd_siginfo told{};
    if (::read(descriptor_, &told, sizeof told) == static_cast<ssize_t>(sizeof told))
      return static_cast<int>(told.ssi_signo);
    if (both[1].revents != 0) return 0;
  }
}

bool Signals::is_stop(int signal) {
  return std::find(std::begin(kStops), std::end(kStops), signal) != std::end(kStops);
}

void Signals::let_through() { ::pthread_sigmask(SIG_UNBLOCK, &stops_, nullptr); }

}  // namespace engawa::server
