// Cleaning of text that people type: nicks and chat lines.
#include <utility>

#include "base/expect.hpp"
#include "protocol/code_points.hpp"
#include "protocol/messages.hpp"

namespace engawa::protocol {
namespace {

constexpr Point kNonJoiner = 0x200c, kJoiner = 0x200d, kBlackFlag = 0x1f3f4, kCancelTag = 0xe007f, kKeycap = 0x20e3;
constexpr int kMaxMarks = 4;  // per character: more than any language needs, too few to cover the neighbouring lines

std::string composed(std::string_view text) { return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE); }

constexpr bool is_between(Point c, Point first, Point last) { return c >= first && c <= last; }

bool is_picture(Point c) { return utf8proc_get_property(c)->boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC; }
constexpr bool is_skin_tone(Point c) { return is_between(c, 0x1f3fb, 0x1f3ff); }
constexpr bool is_key(Point c) { return c == '#' || c == '*' || is_between(c, '0', '9'); }
constexpr bool is_han(Point c) {
  return is_between(c, 0x3400, 0x9fff) || is_between(c, 0xf900, 0xfaff) || is_between(c, 0x20000, 0x3fffd);
}
// Scripts with joined letters, in which a writer must be able to prevent a join: Arabic, Syriac, N'Ko, Mongolian ...
bool is_joined_letter(Point c) {
  bool const joined = is_between(c, 0x600, 0x7ff) || is_between(c, 0x840, 0x8ff) || is_between(c, 0x1807, 0x18aa);
  return joined && is_letter(c);
}
bool is_virama(Point c) { return utf8proc_get_property(c)->combining_class == 9; }

// Hidden characters that change how their neighbours look. `before` is the text kept so far.
struct Beside {
  Point base = 0;    // the last character that is not a mark; 0: none yet, or a space
  Point before = 0;  // the last character
  Point after = 0;
};

bool joins(Point c, Beside const& beside) {
  if (c == kJoiner && is_picture(beside.base) && is_picture(beside.after)) return true;
  if (c != kJoiner && c != kNonJoiner) return false;
  if (is_virama(beside.before)) return is_letter(beside.after);
  return c == kNonJoiner && is_joined_letter(beside.base) && is_joined_letter(beside.after) &&
         beside.before != kNonJoiner;
}

// Variation selectors: for pictures and key caps, for Chinese characters in names, for Mongolian letters.
bool selects(Point c, Beside const& beside) {
  if (c == 0xfe0e || c == 0xfe0f)
    return is_picture(beside.before) || (beside.after == kKeycap && is_key(beside.before));
  if (is_between(c, 0xfe00, 0xfe02) || is_between(c, 0xe0100, 0xe01ef)) return is_han(beside.before);
  return (is_between(c, 0x180b, 0x180d) || c == 0x180f) && is_between(beside.before, 0x1820, 0x18aa);
}

// The number of characters from `i` on that form the hidden end of a flag: letters and digits of a region, and the end
// mark.
std::size_t flag_tail(std::vector<Point> const& points, std::size_t i) {
  auto const first = i;
  while (i < points.size() && (is_between(points[i], 0xe0030, 0xe0039) || is_between(points[i], 0xe0061, 0xe007a))) ++i;
  bool const whole = i < points.size() && points[i] == kCancelTag && is_between(static_cast<Point>(i - first), 3, 6);
  return whole ? i + 1 - first : 0;
}

class Cleaner {
 public:
  explicit Cleaner(std::vector<Point> const& points) : points_(points) {}

