// The client's side of HTTP and RFC 6455, written by hand so that the generator costs little compared with the
// measured server.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engawa::bench {

// Prints why and ends the process: a benchmark that cannot run has no result.
[[noreturn]] void give_up(std::string const& why);

std::uint64_t now_ns();

// A connected TCP socket on 127.0.0.1 without Nagle's delay.
int connect_to(int port);

// Sends all of it, and waits if the peer is slow.
void send_all(int socket, std::string_view bytes);

// One POST on a connection that is kept; returns the body of the answer, whose length must be given. A refusal ends
// the process.
std::string post(int socket, std::string_view path, std::string_view body);

// One POST on a separate connection, for servers that give no length: the body ends with the connection.
std::string post_alone(int port, std::string_view path, std::string_view body);

std::string upgrade_request(std::string_view path);

// Appends a masked text (or `opcode`) frame to `out`.
void append_frame(std::string& out, std::string_view payload, int opcode = 1);

struct ServerFrame {
  int opcode = 0;
  std::string_view payload;
  std::size_t size = 0;  // of the whole frame
};

// The frame at the front of `bytes`, or nothing while it is incomplete.
std::optional<ServerFrame> first_frame(std::string_view bytes);

// Cheap reading of JSON whose writer is known: the text after the first `"key":`.
std::optional<std::uint64_t> number_at(std::string_view json, std::string_view quoted_key);
std::optional<std::string_view> string_at(std::string_view json, std::string_view quoted_key);

}  // namespace engawa::bench
