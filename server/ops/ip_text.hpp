// Names and addresses of machines in the forms that people write. Pure functions; any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace engawa::server {

struct IpText {
  std::string text;  // as the system writes it, without brackets: 127.0.0.1, ::1, fe80::1%eth0
  bool is_v6 = false;
};

// An IPv4 address, or an IPv6 address with or without brackets and zone.
std::optional<IpText> read_ip(std::string_view text);

// A DNS name: letters, digits, - and _ in labels, without a number at the end (which would be an address).
bool is_host_name(std::string_view text);

// A port number from 1 to 65535; 0: not a port.
int read_port(std::string_view text);

// Splits HOST:PORT or [ADDRESS]:PORT; `port` is empty if there is none.
struct HostPort {
  std::string_view host, port;
  bool has_port = false;
};
HostPort split_port(std::string_view text);

std::string lower_case(std::string_view text);

// The host that a person on this machine types to reach a server on `bind`: localhost for all addresses, [::1] for ::1.
std::string reached_as(std::string const& bind);

}  // namespace engawa::server
