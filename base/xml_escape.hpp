// Pure function; any thread.
#pragma once
#include <string>
#include <string_view>

namespace engawa {

// Text for the content of an element or between double quotes, in XML and HTML.
inline std::string xml_escape(std::string_view text) {
  std::string out;
  for (char const c : text) {
    if (c == '&')
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
