// Bytes as lower-case hexadecimal digits. Pure functions; any thread.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace engawa {

inline std::string to_hex(std::span<std::uint8_t const> bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (auto const byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

// Fills `bytes` from exactly twice as many lower-case digits. Returns false on any other input; `bytes` is then
// unspecified.
inline bool from_hex(std::string_view text, std::span<std::uint8_t> bytes) {
  if (text.size() != 2 * bytes.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto const digit = std::string_view("0123456789abcdef").find(text[i]);
    if (digit == std::string_view::npos) return false;
    auto& byte = bytes[i / 2];
    byte = static_cast<std::uint8_t>(i % 2 == 0 ? digit << 4 : byte | digit);
  }
  return true;
}

}  // namespace engawa
