#include "server/ops/healthcheck.hpp"

#include <netdb.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "server/ops/ip_text.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kRequest = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
constexpr std::string_view kWell = "HTTP/1.1 200";

using Places = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

Places places_of(std::string const& host, std::int64_t port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found) != 0) found = nullptr;
  return {found, [](addrinfo* list) {
            if (list) ::freeaddrinfo(list);
          }};
}

// The first bytes of the answer; empty: there is none in time.
std::string answer_to(int descriptor) {
  std::string head(kWell.size(), '\0');
  bool const answered =
      ::send(descriptor, kRequest.data(), kRequest.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(kRequest.size()) &&
      ::recv(descriptor, head.data(), head.size(), MSG_WAITALL) == static_cast<ssize_t>(head.size());
  return answered ? head : std::string();
}

std::string answer_over_tls(int descriptor) {
  std::unique_ptr<SSL_CTX, decltype(&::SSL_CTX_free)> const context(::SSL_CTX_new(::TLS_client_method()),
                                                                    ::SSL_CTX_free);
  std::unique_ptr<SSL, decltype(&::SSL_free)> const stream(::SSL_new(context.get()), ::SSL_free);
  std::string head(kWell.size(), '\0');
  bool const answered =
      ::SSL_set_fd(stream.get(), descriptor) == 1 && ::SSL_connect(stream.get()) == 1 &&
      ::SSL_write(stream.get(), kRequest.data(), static_cast<int>(kRequest.size())) > 0 &&
      ::SSL_read(stream.get(), head.data(), static_cast<int>(head.size())) == static_cast<int>(head.size());
  return answered ? head : std::string();
}

// Empty: the server is healthy.
std::string trouble_at(int family, sockaddr const* address, socklen_t size, bool tls) {
  int const descriptor = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return std::strerror(errno);
  timeval const limit{2, 0};
  ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  std::string head;
  std::string trouble;
  if (::connect(descriptor, address, size) != 0)
    trouble = errno == EINPROGRESS ? "no answer within 2 s" : std::strerror(errno);
  else if (head = tls ? answer_over_tls(descriptor) : answer_to(descriptor); head.empty())
    trouble = "no answer within 2 s";
  else if (head != kWell)
    trouble = "it answers, but not with 200";
  ::close(descriptor);
  return trouble;
}

// The addresses of this machine under which a server that listens on `bind` answers.
std::vector<std::string> hosts_of(std::string const& bind) {
  if (bind == "0.0.0.0") return {"127.0.0.1"};
  if (bind == "::") return {"::1", "127.0.0.1"};  // IPv6 may be off
  return {bind};
}

}  // namespace

Result<void> ask_health(std::string const& bind, std::int64_t port, bool tls) {
  std::string trouble = "there is no such name";
  for (auto const& host : hosts_of(bind)) {
    auto const listed = places_of(host, port);
    for (auto const* place = listed.get(); place; place = place->ai_next) {
      trouble = trouble_at(place->ai_family, place->ai_addr, place->ai_addrlen, tls);
      if (trouble.empty()) return {};
    }
  }
  return refuse("internal", std::string("the server at ") + (tls ? "https://" : "http://") + reached_as(bind) + ':' +
                                std::to_string(port) + " is not well: " + trouble);
}

Result<void> ask_health_at(std::string const& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  auto const trouble = trouble_at(AF_UNIX, reinterpret_cast<sockaddr const*>(&address), sizeof address, false);
  if (trouble.empty()) return {};
  return refuse("internal", "the server at unix:" + path + " is not well: " + trouble);
}

}  // namespace engawa::server
