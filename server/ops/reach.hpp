// Where others reach this server: the addresses of this machine that a person in the same network can type. Reads the
// system's list of interfaces; any thread.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "server/ops/config.hpp"

namespace engawa::server {

// An address of an interface that is up, as getifaddrs(3) has it.
struct OwnAddress {
  std::string interface;  // eth0
  std::string text;       // 192.168.1.20, fd00::1
};
std::vector<OwnAddress> own_addresses();

// Whether other machines reach what listens on `bind`: not if it is on loopback.
bool beyond_loopback(std::string_view bind);

// URLs under which other machines reach a server that listens on `bind` and `port`, the best one first: home networks,
// then other networks of IPv4, then IPv6. Without loopback, addresses of one link, and networks that only containers and
// virtual machines of this machine are in. Empty on loopback. Pure.
std::vector<std::string> reachable_urls(std::string const& bind, int port, std::vector<OwnAddress> const& own);

// The same for this machine, or server.public_url alone where it is set. Empty in a container, whose addresses nobody
// outside reaches.
std::vector<std::string> reachable_urls(Config const& config, int port);

// Whether the environment says so, as podman, systemd-nspawn and our image do (https://systemd.io/CONTAINER_INTERFACE).
// Docker's file /.dockerenv is no sign: machines are made from such images, too.
bool in_container();

}  // namespace engawa::server
