// Random names and secrets from the system's generator. Any thread.
#pragma once
#include <string>
#include <string_view>

#include "games/core/seed.hpp"

namespace engawa::server {

games::Seed random_seed();       // 256 bits
std::string random_token();      // 128 bits, 32 hexadecimal digits
std::string random_guest_id();   // "g_" and 12 letters (60 bits)
std::string random_room_code();  // 8 letters of Crockford's base32 (40 bits)

// The code in its stored form: upper case, O read as 0, I and L read as 1. Empty if it is not a code.
std::string normal_room_code(std::string_view text);

}  // namespace engawa::server
