// Bytes and numbers as lower-case hexadecimal digits. Pure functions; any thread.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace engawa {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";

inline std::string to_hex(std::span<std::uint8_t const> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (auto const byte : bytes) {
    text += kHexDigits[byte >> 4];
    text += kHexDigits[byte & 15];
  }
  return text;
}

// Fills `bytes` from exactly twice as many lower-case digits. Returns false on any other input; `bytes` is then
// unspecified.
inline bool from_hex(std::string_view text, std::span<std::uint8_t> bytes) {
  if (text.size() != 2 * bytes.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto const digit = kHexDigits.find(text[i]);
    if (digit == std::string_view::npos) return false;
    auto& byte = bytes[i / 2];
    byte = static_cast<std::uint8_t>(i % 2 == 0 ? digit << 4 : byte | digit);
  }
  return true;
}

// Highest digit first. An array, because the hash of every step of a room is written as text.
inline std::array<char, 16> hex_digits(std::uint64_t number) {
  std::array<char, 16> digits;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number >>= 4) *digit = kHexDigits[number & 15];
  return digits;
}

inline std::string to_hex(std::uint64_t number) {
  auto const digits = hex_digits(number);
  return {digits.begin(), digits.end()};
}

// The number of exactly 16 lower-case digits.
inline std::optional<std::uint64_t> read_hex(std::string_view text) {
  std::array<std::uint8_t, 8> bytes;
  if (!from_hex(text, bytes)) return std::nullopt;
  std::uint64_t number = 0;
  for (auto const byte : bytes) number = number << 8 | byte;
  return number;
}

}  // namespace engawa
