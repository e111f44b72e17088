#include "base/sha256.hpp"

#include <openssl/sha.h>

#include "base/hex.hpp"

namespace engawa {

Digest sha256(std::string_view text) {
  static_assert(sizeof(Digest) == SHA256_DIGEST_LENGTH);
  Digest digest;
  SHA256(reinterpret_cast<unsigned char const*>(text.data()), text.size(), digest.data());
  return digest;
}

std::string sha256_hex(std::string_view text) { return to_hex(sha256(text)); }

}  // namespace engawa
