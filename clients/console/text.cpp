#include "clients/console/text.hpp"

#include <wchar.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/expect.hpp"

namespace engawa::cli {
namespace {

constexpr char32_t kBad = 0xFFFD;

// Takes one code point off the front of `text`.
char32_t take(std::string_view& text) {
  EXPECT(!text.empty());
  auto const lead = static_cast<unsigned char>(text.front());
  text.remove_prefix(1);
  if (lead < 0x80) return lead;
  int const more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < static_cast<std::size_t>(more)) return kBad;
  char32_t point = lead & (0x3FU >> more);
  for (int i = 0; i < more; ++i) {
    auto const byte = static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
    if ((byte & 0xC0) != 0x80) return kBad;
    point = (point << 6) | (byte & 0x3F);
  }
  static constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (point < least[more] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return kBad;
  text.remove_prefix(static_cast<std::size_t>(more));
  return point;
}

// U+FDD0 to U+FDEF (our own marks are among them), and the last two of each plane.
bool is_noncharacter(char32_t c) { return (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFE) == 0xFFFE; }

// Hebrew, Arabic and related scripts.
bool reads_leftwards(char32_t c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) || (c >= 0x1E800 && c <= 0x1EFFF);
}

int columns_of(char32_t c) { return is_noncharacter(c) ? 0 : std::max(0, wcwidth(static_cast<wchar_t>(c))); }

// The longest prefix of the text that is at most `columns` wide: its length, and how many isolates are open at its end.
struct Head {
  std::size_t size = 0;
  int isolates = 0;
};
Head head_of(std::string_view text, int columns) {
  Head head;
  int used = 0;
  for (auto rest = text; !rest.empty();) {
    char32_t const c = take(rest);
    used += columns_of(c);
    if (used > columns) break;
    head.size = text.size() - rest.size();
    head.isolates = std::max(0, head.isolates + (c == kIsolate ? 1 : c == kIsolateEnd ? -1 : 0));
  }
  return head;
}

std::string marks(char32_t mark, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) append(out, mark);
  return out;
}

constexpr std::string_view kWideSpace = "\u3000";

// The size of the space at this place; 0: there is none.
std::size_t space_at(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with(kWideSpace)) return kWideSpace.size();
  return at < text.size() && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos ? 1 : 0;
}

std::size_t word_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && space_at(text, size) == 0) ++size;
  return size;
}

}  // namespace

bool steers(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || (c >= 0x200E && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F) || (c >= 0xFFF9 && c <= 0xFFFB) ||
         is_noncharacter(c);
}

std::u32string decode(std::string_view utf8) {
  std::u32string points;
  while (!utf8.empty()) points += take(utf8);
  return points;
}

void append(std::string& out, char32_t point) {
  auto const byte = [&out](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (point < 0x80) return byte(point);
  if (point < 0x800) {
    byte(0xC0 | (point >> 6));
  } else if (point < 0x10000) {
    byte(0xE0 | (point >> 12));
    byte(0x80 | ((point >> 6) & 0x3F));
  } else {
    byte(0xF0 | (point >> 18));
    byte(0x80 | ((point >> 12) & 0x3F));
    byte(0x80 | ((point >> 6) & 0x3F));
  }
  byte(0x80 | (point & 0x3F));
}

bool valid_utf8(std::string_view text) {
  while (!text.empty()) {
    auto const before = text;
    if (take(text) == kBad && !before.starts_with("\xEF\xBF\xBD")) return false;
  }
  return true;
}

std::string harmless(std::string_view text, bool keep_isolates) {
  std::string out;
  for (char32_t const c : decode(text)) {
    bool const kept = keep_isolates && (c == kIsolate || c == kIsolateEnd);
    append(out, steers(c) && !kept ? U' ' : c);
  }
  return out;
}

std::string isolated(std::string text) {
  int inside = 0;
  for (char32_t const c : decode(text)) {
    inside += c == kIsolate ? 1 : c == kIsolateEnd ? -1 : 0;
    if (inside == 0 && reads_leftwards(c)) return marks(kIsolate, 1) + text + marks(kIsolateEnd, 1);
  }
  return text;
}

int width(std::string_view text) {
  int columns = 0;
  for (char32_t const c : decode(text)) columns += columns_of(c);
  return columns;
}

std::string clip(std::string_view text, int columns) {
  auto const [size, isolates] = head_of(text, columns);
  return std::string(text.substr(0, size)) + marks(kIsolateEnd, isolates);
}

std::string shorten(std::string_view text, int columns) {
  if (width(text) <= columns) return std::string(text);
  return columns < 1 ? std::string() : clip(text, columns - 1) + "…";
}

std::string pad(std::string_view text, int columns) {
  auto out = shorten(text, columns);
  out.append(static_cast<std::size_t>(std::max(0, columns - width(out))), ' ');
  return out;
}

// A line of Japanese may break between any two letters, but not before a closing or after an opening bracket; other
// text breaks at spaces only.
bool may_break(char32_t before, char32_t after) {
  constexpr std::u32string_view closing = U"、。，．）」』】：；！？ー・…〜々", opening = U"（「『【";
  if (before == U' ' || after == U' ') return true;
  bool const japanese = columns_of(before) > 1 || columns_of(after) > 1;
  return japanese && closing.find(after) == closing.npos && opening.find(before) == opening.npos;
}

// The place to break a line that would end at `end`; `end` itself if there is no good place in its second half.
std::size_t break_before(std::string_view text, std::size_t end) {
  std::size_t best = end;
  std::size_t at = 0;
  char32_t before = U'x';
  for (auto rest = text; at <= end && !rest.empty(); at = text.size() - rest.size()) {
    char32_t const after = take(rest);
    if (at > end / 2 && may_break(before, after)) best = at;
    before = after;
  }
  return best;
}

std::vector<std::string> wrap(std::string_view text, int columns) {
  std::vector<std::string> lines;
  std::string open;  // isolates that continue in the next line
  while (!text.empty() && columns > 1) {
    auto line = text.substr(0, head_of(text, columns).size);
    if (line.empty()) break;
    if (line.size() < text.size()) line = line.substr(0, break_before(text, line.size()));
    text.remove_prefix(line.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    lines.push_back(open + std::string(line));
    int const isolates = head_of(lines.back(), columns).isolates;
    open = marks(kIsolate, isolates);
    lines.back() += marks(kIsolateEnd, isolates);
  }
  return lines;
}

char32_t half_width(char32_t c) {
  if (c == 0x3000) return U' ';
  return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c;
}

std::string half_width(std::string_view text) {
  std::string out;
  for (char32_t const c : decode(text)) append(out, half_width(c));
  return out;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> list;
  for (text = trim(text); !text.empty(); text = after_word(text)) list.emplace_back(text.substr(0, word_size(text)));
  return list;
}

std::string_view trim(std::string_view text) {
  while (auto const size = space_at(text, 0)) text.remove_prefix(size);
  while (!text.empty()) {
    auto const last = text.size() - (text.ends_with(kWideSpace) ? kWideSpace.size() : 1);
    if (space_at(text, last) == 0) break;
    text.remove_suffix(text.size() - last);
  }
  return text;
}

std::string_view after_word(std::string_view text) {
  text = trim(text);
  return trim(text.substr(word_size(text)));
}

int distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    int corner = std::exchange(row[0], static_cast<int>(i) + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      int const swap = corner + (a[i] == b[j] ? 0 : 1);
      corner = row[j + 1];
      row[j + 1] = std::min({swap, row[j] + 1, corner + 1});
    }
  }
  return row.back();
}

}  // namespace engawa::cli
