// SHA-256 (FIPS 180-4) for modules. OpenSSL, which base/sha256.cpp uses, does not exist for WebAssembly, and browsers
// offer theirs only to pages loaded over TLS or from this machine.
#include "base/sha256.hpp"

#include <bit>

#include "base/hex.hpp"

namespace engawa {
namespace {

using Words = std::array<std::uint32_t, 8>;

constexpr std::size_t kBlock = 64;
// The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64.
constexpr Words kStart{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr std::array<std::uint32_t, 64> kRounds{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void mix(Words& sum, unsigned char const* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < kBlock; ++i) w[i / 4] = w[i / 4] << 8 | block[i];
  for (std::size_t i = 16; i < 64; ++i) {
    auto const a = w[i - 15], b = w[i - 2];
    auto const near = std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3;
    auto const far = std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10;
    w[i] = w[i - 16] + near + w[i - 7] + far;
  }
  auto [a, b, c, d, e, f, g, h] = sum;
  for (std::size_t i = 0; i < 64; ++i) {
    auto const choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    auto const first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice + kRounds[i] + w[i];
    auto const second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
    h = g, g = f, f = e, e = d + first;
    d = c, c = b, b = a, a = first + second;
  }
  Words const added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += added[i];
}

}  // namespace

Digest sha256(std::string_view text) {
  auto sum = kStart;
  auto const* const bytes = reinterpret_cast<unsigned char const*>(text.data());
  auto const whole = text.size() / kBlock * kBlock;
  for (std::size_t at = 0; at < whole; at += kBlock) mix(sum, bytes + at);
  // The remaining bytes, a one bit, zeros, and the length in bits: one more block, or two.
  std::array<unsigned char, 2 * kBlock> last{};
  auto const rest = text.size() - whole;
  for (std::size_t i = 0; i < rest; ++i) last[i] = bytes[whole + i];
  last[rest] = 0x80;
  auto const end = rest + 9 <= kBlock ? kBlock : 2 * kBlock;
  auto const bits = static_cast<std::uint64_t>(text.size()) * 8;
  for (std::size_t i = 0; i < 8; ++i) last[end - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  for (std::size_t at = 0; at < end; at += kBlock) mix(sum, last.data() + at);
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(sum[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

std::string sha256_hex(std::string_view text) { return to_hex(sha256(text)); }

}  // namespace engawa
