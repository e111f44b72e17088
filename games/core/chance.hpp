// The random generator for a game's hidden parts: colours to come, new rows. A value like Rng, with the same numbers on
// every machine.
//
// With a secret seed its numbers are those of ChaCha20, 64 bits each, in the order of its blocks: anyone who has seen
// any of them learns nothing about the next. (SplitMix64 can be run backwards from a single output and then forwards
// forever.) With a number as seed it is SplitMix64, for tests, and for bots that draw possible futures. It does not
// store a block, because a colour is drawn only once per shot, and the state is copied for every move and should be
// small.
#pragma once
#include <bit>

#include "base/expect.hpp"
#include "games/core/chacha.hpp"
#include "games/core/rng.hpp"
#include "games/core/seed.hpp"

namespace engawa::games {

class Chance {
 public:
  constexpr Chance(Rng rng = Rng()) : rng_(rng) {}
  // Stream number `stream` of a secret; the streams of one secret reveal nothing about each other.
  constexpr Chance(Seed::Key const& key, std::uint32_t stream) : keyed_(true), stream_(stream), key_(key) {}

  constexpr std::uint64_t next() {
    if (!keyed_) return rng_.next();
    auto const block = chacha20(key_, static_cast<std::uint32_t>(drawn_ / 8), {stream_, 0, 0});
    auto const at = 2 * (drawn_++ % 8);
    return block[at] | std::uint64_t{block[at + 1]} << 32;
  }

  // Uniform in 0..bound-1 up to a bias of bound/2^32, as Rng::below.
  constexpr std::uint32_t below(std::uint32_t bound) {
    EXPECT(bound > 0);
    return static_cast<std::uint32_t>((next() >> 32) * bound >> 32);
  }

  // The part that may be published during the game: for a secret the count of numbers drawn, for a number everything.
  constexpr std::uint64_t mark() const { return keyed_ ? drawn_ : std::bit_cast<std::uint64_t>(rng_); }

  friend constexpr bool operator==(Chance const&, Chance const&) = default;

 private:
  bool keyed_ = false;
  std::uint32_t stream_ = 0;
  std::uint64_t drawn_ = 0;
  Rng rng_{};
  Seed::Key key_{};
};

// Independent streams of one seed, numbered in the order of the calls.
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
