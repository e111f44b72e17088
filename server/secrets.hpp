// Random names and secrets from the system's generator, and the hash that tokens are stored as. Any thread.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace engawa::server {

std::uint64_t random_number();
std::string random_token();      // 128 bits, 32 hexadecimal digits
std::string random_guest_id();   // "g_" and 12 letters (60 bits)
std::string random_room_code();  // 8 letters of Crockford's base32 (40 bits)

// The code as it is stored: upper case, O read as 0, I and L as 1. Empty when it is no code.
std::string normal_room_code(std::string_view text);

std::string sha256(std::string_view text);  // 32 bytes

}  // namespace engawa::server
