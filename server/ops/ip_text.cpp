#include "server/ops/ip_text.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace engawa::server {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_letter(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool is_name_part(std::string_view label) {
  auto const fits = [](char c) { return is_name_letter(c) || c == '-'; };
  return !label.empty() && label.size() <= 63 && label.front() != '-' && label.back() != '-' &&
         std::all_of(label.begin(), label.end(), fits);
}

std::string without_brackets(std::string_view text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

}  // namespace

std::optional<IpText> read_ip(std::string_view given) {
  unsigned char bytes[16];
  char text[INET6_ADDRSTRLEN];
  if (::inet_pton(AF_INET, std::string(given).c_str(), bytes) == 1)
    return IpText{::inet_ntop(AF_INET, bytes, text, sizeof text), false};
  auto const bare = without_brackets(given);
  auto const zone = std::min(bare.find('%'), bare.size());
  if (zone + 1 == bare.size() || ::inet_pton(AF_INET6, bare.substr(0, zone).c_str(), bytes) != 1) return std::nullopt;
  return IpText{::inet_ntop(AF_INET6, bytes, text, sizeof text) + bare.substr(zone), true};
}

bool is_host_name(std::string_view text) {
  if (text.empty() || text.size() > 253) return false;
  std::string_view last;
  for (auto rest = text; !rest.empty() || last.empty();) {
    last = rest.substr(0, rest.find('.'));
    if (!is_name_part(last)) return false;
    if (last.size() == rest.size()) break;
    rest.remove_prefix(last.size() + 1);
    if (rest.empty()) return false;
  }
  bool const hex = last.size() > 1 && last[0] == '0' && (last[1] | 0x20) == 'x';  // a number to the system
  return !hex && !std::all_of(last.begin(), last.end(), is_digit);
}

int read_port(std::string_view text) {
  int port = 0;
  auto const* const end = text.data() + text.size();
  auto const [read, error] = std::from_chars(text.data(), end, port);
  return error == std::errc{} && read == end && port > 0 && port <= 65535 ? port : 0;
}

HostPort split_port(std::string_view text) {
  auto const bracket = text.starts_with('[') ? text.find(']') : text.npos;
  if (bracket != text.npos) {
    if (bracket + 1 == text.size()) return {text, {}, false};
    if (text[bracket + 1] == ':') return {text.substr(0, bracket + 1), text.substr(bracket + 2), true};
    return {text, {}, false};
  }
  auto const colon = text.find(':');
  if (colon == text.npos || text.find(':', colon + 1) != text.npos) return {text, {}, false};
  return {text.substr(0, colon), text.substr(colon + 1), true};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (auto& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string reached_as(std::string const& bind) {
  if (bind == "0.0.0.0" || bind == "::") return "localhost";
  auto const ip = read_ip(bind);
  if (!ip || !ip->is_v6) return bind;
  auto const zone = std::min(ip->text.find('%'), ip->text.size());
  return '[' + ip->text.substr(0, zone) + (zone < ip->text.size() ? "%25" + ip->text.substr(zone + 1) : "") + ']';
}

}  // namespace engawa::server
