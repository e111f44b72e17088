// Text for people: which characters may reach a terminal, their width there, and the language. Pure functions; any
// thread. Widths follow the C library's wcwidth for the LC_CTYPE in force; main() makes that a UTF-8 one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/language.hpp"

namespace engawa::cli {

using engawa::Lang;

// Picks one of two texts: `say("Your turn", "あなたの番")`.
struct Tongue {
  Lang lang = Lang::En;
  std::string operator()(std::string_view en, std::string_view ja) const {
    return std::string(lang == Lang::Ja ? ja : en);
  }
  std::string operator()(Words const& words) const { return std::string(words.in(lang)); }
};

// Code points of a UTF-8 text; each bad byte becomes U+FFFD.
std::u32string decode(std::string_view utf8);
void append(std::string& out, char32_t point);
bool valid_utf8(std::string_view text);

// Characters that could control a terminal or change the direction of their neighbours: control characters, directional
// overrides, line separators, noncharacters.
bool steers(char32_t point);

// The text with spaces instead of such characters. Text that other people wrote goes through this when it is read, and
// again at the door (door.hpp) when it is printed. `keep_isolates`: for a text that already contains names between our
// marks.
std::string harmless(std::string_view text, bool keep_isolates = false);

// Our own marks in a text on its way to the terminal. They are noncharacters, so that no other text can contain them.
// The text between the two has its own direction and does not change that of its neighbours. They take no columns.
inline constexpr char32_t kIsolate = 0xFDD0, kIsolateEnd = 0xFDD1;

// A name or a line of chat, between these marks if it has right-to-left letters outside of such marks.
std::string isolated(std::string text);

// Its width in columns on a terminal.
int width(std::string_view text);
// The longest prefix of the text that is at most `columns` wide.
std::string clip(std::string_view text, int columns);
// The same with a "…" at the end if something was cut.
std::string shorten(std::string_view text, int columns);
// Shortened, then padded with spaces to exactly `columns`.
std::string pad(std::string_view text, int columns);

// Broken into lines of at most `columns`, between words if possible.
std::vector<std::string> wrap(std::string_view text, int columns);

// A Japanese input method types letters, digits, signs and spaces in full width: the same in ASCII, the rest unchanged.
char32_t half_width(char32_t c);
std::string half_width(std::string_view text);

// A space of full width separates words, too.
std::vector<std::string> words(std::string_view text);
std::string_view trim(std::string_view text);
// What follows the first word, trimmed.
std::string_view after_word(std::string_view text);
// The number of edits between two words, for "did you mean".
int distance(std::string_view a, std::string_view b);

}  // namespace engawa::cli
