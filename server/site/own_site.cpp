#include "server/site/own_site.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <mutex>
#include <optional>
#include <set>

#include "server/http/header_text.hpp"
#include "server/lobby/addresses.hpp"
#include "server/ops/log_lines.hpp"

namespace engawa::server {
namespace {

constexpr std::size_t kShown = 100;  // bytes of a name from a request that are shown
constexpr std::size_t kMostTold = 20;
constexpr auto kTellAgain = std::chrono::hours(1);

struct Site {
  std::string scheme;  // empty: none named
  std::string name;
  int port = 0;  // 0: none named
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (auto& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// "example.org", "example.org.:443" or "[::1]:8080".
std::optional<Site> read_host(std::string_view text) {
  auto const bracket = text.find(']');
  bool const v6 = !text.empty() && text.front() == '[';
  if (v6 && bracket == text.npos) return std::nullopt;
  auto const colon = v6 ? (bracket + 1 < text.size() ? bracket + 1 : text.npos) : text.find(':');
  Site site{{}, lower(text.substr(0, colon))};
  if (!site.name.empty() && site.name.back() == '.') site.name.pop_back();
  bool const bad = std::any_of(site.name.begin(), site.name.end(), [](unsigned char c) {
    return c <= ' ' || c >= 0x7f || std::string_view("/\\@?#").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (bad || site.name.empty()) return std::nullopt;
  if (colon == text.npos) return site;
  auto const* const end = text.data() + text.size();
  auto const* const digits = text.data() + colon + 1;
  if (text[colon] != ':') return std::nullopt;
  if (digits == end) return site;
  auto const [read, error] = std::from_chars(digits, end, site.port);
  if (error != std::errc{} || read != end || site.port < 1 || site.port > 65535) return std::nullopt;
  return site;
}

int port_of(std::string_view scheme) { return scheme == "https" ? 443 : scheme == "http" ? 80 : 0; }

// "https://example.org:8443", as in Origin; nullopt for anything else, such as "null".
std::optional<Site> read_origin(std::string_view text) {
  auto const mark = text.find("://");
  if (mark == text.npos || mark == 0) return std::nullopt;
  auto site = read_host(text.substr(mark + 3));
  if (!site) return std::nullopt;
  site->scheme = lower(text.substr(0, mark));
  if (site->port == 0) site->port = port_of(site->scheme);
  return site;
}

bool lists_name(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    auto const listed = read_host(cut(list, ' '));
    if (listed && listed->name == name) return true;
  }
  return false;
}

bool lists_origin(std::string_view list, Site const& origin) {
  while (!list.empty()) {
    auto const listed = read_origin(cut(list, ' '));
    if (listed && listed->scheme == origin.scheme && listed->name == origin.name && listed->port == origin.port)
      return true;
  }
  return false;
}

bool is_address(std::string_view name) {
  bool const v6 = name.size() > 2 && name.front() == '[' && name.back() == ']';
  return !counted_name(std::string(v6 ? name.substr(1, name.size() - 2) : name)).empty();
}

bool is_label(std::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; });
}

bool is_loopback(std::string const& address) {
  static auto const networks = Networks::parse("127.0.0.0/8 ::1").value();
  return address == "localhost" || networks.contain(address);
}

std::string shown(std::string_view text) {
  std::string out = "\"";
  for (char const c : text.substr(0, kShown)) out += c > ' ' && c < 0x7f && c != '"' ? c : '?';
  return out + (text.size() > kShown ? "...\"" : "\"");
}

// `part`: of the request, for programs that read the log.
Refusal told(std::string_view part, std::string sentence) {
  static std::mutex mutex;
  static std::set<std::string> known;
  static std::chrono::steady_clock::time_point since;
  auto const now = std::chrono::steady_clock::now();
  std::lock_guard const lock(mutex);
  if (now - since > kTellAgain) {
    known.clear();
    since = now;
  }
  if (known.size() < kMostTold && known.insert(sentence).second) {
    LogAbout const about({.code = "forbidden", .reason = part});
    spdlog::warn("refused: {}", sentence);
  }
  return refuse("forbidden", std::move(sentence));
}

}  // namespace

bool host_allowed(Config const& config, std::string_view host) {
  if (config.hosts.empty()) return true;
  auto const named = read_host(host);
  auto const known = read_origin(config.public_url);
  return named && (lists_name(config.hosts, named->name) || (known && known->name == named->name));
}

bool admin_host_allowed(Config const& config, std::string_view host) {
  if (host.empty()) return true;
  auto const named = read_host(host);
  if (!named) return false;
  auto const& name = named->name;
  if (name == "localhost" || is_address(name)) return true;
  if (lists_name(config.hosts, name) || lists_name(config.admin_hosts, name)) return true;
  return is_label(name) && !is_loopback(config.admin_bind);
}

namespace {

bool is_of_host(Site const& origin, std::string_view name) {
  auto const host = read_host(name);
  if (!host || port_of(origin.scheme) == 0) return false;
  return host->name == origin.name && (host->port == 0 ? port_of(origin.scheme) : host->port) == origin.port;
}

}  // namespace

bool admin_origin_allowed(HttpRequest const& request) {
  if (request.origin.empty()) return true;
  auto const origin = read_origin(request.origin);
  return origin && is_of_host(*origin, request.host);
}

bool origin_allowed(Config const& config, HttpRequest const& request) {
  if (request.origin.empty()) return true;
  auto const origin = read_origin(request.origin);
  if (!origin) return false;
  if (is_of_host(*origin, request.host)) return true;
  return lists_origin(config.origins, *origin) || lists_origin(config.public_url, *origin);
}

bool origin_listed(Config const& config, HttpRequest const& request) {
  auto const origin = read_origin(request.origin);
  return origin && lists_origin(config.origins, *origin);
}

Refusal wrong_host(HttpRequest const& request) {
  return told("host", "this server is not called " + shown(request.host) +
                          ", as Host says: server.hosts (--hosts) lists its names");
}

Refusal wrong_admin_host(HttpRequest const& request) {
  return told("admin_host", "the admin port is not called " + shown(request.host) +
                                ", as Host says: use its address, or add this name to admin.hosts (--admin-hosts)");
}

Refusal wrong_origin(HttpRequest const& request) {
  if (request.origin == "null")
    return told("origin",
                "a page without an address (Origin: null), such as a file or a framed document, may not do this here");
  return told(
      "origin",
      "pages of " + shown(request.origin) + " may not do this here, since Host is " + shown(request.host) +
          ": a proxy must pass on Host as the browser sends it, and server.origins (--origins) lists pages of other "
          "hosts");
}

}  // namespace engawa::server
