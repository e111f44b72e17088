// The ChaCha20 block function (RFC 8439, section 2.3): 64 bytes that cannot be distinguished from random, or continued,
// without the key.
//
// Implemented here, in about thirty lines, because games link no libraries: a game with hidden parts must draw the same
// numbers in the server, in a verifier and on any machine, and a playout must not call a library for each bubble's
// colour.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace engawa::games {

// Sixteen words, in the byte order of the RFC (little-endian).
using ChachaBlock = std::array<std::uint32_t, 16>;

namespace chacha_detail {

constexpr void quarter(ChachaBlock& x, int a, int b, int c, int d) {
  auto& wa = x[static_cast<std::size_t>(a)];
  auto& wb = x[static_cast<std::size_t>(b)];
  auto& wc = x[static_cast<std::size_t>(c)];
  auto& wd = x[static_cast<std::size_t>(d)];
  wa += wb, wd = std::rotl(wd ^ wa, 16);
  wc += wd, wb = std::rotl(wb ^ wc, 12);
  wa += wb, wd = std::rotl(wd ^ wa, 8);
  wc += wd, wb = std::rotl(wb ^ wc, 7);
}

constexpr std::uint32_t word(std::uint8_t const* bytes) {
  return bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24;
}

}  // namespace chacha_detail

constexpr ChachaBlock chacha20(std::array<std::uint8_t, 32> const& key, std::uint32_t counter,
                               std::array<std::uint32_t, 3> const& nonce) {
  using chacha_detail::quarter;
  ChachaBlock start{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
  for (std::size_t i = 0; i < 8; ++i) start[4 + i] = chacha_detail::word(&key[4 * i]);
  start[12] = counter;
  for (std::size_t i = 0; i < 3; ++i) start[13 + i] = nonce[i];
  auto x = start;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) quarter(x, i, 4 + i, 8 + i, 12 + i);
    for (int i = 0; i < 4; ++i) quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
  }
  for (std::size_t i = 0; i < 16; ++i) x[i] += start[i];
  return x;
}

}  // namespace engawa::games
