// Operations of bitboards on a word, the same for std::uint64_t and Word256: rotation, single bits, counting.
#pragma once
#include <bit>
#include <concepts>
#include <cstdint>

#include "base/expect.hpp"
#include "games/core/word256.hpp"

namespace engawa::games::bits {

template <class Word>
inline constexpr int kWidth = sizeof(Word) * 8;

// A word with only bit `i` set.
template <class Word>
constexpr Word single(int i);

template <>
constexpr std::uint64_t single(int i) {
  EXPECT(0 <= i && i < 64, i);
  return std::uint64_t{1} << i;
}
template <>
constexpr Word256 single(int i) {
  EXPECT(0 <= i && i < 256, i);
  Word256 word;
  word.limbs[static_cast<std::size_t>(i) / 64] = std::uint64_t{1} << (i % 64);
  return word;
}

// Bit i moves to bit (i + count) mod width.
constexpr std::uint64_t rotate(std::uint64_t word, int count) {
  EXPECT(0 <= count && count < 64, count);
  return std::rotl(word, count);
}

constexpr Word256 rotate(Word256 const& word, int count) {
  EXPECT(0 <= count && count < 256, count);
  auto const skip = static_cast<std::size_t>(count) / 64;
  int const shift = count % 64;
  Word256 out;
  for (std::size_t i = 0; i < 4; ++i) {
    // Unsigned indices may wrap below 0; 4 divides 2^64.
    auto const high = word.limbs[(i - skip) % 4];
    auto const low = word.limbs[(i - skip - 1) % 4];
    out.limbs[i] = shift == 0 ? high : high << shift | low >> (64 - shift);
  }
  return out;
}

constexpr bool any(std::uint64_t word) { return word != 0; }
constexpr bool any(Word256 const& word) { return static_cast<bool>(word); }

constexpr int count(std::uint64_t word) { return std::popcount(word); }
constexpr int count(Word256 const& word) {
  int total = 0;
  for (auto const limb : word.limbs) total += std::popcount(limb);
  return total;
}

// Index of the lowest set bit.
constexpr int lowest(std::uint64_t word) {
  EXPECT(any(word));
  return std::countr_zero(word);
}
constexpr int lowest(Word256 const& word) {
  EXPECT(any(word));
  int limb = 0;
  while (word.limbs[static_cast<std::size_t>(limb)] == 0) ++limb;
  return 64 * limb + std::countr_zero(word.limbs[static_cast<std::size_t>(limb)]);
}

constexpr void drop_lowest(std::uint64_t& word) { word &= word - 1; }
constexpr void drop_lowest(Word256& word) {
  for (auto& limb : word.limbs) {
    if (limb == 0) continue;
    limb &= limb - 1;
    return;
  }
}

// The n-th set bit only, counted from 0 at the low end.
template <class Word>
constexpr Word nth(Word word, std::uint32_t n) {
  EXPECT(n < static_cast<std::uint32_t>(count(word)), n);
  for (; n > 0; --n) drop_lowest(word);
  if constexpr (std::same_as<Word, std::uint64_t>) {
    return word & (~word + 1);
  } else {
    return single<Word>(lowest(word));
  }
}

}  // namespace engawa::games::bits
