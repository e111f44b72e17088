// Pure function; any thread.
#pragma once
#include <string>
#include <string_view>

namespace engawa {

// Text for the content of an element or between double quotes, in XML and HTML. Characters that XML forbids (controls,
// U+FFFE, U+FFFF) become U+FFFD. REQUIRES: valid UTF-8.
inline std::string xml_escape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    bool const is_control = static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
    auto const three = text.substr(i, 3);
    bool const is_no_character = three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf";
    if (is_no_character) i += 2;
    if (is_control || is_no_character)
      out += "\xef\xbf\xbd";
    else if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace engawa
