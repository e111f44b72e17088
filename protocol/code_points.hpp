// UTF-8 text as code points, and their Unicode properties (utf8proc's tables, and unicode_tables.hpp). For text.cpp and
// skeleton.cpp. Pure; any thread. REQUIRES: all text is UTF-8 (the JSON reader refuses anything else).
#pragma once
#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/unicode_tables.hpp"

namespace engawa::protocol {

using Point = std::int32_t;

// `options` are options of utf8proc.
inline std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* bytes = nullptr;
  auto const size =
      utf8proc_map(reinterpret_cast<utf8proc_uint8_t const*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &bytes, static_cast<utf8proc_option_t>(options));
  std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> const owned(bytes, &std::free);
  return size < 0 ? std::string() : std::string(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
}

inline std::vector<Point> points_of(std::string_view text) {
  std::vector<Point> points;
  while (!text.empty()) {
    Point point = 0;
    auto const size = utf8proc_iterate(reinterpret_cast<utf8proc_uint8_t const*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &point);
    if (size <= 0) break;
    points.push_back(point);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return points;
}

inline void append(std::string& out, Point point) {
  utf8proc_uint8_t bytes[4];
  out.append(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(utf8proc_encode_char(point, bytes)));
}

inline std::string text_of(std::vector<Point> const& points) {
  std::string text;
  for (auto const point : points) append(text, point);
  return text;
}

template <std::size_t n>
bool is_in(unicode::Range const (&ranges)[n], Point c) {
  auto const* const after = std::upper_bound(std::begin(ranges), std::end(ranges), c,
                                             [](Point point, unicode::Range const& r) { return point < r.first; });
  return after != std::begin(ranges) && c <= std::prev(after)->last;
}

inline bool is_space(Point c) { return is_in(unicode::kWhiteSpace, c); }

inline bool is_mark(Point c) {
  auto const category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME || category == UTF8PROC_CATEGORY_MC;
}

inline bool is_letter(Point c) {
  auto const category = utf8proc_category(c);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

// Invisible: ignorable characters (also unassigned ones), noncharacters, controls, private-use characters, and a few
// that fonts draw as nothing.
inline bool is_hidden(Point c) {
  if (is_in(unicode::kDefaultIgnorable, c)) return true;
  if ((c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef)) return true;
  if (c == 0x2800 || c == 0x1d159 || c == 0x16fe4 || c == 0xfffc) return true;
  auto const category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CO ||
         category == UTF8PROC_CATEGORY_CS;
}

}  // namespace engawa::protocol
