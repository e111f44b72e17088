#include "clients/cli/net/address.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "clients/console/text.hpp"
#include "protocol/own_paths.hpp"

namespace engawa::cli {
namespace {

constexpr std::size_t kCode = 8;  // letters and digits of a room's code

Failure bad_server(std::string_view text) {
  return {Exit::Usage, "usage", "\"" + harmless(text) + "\" is no server: give it as http://HOST[:PORT][/PATH]"};
}

struct Scheme {
  std::string_view name;
  bool tls;
};
constexpr std::array kSchemes{Scheme{"http", false}, Scheme{"https", true}, Scheme{"ws", false}, Scheme{"wss", true}};

// The part before "://" in any case; nullptr: another scheme, or none.
Scheme const* scheme_of(std::string_view text) {
  std::string name(text.substr(0, text.find("://")));
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (auto const& scheme : kSchemes)
    if (name == scheme.name) return &scheme;
  return nullptr;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_port(std::string_view text) {
  return is_digits(text) && text.size() <= 5 && std::stoi(std::string(text)) <= 65535;
}

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Also of full width; a paste may contain invisible characters. Any other character beyond ASCII becomes a '\x7f', which
// cannot be part of a code or a link.
std::string plain(std::string_view text) {
  std::string out;
  for (char32_t c : decode(text)) {
    c = c == 0xA0 ? U' ' : half_width(c);
    if (c >= 0x2010 && c <= 0x2015) c = U'-';
    bool const invisible = (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
                           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0xAD;
    if (!invisible) out += c < 0x7F ? static_cast<char>(c) : '\x7f';
  }
  return out;
}

// O, I and L are read as in Crockford's base32.
char code_letter(char c) {
  c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
}

// Takes the code off the front of `text`; spaces and dashes may be between its characters. Nothing if it is shorter or
// longer than a code.
std::optional<std::string> take_code(std::string_view& text) {
  std::string code;
  std::size_t at = 0;
  for (; at < text.size() && code.size() < kCode; ++at) {
    if (is_alphanumeric(text[at]))
      code += code_letter(text[at]);
    else if (text[at] != '-' && !is_space(text[at]))
      break;
  }
  if (code.size() != kCode || (at < text.size() && is_alphanumeric(text[at]))) return std::nullopt;
  text.remove_prefix(at);
  return code;
}

// Takes off a dash and the number of a round.
std::optional<std::string> take_round(std::string_view& text) {
  auto const begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos || text[begin] != '-') return std::nullopt;
  auto const first = text.find_first_not_of(" \t", begin + 1);
  if (first == std::string_view::npos) return std::nullopt;
  auto const end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(),
                                    [](char c) { return c >= '0' && c <= '9'; });
  auto const size = static_cast<std::size_t>(end - text.begin()) - first;
  if (size == 0 || size > 9 || (end != text.end() && is_alphanumeric(*end))) return std::nullopt;
  auto round = std::string(text.substr(first, size));
  text.remove_prefix(first + size);
  return round;
}

// Characters that may surround a pasted code. (Not "!" and "?": `watch 'nonsense!'` is a mistake that must be
// reported.)
std::string_view unwrapped(std::string_view text) {
  auto const around = [](char c) {
    return is_space(c) || c == '\x7f' || std::string_view("()[]{}<>\"'`.,:;*_#").find(c) != std::string_view::npos;
  };
  while (!text.empty() && around(text.front())) text.remove_prefix(1);
  while (!text.empty() && around(text.back())) text.remove_suffix(1);
  return text;
}

// The server at the end of the text before a link's path.
std::string server_in(std::string_view server) {
  if (auto const scheme = server.rfind("://"); scheme != std::string_view::npos) {
    auto begin = scheme;
    while (begin > 0 && std::isalpha(static_cast<unsigned char>(server[begin - 1])) != 0) --begin;
    server.remove_prefix(begin);
  } else {
    server.remove_prefix(server.find_last_of(" \t\n\r<>(){}\"'`\x7f") + 1);
    if (server.starts_with('[') && server.find(']') == std::string_view::npos) server.remove_prefix(1);
  }
  return std::string(server);
}

// A link to `path` and a code anywhere in the text: what is before it, the code, and what is after it.
struct Link {
  std::string_view before;
  std::string code;
  std::string_view rest;
};
std::optional<Link> find_link(std::string_view text, std::string_view path) {
  for (auto at = text.find(path); at != std::string_view::npos; at = text.find(path, at + 1)) {
    auto rest = text.substr(at + path.size());
    if (auto code = take_code(rest)) return Link{text.substr(0, at), std::move(*code), rest};
  }
  return std::nullopt;
}

// The path of a server, from the path of any of its pages: "/engawa" of "/engawa/r/K7WMA2QX". None begins with a name
// that the server itself uses (server.base_path). REQUIRES: it begins with a slash.
std::string_view base_path(std::string_view path) {
  auto const first = path.substr(1, path.find('/', 1) - 1);
  if (protocol::is_own_path(first)) return {};
  for (std::string_view const page : {"/r/", "/g/"})
    if (auto const link = find_link(path, page)) path = link->before;
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

bool is_odd(std::string_view text, std::string_view signs) {
  return std::any_of(text.begin(), text.end(), [&](unsigned char c) {
    return c <= ' ' || c == 0x7F || signs.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

}  // namespace

std::string Address::authority() const {
  auto const name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == (tls ? "443" : "80") ? name : name + ":" + port;
}

std::string Address::origin() const { return (tls ? "https://" : "http://") + authority(); }
std::string Address::place() const { return authority() + path; }
std::string Address::url() const { return origin() + path; }

Outcome<Address> parse_address(std::string_view text) {
  auto rest = text;
  Address address;
  if (auto const end = rest.find("://"); end != std::string_view::npos) {
    auto const* const scheme = scheme_of(rest);
    if (scheme == nullptr) return bad_server(text);
    address.tls = scheme->tls;
    rest.remove_prefix(end + 3);
  }
  rest = rest.substr(0, rest.find_first_of("?#"));
  if (auto const slash = rest.find('/'); slash != std::string_view::npos) {
    address.path = base_path(rest.substr(slash));
    rest = rest.substr(0, slash);
  }
  if (rest.find('@') != std::string_view::npos)
    return misuse(
        "a name and a password in the server's link are not supported: give it as https://HOST[:PORT][/PATH]");
  auto const bracket = rest.starts_with('[') ? rest.find(']') : std::string_view::npos;
  auto const colon = rest.find(':', bracket == std::string_view::npos ? 0 : bracket);
  auto host = rest.substr(0, colon);
  if (bracket != std::string_view::npos) {
    if (rest.size() > bracket + 1 && rest[bracket + 1] != ':') return bad_server(text);
    host = rest.substr(1, bracket - 1);
  }
  auto const port = colon != std::string_view::npos ? rest.substr(colon + 1) : address.tls ? "443" : "80";
  bool const beyond_ascii =
      std::any_of(address.path.begin(), address.path.end(), [](char c) { return (c & 0x80) != 0; });
  bool const odd = is_odd(host, "\"\\<>[](){}|^`%") || is_odd(address.path, "\"\\<>{}|^`") || beyond_ascii;
  if (host.empty() || odd || !is_port(port)) return bad_server(text);
  address.host = host;
  address.port = port;
  return address;
}

Outcome<RoomName> parse_room(std::string_view text) {
  auto const typed = plain(text);
  auto none = Failure{Exit::NoRoom, "not_found",
                      "\"" + harmless(shorten(text, 100)) + "\" is no room: a code has 8 letters and digits"};
  if (auto const link = find_link(typed, "/r/")) return RoomName{link->code, server_in(link->before)};
  if (parse_record(text))
    return Failure{
        Exit::NoRoom, "not_found",
        "\"" + harmless(shorten(text, 100)) + "\" is the record of a round, not a room; `engawa replay` shows it"};
  auto rest = unwrapped(typed);
  auto code = take_code(rest);
  if (!code || !rest.empty()) return none;
  return RoomName{std::move(*code), {}};
}

std::optional<RecordName> parse_record(std::string_view text) {
  auto const typed = plain(text);
  auto link = find_link(typed, "/g/");
  if (!link) link = find_link(typed, "/api/records/");
  auto rest = link ? link->rest : unwrapped(typed);
  auto const code = link ? link->code : take_code(rest);
  auto const round = code ? take_round(rest) : std::nullopt;
  if (!round || (!link && !rest.empty())) return std::nullopt;
  return RecordName{*code + "-" + *round, link ? server_in(link->before) : std::string()};
}

}  // namespace engawa::cli
