// The lookup of a name by the system. Where a name is gone it may take many seconds and cannot be stopped. So each has a
// thread of its own, and nobody has to wait for it: neither whoever asked, nor the end of the process. (Asio looks names up
// one after the other on one thread, and its end waits for the last one.)
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace engawa::server {

class NameLookup {
 public:
  using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

  // Begins. It may be destroyed before it is over. Any thread; throws std::system_error if there are too many threads or
  // open files.
  NameLookup(std::string host, std::string port);

  // A new descriptor, which the caller owns; it becomes readable when the lookup is over, and stays so. -1: too many open
  // files. Any thread.
  int descriptor() const;
  // Any thread.
  bool is_over() const;
  // REQUIRES of both: is_over().
  std::chrono::steady_clock::time_point over_at() const;
  // Empty: there is no such name, or it cannot be looked up now.
  Endpoints const& found() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the thread
};

}  // namespace engawa::server
