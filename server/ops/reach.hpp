// The addresses of this server for others: those of this machine that a person in the same network can type. Reads the
// system's list of interfaces; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "server/ops/config.hpp"

namespace engawa::server {

// An address of an active interface, from getifaddrs(3).
struct OwnAddress {
  std::string interface;  // eth0
  std::string text;       // 192.168.1.20, fd00::1
};
std::vector<OwnAddress> own_addresses();

// Whether other machines can reach a server on `bind`: not if it is on loopback.
bool beyond_loopback(std::string_view bind);

// URLs under which other machines reach a server that listens on `bind` and `port`, best first: home networks, then
// other IPv4 networks, then IPv6. Without loopback, link-local addresses, and networks of containers and virtual
// machines on this machine. Empty on loopback. Pure.
std::vector<std::string> reachable_urls(std::string const& bind, int port, std::vector<OwnAddress> const& own,
                                        bool tls = false);

// The same for this machine, or only server.public_url if it is set; each with server.base_path. Empty in a container,
// because its addresses cannot be reached from outside.
std::vector<std::string> reachable_urls(Config const& config, int port);

// Whether the environment says that this is a container, as podman, systemd-nspawn and our image do
// (https://systemd.io/CONTAINER_INTERFACE). Docker's file /.dockerenv proves nothing, because machines are made from
// such images, too.
bool in_container();

}  // namespace engawa::server
