#include "server/net/listen.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

namespace engawa::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;

// All addresses of a name, IPv4 first, because people who type the name mostly reach that.
std::vector<net::ip::address> addresses_of(std::string const& name, error_code& error) {
  if (auto const ip = net::ip::make_address(name, error); !error) return {ip};
  net::io_context unused;
  std::vector<net::ip::address> all;
  using Flags = net::ip::tcp::resolver::flags;
  auto const found = net::ip::tcp::resolver(unused).resolve(name, "0", Flags::passive | Flags::numeric_service, error);
  if (error) return all;
  for (bool const v4 : {true, false})
    for (auto const& entry : found)
      if (entry.endpoint().address().is_v4() == v4) all.push_back(entry.endpoint().address());
  return all;
}

void open_at(Acceptor& acceptor, net::ip::tcp::endpoint const& endpoint, error_code& error) {
  error_code ignored;
  acceptor.close(ignored);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  // Independently of the system's default, :: means all addresses.
  if (!error && endpoint.address().is_v6()) acceptor.set_option(net::ip::v6_only(false), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(net::socket_base::max_listen_connections, error);
}

int port_of(Acceptor const& acceptor) {
  auto const endpoint = acceptor.local_endpoint();
  net::ip::tcp::endpoint tcp;
  if (endpoint.size() > tcp.capacity()) return 0;
  std::memcpy(tcp.data(), endpoint.data(), endpoint.size());
  return tcp.port();
}

// -1: not a socket.
int option_of(int descriptor, int option) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

constexpr mode_t kUserAndGroup = 0660;

// Whether a program listens there, busy or not. The socket of one that is gone is removed.
bool is_answered(std::string const& path) {
  struct stat found{};
  if (::lstat(path.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode)) return false;
  net::io_context unused;
  net::local::stream_protocol::socket caller(unused);
  error_code error;
  caller.open(net::local::stream_protocol(), error);
  if (!error) caller.non_blocking(true, error);  // its queue may be full
  if (!error) caller.connect(net::local::stream_protocol::endpoint(path), error);
  if (error != net::error::connection_refused) return error != net::error::access_denied;
  ::unlink(path.c_str());
  return false;
}

SocketFile file_at(std::string const& path) {
  struct stat made{};
  ::lstat(path.c_str(), &made);
  return {nullptr, [path, made](void*) {
            struct stat found{};
            // A number is soon given to another file.
            bool const same = ::lstat(path.c_str(), &found) == 0 && found.st_dev == made.st_dev &&
                              found.st_ino == made.st_ino && found.st_ctim.tv_sec == made.st_ctim.tv_sec &&
                              found.st_ctim.tv_nsec == made.st_ctim.tv_nsec;
            if (same) ::unlink(path.c_str());
          }};
}

}  // namespace

Result<int> listen_at(Acceptor& acceptor, std::string const& address, int port, std::string const& remedy) {
  error_code error;
  auto const places = addresses_of(address, error);
  if (places.empty())
    return refuse("bad_message", "cannot listen on \"" + address + "\" (" + error.message() +
                                     "): it must be an address or name of this machine, such as 127.0.0.1 or 0.0.0.0");
  for (auto const& ip : places) {
    open_at(acceptor, {ip, static_cast<std::uint16_t>(port)}, error);
    if (!error) return port_of(acceptor);
  }
  return refuse("busy", "cannot listen on " + address + " port " + std::to_string(port) + " (" + error.message() +
                            "): " + remedy);
}

Result<int> listen_on(Acceptor& acceptor, int descriptor) {
  int const family = option_of(descriptor, SO_DOMAIN);
  bool const is_known = family == AF_INET || family == AF_INET6 || family == AF_UNIX;
  if (!is_known || option_of(descriptor, SO_TYPE) != SOCK_STREAM || option_of(descriptor, SO_ACCEPTCONN) != 1)
    return refuse("bad_message",
                  "the socket that was passed is not one of TCP or of a Unix stream that listens: write "
                  "ListenStream=ADDRESS:PORT or ListenStream=/PATH into the socket unit");
  error_code error;
  acceptor.assign({family, 0}, descriptor, error);
  if (!error) return family == AF_UNIX ? 0 : port_of(acceptor);
  return refuse("internal", "cannot use the socket that was passed (" + error.message() + ")");
}

Result<SocketFile> listen_at_path(Acceptor& acceptor, std::string const& path) {
  auto const refused = [&path](std::string const& why) {
    return refuse("busy", "cannot listen on unix:" + path + " (" + why + "): choose another with --unix-socket");
  };
  if (is_answered(path)) return refused("another program listens on it");
  error_code error;
  net::local::stream_protocol::endpoint const endpoint(path);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.bind(endpoint, error);
  if (error) return refused(error.message());
  if (::chmod(path.c_str(), kUserAndGroup) != 0) return refused(std::strerror(errno));
  auto file = file_at(path);
  acceptor.listen(net::socket_base::max_listen_connections, error);
  if (error) return refused(error.message());
  return file;
}

std::string path_of(Acceptor const& acceptor) {
  auto const endpoint = acceptor.local_endpoint();
  if (endpoint.protocol().family() != AF_UNIX) return {};
  constexpr auto before = offsetof(sockaddr_un, sun_path);
  std::string path(reinterpret_cast<char const*>(endpoint.data()) + before, endpoint.size() - before);
  if (path.starts_with('\0')) return '@' + path.substr(1);  // an abstract name
  return path.substr(0, path.find('\0'));
}

}  // namespace engawa::server
