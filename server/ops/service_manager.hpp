// The service manager, systemd. It is told of the server by one datagram each to the socket in $NOTIFY_SOCKET, as
// sd_notify(3) describes; without that variable nothing is sent. A manager that cannot be reached stops nothing. It can
// pass on a socket that listens, as sd_listen_fds(3) describes: clients then wait while the server restarts.
#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

class ServiceManager {
 public:
  // Reads NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID, and removes them from the environment.
  // REQUIRES: no other thread is running.
  ServiceManager();
  ~ServiceManager();
  ServiceManager(ServiceManager const&) = delete;
  ServiceManager& operator=(ServiceManager const&) = delete;

  // Reads LISTEN_FDS and LISTEN_PID, and removes them from the environment. The descriptor of the socket, which then
  // belongs to the caller; -1: none was passed. Refuses if there are several.
  // REQUIRES: no other thread is running.
  static Result<int> take_socket();

  // Clients are answered from now on. `status`: a line for `systemctl status`. The watchdog's time begins.
  void ready(std::string const& status);
  void stopping();
  // Readable whenever alive() is due: twice in the time of the watchdog. -1: nobody watches.
  int due() const { return timer_; }
  // The server still works. Without this call for the time of the watchdog, the manager kills the server and starts it
  // again.
  void alive();
  // alive() was due, and the server did not answer within patience().
  void skip();
  std::chrono::milliseconds patience() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(watchdog_) / 4;
  }

 private:
  void tell(std::string_view lines) const;

  std::string socket_;
  std::chrono::microseconds watchdog_{0};  // 0: none
  int timer_ = -1;
};

}  // namespace engawa::server
