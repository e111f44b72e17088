#include "server/ops/reach.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <tuple>

#include "server/ops/ip_text.hpp"

namespace engawa::server {
namespace {

constexpr std::array<std::string_view, 8> kVirtual{"docker", "br-", "veth", "virbr", "podman", "cni", "lxcbr", "vmnet"};

bool is_virtual(std::string_view interface) {
  return std::any_of(kVirtual.begin(), kVirtual.end(), [&](auto const name) { return interface.starts_with(name); });
}

struct Kind {
  bool usable = false;
  int rank = 0;  // the lower, the more likely friends can reach it
};

// https://www.iana.org/assignments/iana-ipv4-special-registry
Kind kind_of_v4(in_addr const address) {
  auto const bits = ntohl(address.s_addr);
  auto const top = bits >> 24, next = (bits >> 16) & 0xff;
  if (top == 0 || top == 127 || top >= 224 || (top == 169 && next == 254)) return {};
  bool const home = (top == 192 && next == 168) || top == 10 || (top == 172 && next >= 16 && next < 32);
  return {true, home ? 0 : 1};
}

Kind kind_of(std::string const& text) {
  in_addr v4{};
  if (::inet_pton(AF_INET, text.c_str(), &v4) == 1) return kind_of_v4(v4);
  in6_addr v6{};
  if (::inet_pton(AF_INET6, text.c_str(), &v6) != 1) return {};
  bool const of_one_link = IN6_IS_ADDR_LINKLOCAL(&v6) || IN6_IS_ADDR_LOOPBACK(&v6) || IN6_IS_ADDR_UNSPECIFIED(&v6);
  return {!of_one_link && !IN6_IS_ADDR_MULTICAST(&v6), 2};
}

std::string url_of(std::string const& host, int port, bool tls) {
  auto const usual = tls ? 443 : 80;
  return (tls ? "https://" : "http://") + reached_as(host) + (port == usual ? "" : ':' + std::to_string(port));
}

}  // namespace

std::vector<OwnAddress> own_addresses() {
  std::vector<OwnAddress> found;
  ifaddrs* first = nullptr;
  if (::getifaddrs(&first) != 0) return found;
  std::unique_ptr<ifaddrs, void (*)(ifaddrs*)> const all(first, ::freeifaddrs);
  for (auto const* each = first; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0) continue;
    std::array<char, INET6_ADDRSTRLEN> text{};
    auto const family = each->ifa_addr->sa_family;
    void const* bytes = nullptr;
    if (family == AF_INET) bytes = &reinterpret_cast<sockaddr_in const*>(each->ifa_addr)->sin_addr;
    if (family == AF_INET6) bytes = &reinterpret_cast<sockaddr_in6 const*>(each->ifa_addr)->sin6_addr;
    if (bytes != nullptr && ::inet_ntop(family, bytes, text.data(), text.size()) != nullptr)
      found.push_back({each->ifa_name, text.data()});
  }
  return found;
}

bool beyond_loopback(std::string_view bind) {
  auto const ip = read_ip(bind);
  return ip ? !ip->text.starts_with("127.") && ip->text != "::1" : bind != "localhost";
}

std::vector<std::string> reachable_urls(std::string const& bind, int port, std::vector<OwnAddress> const& own,
                                        bool tls) {
  if (!beyond_loopback(bind)) return {};
  if (bind != "0.0.0.0" && bind != "::") return {url_of(bind, port, tls)};
  std::vector<std::tuple<int, std::size_t, std::string>> ranked;
  for (auto const& address : own) {
    auto const kind = kind_of(address.text);
    bool const v6 = address.text.find(':') != address.text.npos;
    if (kind.usable && !is_virtual(address.interface) && (!v6 || bind == "::"))
      ranked.emplace_back(kind.rank, ranked.size(), address.text);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> urls;
  urls.reserve(ranked.size());
  for (auto const& [rank, order, text] : ranked) urls.push_back(url_of(text, port, tls));
  return urls;
}

std::vector<std::string> reachable_urls(Config const& config, int port) {
  if (!config.public_url.empty()) return {config.public_url + config.base_path};
  if (in_container()) return {};
  auto urls = reachable_urls(config.bind, port, own_addresses(), !config.tls_cert.empty());
  for (auto& url : urls) url += config.base_path;
  return urls;
}

bool in_container() {
  auto const* const kind = std::getenv("container");
  return kind != nullptr && *kind != '\0';
}

}  // namespace engawa::server