  // Folds and trims spaces; drops marks without a base, marks beyond a readable number, and hidden characters without a
  // purpose.
  std::string clean() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      auto const c = points_[i];
      if (is_space(c)) {
        gap_ = !kept_.empty();
        base_ = before_ = 0;
        continue;
      }
      Beside const beside{base_, before_, i + 1 < points_.size() ? points_[i + 1] : 0};
      if (is_hidden(c)) {
        if (joins(c, beside) || selects(c, beside)) keep(c);
      } else if (is_mark(c)) {
        if (base_ != 0 && ++marks_ <= kMaxMarks) keep(c);
      } else {
        marks_ = 0;
        if (!is_skin_tone(c) || !is_picture(base_)) base_ = c;
        keep(c);
        if (c == kBlackFlag) i += keep_flag(i + 1);
      }
    }
    return std::move(kept_);
  }

 private:
  void keep(Point c) {
    if (std::exchange(gap_, false)) kept_ += ' ';
    append(kept_, c);
    before_ = c;
  }
  std::size_t keep_flag(std::size_t first) {
    auto const size = flag_tail(points_, first);
    for (std::size_t i = 0; i < size; ++i) keep(points_[first + i]);
    return size;
  }

  std::vector<Point> const& points_;
  std::string kept_;
  Point base_ = 0, before_ = 0;
  int marks_ = 0;
  bool gap_ = false;
};

// The consonants and the virama of the Indic scripts whose conjuncts are one character in UAX #29 (rule GB9c), which
// older versions of utf8proc do not implement. Their Unicode blocks have the same layout.
constexpr bool has_conjuncts(Point c) {
  auto const block = c & ~0x7f;
  return block == 0x900 || block == 0x980 || block == 0xa80 || block == 0xb00 || block == 0xc00 || block == 0xd00;
}
constexpr bool is_linker(Point c) { return has_conjuncts(c) && (c & 0x7f) == 0x4d; }
constexpr bool is_consonant(Point c) {
  return has_conjuncts(c) && (is_between(c & 0x7f, 0x15, 0x39) || is_between(c & 0x7f, 0x58, 0x5f));
}

bool ends_conjunct(std::vector<Point> const& points, std::size_t i) {
  EXPECT(0 < i && i < points.size(), i, points.size());
  if (!is_consonant(points[i])) return false;
  bool linked = false;
  for (auto at = i; at-- > 0;) {
    if (is_consonant(points[at])) return linked;
    linked = linked || is_linker(points[at]);
    if (points[at] != kJoiner && !is_mark(points[at])) return false;
  }
  return false;
}

// One character as readers count them: an extended grapheme cluster.
std::size_t count_graphemes(std::vector<Point> const& points) {
  std::size_t count = points.empty() ? 0 : 1;
  std::int32_t state = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    count += utf8proc_grapheme_break_stateful(points[i - 1], points[i], &state) && !ends_conjunct(points, i);
  return count;
}

// Hidden characters without meaning in any place are removed first, so that the others are judged by their real
// neighbours.
std::vector<Point> without_ignorable(std::vector<Point> points) {
  auto const is_meaningless = [](Point c) {
    bool const may_mean = c == kJoiner || c == kNonJoiner || is_between(c, 0xfe00, 0xfe0f) ||
                          is_between(c, 0x180b, 0x180f) || is_between(c, 0xe0020, 0xe007f) ||
                          is_between(c, 0xe0100, 0xe01ef);
    return !may_mean && !is_space(c) && is_hidden(c);
  };
  std::erase_if(points, is_meaningless);
  return points;
}

// Composed before, so that marks are counted in their final form, and again after, because the removal of characters
// may bring others together.
Result<std::string> clean(std::string_view text, Length const& most, std::string const& what) {
  auto const points = without_ignorable(points_of(composed(text)));
  auto kept = composed(Cleaner(points).clean());
  auto const kept_points = points_of(kept);
  auto const length = count_graphemes(kept_points);
  if (length < 1 || length > most.graphemes || kept_points.size() > most.points)
    return refuse("bad_message", what + " must have 1 to " + std::to_string(most.graphemes) +
                                     " visible characters, at most " + std::to_string(most.points) + " code points" +
                                     (length < 1 ? "; nothing in it can be seen" : ""));
  return kept;
}

}  // namespace

Result<std::string> clean_nick(std::string_view text, std::string const& what) {
  return clean(text, kMostOfNick, what);
}

Result<std::string> clean_chat(std::string_view text) { return clean(text, kMostOfChat, "text"); }

}  // namespace engawa::protocol
