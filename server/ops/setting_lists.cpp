#include "server/ops/setting_lists.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "protocol/own_paths.hpp"
#include "server/ops/ip_text.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kSeparators = " ,";

constexpr std::size_t kMostOfBasePath = 100;

// "/engawa": a slash, and characters that no browser or proxy writes in another way.
bool is_path_part(std::string_view part) {
  constexpr std::string_view others = "-._~";
  auto const fits = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || others.find(c) != others.npos;  // in the locale C
  };
  return part.size() > 1 && part.front() == '/' && part != "/." && part != "/.." &&
         std::all_of(part.begin() + 1, part.end(), fits);
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

Refusal wrong(std::string_view item, std::string const& what) {
  return refuse("bad_message", quoted(item) + ' ' + what);
}

template <class Read>
Result<std::string> read_list(std::string_view text, Read const& read) {
  std::string list;
  auto rest = text;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kSeparators), rest.size()));
    if (rest.empty()) break;
    auto const item = rest.substr(0, rest.find_first_of(kSeparators));
    rest.remove_prefix(item.size());
    auto const value = read(item);
    if (!value) return value.error();
    list += (list.empty() ? "" : " ") + *value;
  }
  if (list.empty() && !text.empty()) return wrong(text, "names nothing: leave it empty, or name something");
  return list;
}

// A name or an address in lower case, IPv6 addresses in brackets. Empty: neither.
std::string read_host(std::string_view text) {
  if (auto const ip = read_ip(text)) return ip->is_v6 ? '[' + ip->text + ']' : ip->text;
  if (text.ends_with('.')) text.remove_suffix(1);
  return is_host_name(text) ? lower_case(text) : std::string();
}

std::string right_host(std::string_view item) {
  if (item.find('*') != item.npos) return "has a *: each name is written out";
  if (std::any_of(item.begin(), item.end(), [](char c) { return static_cast<unsigned char>(c) > 0x7f; }))
    return "has letters that a browser sends in another form: write it as xn--..., as it is copied from a browser";
  return "is no name or address, such as games.example or 192.168.1.10";
}

bool is_scheme(std::string_view text) {
  auto const fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  };
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' && std::all_of(text.begin(), text.end(), fits);
}

Result<std::string> read_origin(std::string_view item) {
  if (item == "null")
    return wrong(item, "is what pages from files and without an origin of their own send: none of them is let in");
  auto const mark = item.find("://");
  auto const scheme = lower_case(item.substr(0, mark));
  if (mark == item.npos || !is_scheme(scheme)) {
    auto const hint =
        item.find('*') != item.npos ? "there is no origin for all" : "an origin begins with https:// or http://";
    return wrong(item, std::string("is no origin, such as https://games.example: ") + hint);
  }
  if (scheme == "ws" || scheme == "wss")
    return wrong(item, "is no origin of a page: write " + std::string(scheme == "ws" ? "http" : "https") + "://...");
  auto place = item.substr(mark + 3);
  if (place.ends_with('/')) place.remove_suffix(1);
  auto const whole = scheme + "://" + std::string(place.substr(0, place.find_first_of("/?#")));
  if (place.find_first_of("/?#") != place.npos)
    return wrong(item, "has a path, and an origin has none: write " + whole);
  auto const [host, port, has_port] = split_port(place);
  bool const bare = host.find(':') != host.npos && !host.starts_with('[');
  if (bare && read_ip(host))
    return wrong(item, "has an IPv6 address without brackets: write " + scheme + "://[" + std::string(host) + ']');
  auto const name = read_host(host);
  if (name.empty())
    return wrong(item, "is no origin, such as https://games.example: " + quoted(host) + ' ' + right_host(host));
  if (has_port && read_port(port) == 0) return wrong(item, "has no port from 1 to 65535 behind the colon");
  auto const number = has_port ? read_port(port) : 0;
  bool const unsaid = (scheme == "http" && number == 80) || (scheme == "https" && number == 443);  // browsers omit it
  return scheme + "://" + name + (number == 0 || unsaid ? "" : ':' + std::to_string(number));
}

Result<std::string> read_host_item(std::string_view item) {
  if (auto name = read_host(item); !name.empty()) return name;
  if (item.find("://") != item.npos || item.find('/') != item.npos)
    return wrong(item, "is no name in Host: write the name alone, without http:// and without a path");
  auto const [host, port, has_port] = split_port(item);
  if (auto const name = read_host(host); has_port && !name.empty())
    return wrong(item, "has a port, and names are compared without: write " + name);
  return wrong(item, right_host(item));
}

Result<std::string> read_network(std::string_view item) {
  auto const slash = std::min(item.find('/'), item.size());
  auto const ip = read_ip(item.substr(0, slash));
  int const most = ip && ip->is_v6 ? 128 : 32;
  int bits = most;
  auto const digits = item.substr(std::min(slash + 1, item.size()));
  auto const* const end = digits.data() + digits.size();
  bool const fits = slash == item.size() || (!digits.empty() && std::from_chars(digits.data(), end, bits).ptr == end &&
                                             digits.front() != '-' && bits >= 0 && bits <= most);
  if (ip && ip->text.find('%') == ip->text.npos && fits)
    return ip->text + (slash == item.size() ? "" : '/' + std::to_string(bits));
  auto const has_name = is_host_name(item) ? ": names are not looked up" : "";
  return wrong(item, std::string("is no address or network, such as 127.0.0.1 or 10.0.0.0/8") + has_name);
}

}  // namespace

Result<std::string> read_origins(std::string_view text) { return read_list(text, read_origin); }
Result<std::string> read_public_url(std::string_view text) {
  if (text.empty()) return std::string();
  if (text.find_first_of(kSeparators) != text.npos) return wrong(text, "is no single address: write it without spaces");
  auto origin = read_origin(text);
  if (origin && !origin->starts_with("http://") && !origin->starts_with("https://"))
    return wrong(text, "is no address of a page: it begins with https:// or http://");
  return origin;
}
Result<std::string> read_base_path(std::string_view text) {
  auto path = text;
  if (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return std::string();
  if (path.find("://") != path.npos) return wrong(text, "is an address: write only its path, such as /engawa");
  if (path.size() > kMostOfBasePath)
    return wrong(text, "is too long: at most " + std::to_string(kMostOfBasePath) + " characters");
  for (auto rest = path; !rest.empty();) {
    auto const part = rest.substr(0, rest.find('/', 1));
    if (!is_path_part(part))
      return wrong(text, "is no path such as /engawa: it begins with /, and letters, digits, - . _ ~ follow");
    rest.remove_prefix(part.size());
  }
  auto const first = path.substr(1, path.find('/', 1) - 1);
  // Some proxies remove the base path, and others leave it: a path must not be readable both ways.
  if (protocol::is_own_path(first))
    return wrong(text, "begins like an address of the server itself: choose another, such as /engawa");
  return std::string(path);
}
Result<std::string> read_hosts(std::string_view text) { return read_list(text, read_host_item); }
Result<std::string> read_networks(std::string_view text) { return read_list(text, read_network); }

}  // namespace engawa::server
