// CRC-32 (as in zlib and PNG, polynomial 0xedb88320 reflected): detects every error burst of up to 32 bits. Not for
// secrets.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace engawa::games {

constexpr std::uint32_t crc32(std::string_view text) {
  constexpr auto table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
      made[byte] = byte;
      for (int bit = 0; bit < 8; ++bit) made[byte] = made[byte] >> 1 ^ (made[byte] & 1 ? 0xedb88320u : 0);
    }
    return made;
  }();
  std::uint32_t crc = 0xffffffff;
  for (char const c : text) crc = table[(crc ^ static_cast<std::uint8_t>(c)) & 0xff] ^ crc >> 8;
  return ~crc;
}

static_assert(crc32("123456789") == 0xcbf43926, "the check value of every catalogue of CRCs");

}  // namespace engawa::games
