#include "server/ops/secrets.hpp"

#include <sys/random.h>

#include <array>
#include <cstring>
#include <stdexcept>

#include "base/hex.hpp"

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

games::Seed random_seed() {
  games::Seed::Key key{};
  fill_random(key.data(), key.size());
  return games::Seed(key);
}

std::string random_token() {
  std::array<std::uint8_t, 16> bytes{};
  fill_random(bytes.data(), bytes.size());
  return to_hex(bytes);
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

}  // namespace engawa::server
