// The seeded generator of every game and bot: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). Eight bytes of state,
// the same numbers on every machine; good enough for playouts, not for secrets.
#pragma once
#include <cstdint>

#include "base/expect.hpp"

namespace engawa::games {

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed = 0) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform in 0..bound-1 up to a bias of bound/2^32 (Lemire's multiply-shift).
  constexpr std::uint32_t below(std::uint32_t bound) { return scaled(next(), bound); }
  // The value that below() computes from a number of next(). The number's lowest bits are not used and are free for
  // other purposes.
  static constexpr std::uint32_t scaled(std::uint64_t random, std::uint32_t bound) {
    EXPECT(bound > 0);
    return static_cast<std::uint32_t>((random >> 32) * bound >> 32);
  }

  friend constexpr bool operator==(Rng, Rng) = default;

 private:
  std::uint64_t state_;
};

}  // namespace engawa::games
