// SHA-256 (FIPS 180-4), from OpenSSL. Pure functions; any thread.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace engawa {

using Digest = std::array<std::uint8_t, 32>;

Digest sha256(std::string_view text);
// The digest as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

}  // namespace engawa
