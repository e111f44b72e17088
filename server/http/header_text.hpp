// Helpers for parts of HTTP headers. Pure functions; any thread.
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace engawa::server {

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The part before the first mark, trimmed; `text` keeps the part after it.
inline std::string_view cut(std::string_view& text, char mark) {
  auto const part = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return trimmed(part);
}

// Equality that ignores the case of ASCII letters.
inline bool same_word(std::string_view a, std::string_view b) {
  auto const lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

// Only characters that one sees, of ASCII: a name of others is written with xn-- (RFC 3986, 3.2.2). The links of a page
// begin with the Host, so that any other byte would make the page no text.
inline bool is_host(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

inline constexpr int kMostWeight = 1000;

// The weight of an entry of a list by its parameter (RFC 9110, 12.4.2), in thousandths: 500 for "q=0.5". An unreadable
// value counts as 0.
inline int weight_of(std::string_view parameter) {
  if (parameter.size() < 2 || !same_word(parameter.substr(0, 2), "q=")) return kMostWeight;
  parameter.remove_prefix(2);
  double value = 0;
  auto const* const end = parameter.data() + parameter.size();
  auto const [read, error] = std::from_chars(parameter.data(), end, value, std::chars_format::fixed);
  bool const good = error == std::errc{} && read == end && value >= 0 && value <= 1;
  return good ? static_cast<int>(std::lround(value * kMostWeight)) : 0;
}

}  // namespace engawa::server
