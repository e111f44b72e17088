#include "base/sha256.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
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

Digest hmac_sha256(std::string_view key, std::string_view message) {
  Digest digest;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), reinterpret_cast<unsigned char const*>(message.data()),
       message.size(), digest.data(), nullptr);
  return digest;
}

bool same_digest(Digest const& one, Digest const& other) {
  return CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace engawa
