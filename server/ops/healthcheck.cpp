#include "server/ops/healthcheck.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <string_view>

namespace engawa::server {

bool is_healthy(std::string const& bind, std::int64_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::inet_pton(AF_INET, bind.c_str(), &address.sin_addr) != 1 || address.sin_addr.s_addr == INADDR_ANY)
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int const descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  timeval const limit{2, 0};
  ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  constexpr std::string_view request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  char head[16] = {};
  bool const asked =
      ::connect(descriptor, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0 &&
      ::send(descriptor, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size());
  bool const answered = asked && ::recv(descriptor, head, 12, MSG_WAITALL) == 12;
  ::close(descriptor);
  return answered && std::string_view(head) == "HTTP/1.1 200";
}

}  // namespace engawa::server
