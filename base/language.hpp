// The language of the person at the terminal, and texts in both languages. Any thread, as long as no other changes the
// environment.
#pragma once
#include <string_view>

namespace engawa {

enum class Lang { En, Ja };

// Japanese if the first of LC_ALL, LC_MESSAGES and LANG that is set, and not empty, begins with "ja".
Lang language_of_environment();

// One text in both languages. Texts that only developers read may omit the Japanese.
struct Words {
  std::string_view en;
  std::string_view ja;

  constexpr std::string_view in(Lang lang) const { return lang == Lang::Ja && !ja.empty() ? ja : en; }
};

}  // namespace engawa
