// Looks a name up with the system's resolver. If the name server does not answer, this may take many seconds and cannot
// be stopped. So each lookup has its own thread, and neither the caller nor the exit of the process has to wait for it.
// (Asio looks names up one after the other on one thread, and its destructor waits for the last one.)
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

  // Begins the lookup. It may be destroyed before the lookup ends. Any thread; throws std::system_error if there are
  // too many threads or open files.
  NameLookup(std::string host, std::string port);

  // A new descriptor, owned by the caller, that becomes readable when the lookup is over and stays so. -1: too many
  // open files. Any thread.
  int descriptor() const;
  // Any thread.
  bool is_over() const;
  // REQUIRES of both: is_over().
  std::chrono::steady_clock::time_point over_at() const;
  // Empty: the name does not exist, or cannot be looked up now.
  Endpoints const& found() const;

 private:
  struct State;
  std::shared_ptr<State> state_;  // shared with the thread
};

}  // namespace engawa::server
