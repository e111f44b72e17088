// A JSON writer that appends to a string, for everything that is written once per move. It builds no tree and no
// temporary strings.
// The caller is responsible for commas and brackets; each function name says what it appends.
#pragma once
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "base/expect.hpp"

namespace engawa::json_write {

inline void integer(std::string& out, std::integral auto value) {
  char digits[24];
  auto const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

// A quoted JSON string. REQUIRES: `text` is valid UTF-8 (all text enters through base/json_read.hpp, which refuses
// others).
inline void string(std::string& out, std::string_view text) {
  static constexpr char hex[] = "0123456789abcdef";
  out += '"';
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += hex[byte >> 4];
      out += hex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

// `"name":` before a value; a name that needs no escaping.
inline void key(std::string& out, std::string_view name) {
  EXPECT(name.find_first_of("\"\\") == name.npos, name);
  out += '"';
  out += name;
  out += "\":";
}

// `,"name":value`: any member but the first of an object. REQUIRES: `json` is one JSON value.
inline void string_member(std::string& out, std::string_view name, std::string_view text) {
  out += ',';
  key(out, name);
  string(out, text);
}
inline void raw_member(std::string& out, std::string_view name, std::string_view json) {
  EXPECT(!json.empty(), name);
  out += ',';
  key(out, name);
  out += json;
}
inline void integer_member(std::string& out, std::string_view name, std::integral auto value) {
  out += ',';
  key(out, name);
  integer(out, value);
}

}  // namespace engawa::json_write
