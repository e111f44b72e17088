// The generator of what a game hides: colours to come, new rows. A value like Rng, with the same numbers on every machine.
//
// From a secret seed its numbers are ChaCha20's, 64 bits each, in the order of its blocks: who has seen any number of them knows
// nothing of the next. (SplitMix64 can be run backwards from a single output and then forwards for ever.) From a number it is
// SplitMix64, which is what bots imagine the future with, and tests. It keeps no block: a colour is drawn once per shot, and a state
// that is copied for every move had better be small.
#pragma once
#include <bit>

#include "games/core/chacha.hpp"
#include "games/core/rng.hpp"
#include "games/core/seed.hpp"

namespace engawa::games {

class Chance {
 public:
  constexpr Chance(Rng rng = Rng()) : rng_(rng) {}
  // Stream number `stream` of a secret; streams of one secret tell nothing about each other.
  constexpr Chance(Seed::Key const& key, std::uint32_t stream) : keyed_(true), stream_(stream), key_(key) {}

  constexpr std::uint64_t next() {
    if (!keyed_) return rng_.next();
    auto const block = chacha20(key_, static_cast<std::uint32_t>(drawn_ / 8), {stream_, 0, 0});
    auto const at = 2 * (drawn_++ % 8);
    return block[at] | std::uint64_t{block[at + 1]} << 32;
  }

  // Uniform in 0..bound-1 up to a bias of bound/2^32, as Rng::below. REQUIRES: 0 < bound < 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
  }

  // What may be told of it while the game runs: of a secret how many numbers were drawn, of a number everything.
  constexpr std::uint64_t mark() const { return keyed_ ? drawn_ : std::bit_cast<std::uint64_t>(rng_); }

  friend constexpr bool operator==(Chance const&, Chance const&) = default;

 private:
  bool keyed_ = false;
  std::uint32_t stream_ = 0;
  std::uint64_t drawn_ = 0;
  Rng rng_{};
  Seed::Key key_{};
};

// Independent streams of one seed, in the order in which they are asked for.
class Streams {
 public:
  explicit constexpr Streams(Seed const& seed) : seed_(seed), numbers_(seed.number()) {}

  constexpr Chance next() { return seed_.is_secret() ? Chance(seed_.key(), used_++) : Chance(Rng(numbers_.next())); }

 private:
  Seed seed_;
  Rng numbers_;
  std::uint32_t used_ = 0;
};

}  // namespace engawa::games
