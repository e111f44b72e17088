#include "server/cluster/name_lookup.hpp"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <system_error>
#include <thread>

#include "base/expect.hpp"
#include "server/ops/fail_point.hpp"

namespace engawa::server {

struct NameLookup::State {
  int over = ::eventfd(0, EFD_CLOEXEC);
  Endpoints found;
  std::chrono::steady_clock::time_point over_at;
  std::atomic<bool> is_over{false};  // set after the two members above

  State() {
    if (over < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  }
  ~State() { ::close(over); }
  State(State const&) = delete;
  State& operator=(State const&) = delete;
};

NameLookup::NameLookup(std::string host, std::string port) : state_(std::make_shared<State>()) {
  std::thread([state = state_, host = std::move(host), port = std::move(port)] {
    fail_point::hit("node.lookup");
    boost::asio::io_context unused;
    boost::system::error_code error;
    for (auto const& entry : boost::asio::ip::tcp::resolver(unused).resolve(host, port, error))
      state->found.push_back(entry.endpoint());
    state->over_at = std::chrono::steady_clock::now();
    state->is_over = true;
    ::eventfd_write(state->over, 1);
  }).detach();
}

int NameLookup::descriptor() const { return ::fcntl(state_->over, F_DUPFD_CLOEXEC, 0); }
bool NameLookup::is_over() const { return state_->is_over; }
std::chrono::steady_clock::time_point NameLookup::over_at() const {
  EXPECT(is_over());
  return state_->over_at;
}

NameLookup::Endpoints const& NameLookup::found() const {
  EXPECT(is_over());
  return state_->found;
}

}  // namespace engawa::server
