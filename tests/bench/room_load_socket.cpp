#include "tests/bench/room_load_socket.hpp"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace engawa::bench {
namespace {

// Reads until `bytes` holds `mark` and `more` bytes behind it; returns the mark's position.
std::size_t read_until(int socket, std::string& bytes, std::string_view mark) {
  char part[16384];
  for (;;) {
    if (auto const found = bytes.find(mark); found != bytes.npos) return found;
    auto const got = ::recv(socket, part, sizeof part, 0);
    if (got <= 0) give_up("the server closed an HTTP connection");
    bytes.append(part, static_cast<std::size_t>(got));
  }
}

std::size_t content_length(std::string_view head) {
  constexpr std::string_view name = "\r\nContent-Length: ";
  auto const found = head.find(name);
  if (found == head.npos) give_up("an HTTP answer without Content-Length");
  return static_cast<std::size_t>(std::strtoul(head.data() + found + name.size(), nullptr, 10));
}

// Gives each client its own address, for a server that trusts this generator as a proxy; other servers ignore it.
std::string forwarded() {
  static unsigned next = 0;
  ++next;
  return "X-Forwarded-For: 10." + std::to_string(next >> 16 & 255) + '.' + std::to_string(next >> 8 & 255) + '.' +
         std::to_string(next & 255) + "\r\n";
}

std::string post_request(std::string_view path, std::string_view version, std::string_view body) {
  std::string request = "POST ";
  request.append(path).append(" HTTP/").append(version);
  request.append("\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n");
  request.append(forwarded()).append("Content-Length: ");
  return request.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

void check_answer(std::string_view path, std::string const& answer) {
  if (answer.compare(0, 10, "HTTP/1.1 2") != 0) give_up("POST " + std::string(path) + " was answered " + answer);
}

}  // namespace

void give_up(std::string const& why) {
  std::fprintf(stderr, "room_load: %s\n", why.c_str());
  std::exit(2);
}

std::uint64_t now_ns() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

int connect_to(int port) {
  int const socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) give_up("no socket is left (" + std::string(std::strerror(errno)) + "): raise ulimit -n");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<sockaddr const*>(&address), sizeof address) != 0)
    give_up("cannot connect to port " + std::to_string(port) + " (" + std::strerror(errno) + ")");
  int const on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    auto const sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
      pollfd ready{socket, POLLOUT, 0};
      ::poll(&ready, 1, 1000);
      continue;
    }
    if (sent < 0) give_up(std::string("cannot send (") + std::strerror(errno) + ")");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string post(int socket, std::string_view path, std::string_view body) {
  send_all(socket, post_request(path, "1.1", body));
  std::string answer;
  auto const body_at = read_until(socket, answer, "\r\n\r\n") + 4;
  auto const length = content_length(std::string_view(answer).substr(0, body_at));
  char part[16384];
  while (answer.size() < body_at + length) {
    auto const got = ::recv(socket, part, sizeof part, 0);
    if (got <= 0) give_up("the server closed an HTTP connection");
    answer.append(part, static_cast<std::size_t>(got));
  }
  check_answer(path, answer);
  return answer.substr(body_at, length);
}

// Of HTTP 1.0: then nothing comes in chunks, and the server closes.
std::string post_alone(int port, std::string_view path, std::string_view body) {
  int const socket = connect_to(port);
  send_all(socket, post_request(path, "1.0", body));
  std::string answer;
  char part[16384];
  for (ssize_t got; (got = ::recv(socket, part, sizeof part, 0)) > 0;)
    answer.append(part, static_cast<std::size_t>(got));
  ::close(socket);
  check_answer(path, answer);
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

std::string upgrade_request(std::string_view path) {
  std::string request = "GET ";
  request.append(path).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n");
  request.append(forwarded());
  // RFC 6455's own example key: nothing caches between the two ends of a loopback.
  request.append("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n");
  return request.append("Sec-WebSocket-Protocol: engawa.v1\r\n\r\n");
}

void append_frame(std::string& out, std::string_view payload, int opcode) {
  static std::uint32_t mask = 0x9e3779b9u;
  mask = mask * 1664525u + 1013904223u;
  unsigned char key[4];
  std::memcpy(key, &mask, sizeof key);
  out += static_cast<char>(0x80 | opcode);
  if (payload.size() < 126) {
    out += static_cast<char>(0x80 | payload.size());
  } else {
    out += static_cast<char>(0x80 | 126);
    out += static_cast<char>(payload.size() >> 8);
    out += static_cast<char>(payload.size() & 255);
  }
  out.append(reinterpret_cast<char const*>(key), sizeof key);
  for (std::size_t i = 0; i < payload.size(); ++i) out += static_cast<char>(payload[i] ^ static_cast<char>(key[i & 3]));
}

std::optional<ServerFrame> first_frame(std::string_view bytes) {
  if (bytes.size() < 2) return std::nullopt;
  auto const byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  std::size_t length = byte(1) & 127, head = 2;
  if (length == 127) give_up("a frame of more than 64 KiB");
  if (length == 126) {
    if (bytes.size() < 4) return std::nullopt;
    length = byte(2) << 8 | byte(3);
    head = 4;
  }
  if (bytes.size() < head + length) return std::nullopt;
  return ServerFrame{static_cast<int>(byte(0) & 15), bytes.substr(head, length), head + length};
}

std::optional<std::uint64_t> number_at(std::string_view json, std::string_view quoted_key) {
  auto const found = json.find(quoted_key);
  if (found == json.npos) return std::nullopt;
  auto const* const digits = json.data() + found + quoted_key.size();
  std::uint64_t value = 0;
  if (std::from_chars(digits, json.data() + json.size(), value).ec != std::errc{}) return std::nullopt;
  return value;
}

std::optional<std::string_view> string_at(std::string_view json, std::string_view quoted_key) {
  auto const found = json.find(quoted_key);
  if (found == json.npos) return std::nullopt;
  auto const start = found + quoted_key.size() + 1;  // behind the opening quote
  return json.substr(start, json.find('"', start) - start);
}

}  // namespace engawa::bench
