#include "clients/cli/address.hpp"

#include <algorithm>
#include <cctype>

#include "clients/cli/text.hpp"

namespace engawa::cli {
namespace {

Failure bad_server(std::string_view text) {
  return {Exit::Usage, "usage", "\"" + harmless(text) + "\" is no server: give it as http://HOST[:PORT]"};
}

// Full-width letters and digits are what a Japanese keyboard gives; O, I and L are read as Crockford's base32 does.
char32_t plain_letter(char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFEE0;
  if (c < 0x80) c = static_cast<char32_t>(std::toupper(static_cast<int>(c)));
  return c == U'O' ? U'0' : c == U'I' || c == U'L' ? U'1' : c;
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string Address::authority() const {
  auto const name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == "80" ? name : name + ":" + port;
}

Outcome<Address> parse_address(std::string_view text) {
  auto rest = text;
  if (rest.starts_with("https://"))
    return Failure{Exit::Usage, "usage", "https is not supported: give the http address of the server"};
  if (rest.starts_with("http://")) rest.remove_prefix(7);
  rest = rest.substr(0, rest.find('/'));
  auto const bracket = rest.starts_with('[') ? rest.find(']') : std::string_view::npos;
  auto const colon = rest.find(':', bracket == std::string_view::npos ? 0 : bracket);
  auto host = rest.substr(0, colon);
  if (bracket != std::string_view::npos) host = rest.substr(1, bracket - 1);
  auto const port = colon == std::string_view::npos ? "80" : rest.substr(colon + 1);
  bool const odd = host.find_first_of(" @?#\"\\<>") != std::string_view::npos;
  if (host.empty() || odd || !is_digits(port) || std::stoi(std::string(port)) > 65535) return bad_server(text);
  return Address{std::string(host), std::string(port)};
}

Outcome<RoomName> parse_room(std::string_view text) {
  RoomName name;
  if (auto const at = text.find("/r/"); at != std::string_view::npos) {
    name.server = text.substr(0, at);
    text = text.substr(at + 3);
    text = text.substr(0, text.find_first_of("/?#"));
  }
  for (char32_t const c : decode(text)) {
    auto const letter = plain_letter(c);
    if (letter == U' ' || letter == U'-' || letter == 0x3000) continue;
    bool const known = (letter >= U'0' && letter <= U'9') || (letter >= U'A' && letter <= U'Z');
    name.code += known ? static_cast<char>(letter) : '?';
  }
  if (name.code.size() != 8 || name.code.find('?') != std::string::npos)
    return Failure{Exit::NoRoom, "not_found", "\"" + harmless(text) + "\" is no room: a code has 8 letters and digits"};
  return name;
}

}  // namespace engawa::cli
