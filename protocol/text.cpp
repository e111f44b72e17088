// Cleaning of text typed by people: nicks and chat lines. The Unicode tables are utf8proc's.
#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "protocol/messages.hpp"

namespace engawa::protocol {
namespace {

using Point = std::int32_t;

constexpr Point kJoiner = 0x200d;
constexpr int kMaxMarks = 4;  // per character: more than any language needs, fewer than would cover the lines around

// Invisible letters and marks that Unicode does not class as format characters.
constexpr bool is_blank(Point c) {
  return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 || c == 0x2800 || c == 0x3164 ||
         c == 0xffa0;
}

// REQUIRES: `text` is UTF-8 (the JSON reader refuses anything else).
std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* bytes = nullptr;
  auto const size =
      utf8proc_map(reinterpret_cast<utf8proc_uint8_t const*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &bytes, static_cast<utf8proc_option_t>(options));
  std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> const owned(bytes, &std::free);
  return size < 0 ? std::string() : std::string(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
}

std::string composed(std::string_view text) { return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE); }

std::vector<Point> points_of(std::string_view text) {
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

void append(std::string& out, Point point) {
  utf8proc_uint8_t bytes[4];
  out.append(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(utf8proc_encode_char(point, bytes)));
}

bool is_mark(Point c) {
  auto const category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME || category == UTF8PROC_CATEGORY_MC;
}

bool is_picture(Point c) { return utf8proc_get_property(c)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC; }

bool is_space(Point c) {
  auto const category = utf8proc_category(c);
  return (c >= 0x09 && c <= 0x0d) || category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP;
}

bool is_invisible(Point c) {
  auto const category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CO ||
         is_blank(c);
}

// Removes invisible and direction-changing characters; folds and trims spaces. A remaining U+200D joins pictures.
std::string visible(std::vector<Point> const& points) {
  std::string kept;
  Point base = 0;  // the last character that is not a mark; 0: none yet, or a space
  int marks = 0;
  bool gap = false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto const c = points[i];
    if (is_space(c)) {
      gap = !kept.empty();
      base = 0;
      continue;
    }
    bool const joins = c == kJoiner && is_picture(base) && i + 1 < points.size() && is_picture(points[i + 1]);
    if (is_invisible(c) && !joins) continue;
    if (is_mark(c)) {
      if (base == 0 || ++marks > kMaxMarks) continue;  // a mark needs a base character
    } else {
      marks = 0;
      base = joins ? base : c;
    }
    if (std::exchange(gap, false)) kept += ' ';
    append(kept, c);
  }
  return kept;
}

// One character as a reader sees it (grapheme cluster).
std::size_t count_graphemes(std::vector<Point> const& points) {
  std::size_t count = points.empty() ? 0 : 1;
  std::int32_t state = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    count += utf8proc_grapheme_break_stateful(points[i - 1], points[i], &state);
  return count;
}

// Composed before, so that marks are counted in their final form, and again after, because characters between two
// others are gone.
Result<std::string> clean(std::string_view text, std::size_t most, std::size_t max_bytes, std::string const& what) {
  auto kept = composed(visible(points_of(composed(text))));
  auto const length = count_graphemes(points_of(kept));
  if (length < 1 || length > most || kept.size() > max_bytes)
    return refuse("bad_message", what + " must have 1 to " + std::to_string(most) + " visible characters, at most " +
                                     std::to_string(max_bytes) + " bytes");
  return kept;
}

// Characters that look like others after folding of case and width: chosen by hand after the idea of Unicode's UTS #39
// (confusables), from Latin, Greek and Cyrillic letters, digits, and characters that are easily confused in Japanese
// names.
constexpr std::pair<Point, Point> kTwins[] = {
    {0x430, 'a'},     {0x3b1, 'a'},     {0x251, 'a'},     {0x435, 'e'},     {0x3b5, 'e'},     {0x43e, 'o'},
    {0x3bf, 'o'},     {0x3c3, 'o'},     {0x3c2, 'o'},     {'0', 'o'},       {0x440, 'p'},     {0x3c1, 'p'},
    {0x441, 'c'},     {0x3f2, 'c'},     {0x443, 'y'},     {0x4af, 'y'},     {0x3b3, 'y'},     {0x445, 'x'},
    {0x3c7, 'x'},     {0x456, 'l'},     {0x3b9, 'l'},     {0x131, 'l'},     {'1', 'l'},       {'|', 'l'},
    {'i', 'l'},       {0x4cf, 'l'},     {0x458, 'j'},     {0x455, 's'},     {0x43c, 'm'},     {0x3bc, 'm'},
    {0x43d, 'h'},     {0x4bb, 'h'},     {0x442, 't'},     {0x3c4, 't'},     {0x432, 'b'},     {0x3b2, 'b'},
    {0x43a, 'k'},     {0x3ba, 'k'},     {0x3bd, 'v'},     {0x475, 'v'},     {0x3c5, 'u'},     {0x501, 'd'},
    {0x51b, 'q'},     {0x51d, 'w'},     {0x261, 'g'},     {0x437, '3'},     {0x53e3, 0x30ed}, {0x529b, 0x30ab},
    {0x4e8c, 0x30cb}, {0x5de5, 0x30a8}, {0x535c, 0x30c8}, {0x5915, 0x30bf}, {0x516b, 0x30cf}, {0x4e00, 0x30fc},
    {'-', 0x30fc},    {0x2010, 0x30fc}, {0x2014, 0x30fc}, {0x2500, 0x30fc}, {0x3078, 0x30d8}, {0x3079, 0x30d9},
    {0x307a, 0x30da}, {0x308a, 0x30ea},
};

// Greek capitals that look like different Latin letters than their small forms do.
constexpr std::pair<Point, Point> kCapitals[] = {{0x397, 'H'}, {0x39d, 'N'}, {0x3a5, 'Y'}, {0x396, 'Z'}};

// Far-fetched look-alikes: the names of bots are protected from these, too.
constexpr std::pair<Point, Point> kPlays[] = {{'5', 's'}, {'$', 's'}, {'3', 'e'}, {'@', 'a'}, {'4', 'a'}};

template <std::size_t n>
Point twin_of(std::pair<Point, Point> const (&twins)[n], Point c) {
  auto const* const twin =
      std::find_if(std::begin(twins), std::end(twins), [&](auto const& t) { return t.first == c; });
  return twin == std::end(twins) ? c : twin->second;
}

bool is_filler(Point c) { return is_space(c) || c == '.' || c == ',' || c == '\'' || c == '_' || c == 0x30fb; }

// Replaces each `two` by `one`.
void join(std::string& text, std::string_view two, char one) {
  for (auto at = text.find(two); at != text.npos; at = text.find(two, at)) text.replace(at, two.size(), 1, one);
}

}  // namespace

Result<std::string> clean_nick(std::string_view text) { return clean(text, 16, 64, "nick"); }
Result<std::string> clean_chat(std::string_view text) { return clean(text, 200, 800, "text"); }

std::string look_of(std::string_view name) {
  auto const folded = mapped(name, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
                                       UTF8PROC_IGNORE | UTF8PROC_STRIPMARK);
  std::string look;
  for (auto const c : points_of(folded))
    if (!is_filler(c)) append(look, twin_of(kTwins, twin_of(kPlays, c)));
  return look;
}

std::string skeleton_of(std::string_view name) {
  constexpr int compatible = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_IGNORE;
  std::string capitals, skeleton;
  for (auto const c : points_of(mapped(name, compatible))) append(capitals, twin_of(kCapitals, c));
  for (auto const c : points_of(mapped(capitals, compatible | UTF8PROC_CASEFOLD))) append(skeleton, twin_of(kTwins, c));
  join(skeleton, "rn", 'm');
  join(skeleton, "vv", 'w');
  return skeleton;
}

}  // namespace engawa::protocol
