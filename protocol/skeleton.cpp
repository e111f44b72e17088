// Names as readers confuse them. Unicode's UTS #39 (unicode_tables.hpp) tells which letters look alike. A few more are
// added here, because names are compared without regard to case, and for characters of Japanese names.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/code_points.hpp"
#include "protocol/messages.hpp"

namespace engawa::protocol {
namespace {

using Twins = std::pair<Point, Point>;

// Small letters whose capitals look alike, and characters that look alike in names though not in every font.
constexpr Twins kTwins[] = {
    {0x430, 'a'},     {0x3b1, 'a'},     {0x435, 'e'},     {0x3b5, 'e'},     {0x43e, 'o'},     {0x3bf, 'o'},
    {0x3c3, 'o'},     {0x3c2, 'o'},     {'0', 'o'},       {0x3007, 'o'},    {0x25cb, 'o'},    {0x25ef, 'o'},
    {0x440, 'p'},     {0x3c1, 'p'},     {0x441, 'c'},     {0x3f2, 'c'},     {0x443, 'y'},     {0x4af, 'y'},
    {0x3b3, 'y'},     {0x445, 'x'},     {0x3c7, 'x'},     {0x456, 'l'},     {0x3b9, 'l'},     {'1', 'l'},
    {'|', 'l'},       {'i', 'l'},       {0x4cf, 'l'},     {0x458, 'j'},     {0x455, 's'},     {0x43c, 'm'},
    {0x3bc, 'm'},     {0x43d, 'h'},     {0x4bb, 'h'},     {0x442, 't'},     {0x3c4, 't'},     {0x432, 'b'},
    {0x3b2, 'b'},     {0x43a, 'k'},     {0x3ba, 'k'},     {0x3bd, 'v'},     {0x475, 'v'},     {0x3c5, 'u'},
    {0x501, 'd'},     {0x51b, 'q'},     {0x51d, 'w'},     {0x437, '3'},     {0x53e3, 0x30ed}, {0x529b, 0x30ab},
    {0x4e8c, 0x30cb}, {0x5de5, 0x30a8}, {0x535c, 0x30c8}, {0x5915, 0x30bf}, {0x516b, 0x30cf}, {0x4e00, 0x30fc},
    {'-', 0x30fc},    {0x2010, 0x30fc}, {0x3078, 0x30d8}, {0x308a, 0x30ea},
};

// Far-fetched look-alikes: the names of bots are protected from these, too.
constexpr Twins kPlays[] = {{'5', 's'}, {'$', 's'}, {'3', 'e'}, {'@', 'a'}, {'4', 'a'}};

template <std::size_t n>
Point twin_of(Twins const (&twins)[n], Point c) {
  auto const* const twin =
      std::find_if(std::begin(twins), std::end(twins), [&](auto const& t) { return t.first == c; });
  return twin == std::end(twins) ? c : twin->second;
}

void put_look_alike(std::string& out, Point c) {
  auto const* const found = std::lower_bound(std::begin(unicode::kLookAlikes), std::end(unicode::kLookAlikes), c,
                                             [](auto const& entry, Point point) { return entry.from < point; });
  if (found == std::end(unicode::kLookAlikes) || found->from != c) return append(out, c);
  for (auto const part : found->to)
    if (part != 0) append(out, part);
}

// Decomposed, also compatibility characters (full-width letters, letters in circles), without case and hidden
// characters, and with one representative for all letters that look alike.
std::string folded(std::string_view name) {
  constexpr int apart = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE;
  std::string common;
  for (auto const c : points_of(mapped(name, apart)))
    if (!is_hidden(c)) put_look_alike(common, c);
  return mapped(common, apart | UTF8PROC_CASEFOLD);
}

// Replaces each `two` by `one`.
void join(std::string& text, std::string_view two, std::string_view one) {
  for (auto at = text.find(two); at != text.npos; at = text.find(two, at)) text.replace(at, two.size(), one);
}

void join_pairs(std::string& text) {
  join(text, "rn", "m");
  join(text, "vv", "w");
}

// Spaces, punctuation and symbols that do not stand for a letter.
bool is_filler(Point c) {
  auto const category = utf8proc_category(c);
  return (category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_ZP) && c != 0x30fc;
}

std::string look_of_folded(std::string_view name) {
  std::string look;
  for (auto const c : points_of(name)) {
    auto const twin = twin_of(kTwins, twin_of(kPlays, c));
    if (!is_mark(c) && (twin != c || !is_filler(c)) && c != '-') append(look, twin);
  }
  join_pairs(look);
  return look;
}

// Words that clients write next to a bot's name, folded.
struct BotWords {
  std::string bot[2] = {folded("bot"), folded("ボット")};
  std::string level[3] = {folded("level"), folded("lv"), folded("レベル")};
};
BotWords const& bot_words() {
  static BotWords const words;
  return words;
}

bool drop_end(std::vector<Point>& name, std::string_view word) {
  auto const tail = points_of(word);
  if (name.size() < tail.size() || !std::equal(tail.rbegin(), tail.rend(), name.rbegin())) return false;
  name.resize(name.size() - tail.size());
  return true;
}

bool drop_start(std::vector<Point>& name, std::string_view word) {
  auto const head = points_of(word);
  if (name.size() < head.size() || !std::equal(head.begin(), head.end(), name.begin())) return false;
  name.erase(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(head.size()));
  return true;
}

// One or two digits: a level. More are part of a name.
bool drop_level(std::vector<Point>& name) {
  std::size_t digits = 0;
  while (digits < name.size() && name[name.size() - 1 - digits] >= '0' && name[name.size() - 1 - digits] <= '9')
    ++digits;
  if (digits < 1 || digits > 2) return false;
  name.resize(name.size() - digits);
  return true;
}

// The next shorter name, with one word fewer of those that clients append to a bot's name.
bool drop_addition(std::vector<Point>& name) {
  while (!name.empty() && is_filler(name.back())) name.pop_back();
  if (drop_level(name)) return true;
  auto const& words = bot_words();
  for (auto const& word : words.bot)
    if (drop_end(name, word)) return true;
  for (auto const& word : words.level)
    if (drop_end(name, word)) return true;
  return false;
}

// Without spaces and digits.
std::vector<Point> shape_of(std::string_view folded_name) {
  std::vector<Point> shape;
  for (auto const c : points_of(folded_name))
    if (!is_space(c) && !(c >= '0' && c <= '9')) shape.push_back(twin_of(kTwins, c));
  return shape;
}

bool opens(Point c) {
  auto const category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_PS || category == UTF8PROC_CATEGORY_PI || c == '<';
}
bool closes(Point c) {
  auto const category = utf8proc_category(c);
  return category == UTF8PROC_CATEGORY_PE || category == UTF8PROC_CATEGORY_PF || c == '>';
}

// "bot" in brackets.
bool has_mark(std::string_view folded_name) {
  auto const shape = shape_of(folded_name);
  for (auto const& text : bot_words().bot) {
    auto const word = shape_of(text);
    for (std::size_t at = 1; at + word.size() < shape.size(); ++at)
      if (std::equal(word.begin(), word.end(), shape.begin() + static_cast<std::ptrdiff_t>(at)) &&
          opens(shape[at - 1]) && closes(shape[at + word.size()]))
        return true;
  }
  return false;
}

}  // namespace

std::string look_of(std::string_view name) { return look_of_folded(folded(name)); }

std::vector<std::string> looks_of(std::string_view name) {
  auto const whole = folded(name);
  std::vector<std::string> looks{look_of_folded(whole)};
  auto shorter = points_of(whole);
  for (auto const& word : bot_words().bot)
    if (drop_start(shorter, word)) looks.push_back(look_of_folded(text_of(shorter)));
  while (drop_addition(shorter)) looks.push_back(look_of_folded(text_of(shorter)));
  return looks;
}

bool is_marked_as_bot(std::string_view name) { return has_mark(folded(name)); }

std::string skeleton_of(std::string_view name) {
  std::string skeleton;
  for (auto const c : points_of(folded(name))) append(skeleton, twin_of(kTwins, c));
  join_pairs(skeleton);
  for (std::string_view const spaced : {" (", "( ", " )", ") "})
    join(skeleton, spaced, spaced.find('(') < 2 ? "(" : ")");
  return skeleton;
}

}  // namespace engawa::protocol
