#include "server/secrets.hpp"

#include <openssl/sha.h>
#include <sys/random.h>

#include <cstring>
#include <stdexcept>

namespace engawa::server {
namespace {

constexpr std::string_view kBase32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";  // Crockford: without I, L, O, U

void fill_random(void* bytes, std::size_t size) {
  if (::getrandom(bytes, size, 0) != static_cast<ssize_t>(size)) throw std::runtime_error("getrandom failed");
}

std::string random_letters(std::size_t count) {
  std::string letters(count, '0');
  fill_random(letters.data(), count);
  for (auto& c : letters) c = kBase32[static_cast<unsigned char>(c) % 32];
  return letters;
}

}  // namespace

std::uint64_t random_number() {
  std::uint64_t number = 0;
  fill_random(&number, sizeof number);
  return number;
}

std::string random_token() {
  static constexpr char hex[] = "0123456789abcdef";
  unsigned char bytes[16];
  fill_random(bytes, sizeof bytes);
  std::string token;
  for (auto const byte : bytes) {
    token += hex[byte >> 4];
    token += hex[byte & 15];
  }
  return token;
}

std::string random_guest_id() { return "g_" + random_letters(12); }
std::string random_room_code() { return random_letters(8); }

std::string normal_room_code(std::string_view text) {
  if (text.size() != 8) return {};
  std::string code;
  for (char c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (c == 'O') c = '0';
    if (c == 'I' || c == 'L') c = '1';
    if (kBase32.find(c) == kBase32.npos) return {};
    code += c;
  }
  return code;
}

std::string sha256(std::string_view text) {
  std::string digest(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<unsigned char const*>(text.data()), text.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  return digest;
}

}  // namespace engawa::server
