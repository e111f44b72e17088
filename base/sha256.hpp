// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), from OpenSSL. Pure functions; any thread.
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

// HMAC-SHA-256 of `message` with `key`.
Digest hmac_sha256(std::string_view key, std::string_view message);
// Compares in constant time.
bool same_digest(Digest const& one, Digest const& other);

}  // namespace engawa
