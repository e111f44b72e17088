// The source of all randomness of a match: a secret of 256 bits, or a public number (tests, offline rules, and rooms
// created before there were secrets).
#pragma once
#include <array>
#include <cstdint>

#include "base/expect.hpp"

namespace engawa::games {

class Seed {
 public:
  using Key = std::array<std::uint8_t, 32>;

  constexpr Seed(std::uint64_t number = 0) : number_(number) {}  // a number is a seed: start(options, 42)
  explicit constexpr Seed(Key const& key) : secret_(true), key_(key) {
    for (std::size_t i = 8; i-- > 0;) number_ = number_ << 8 | key[i];
  }

  constexpr bool is_secret() const { return secret_; }
  // Only for a secret.
  constexpr Key const& key() const {
    EXPECT(secret_);
    return key_;
  }
  // For games that hide nothing: the number, or the first 64 bits of the secret (little-endian).
  constexpr std::uint64_t number() const { return number_; }

  friend constexpr bool operator==(Seed const&, Seed const&) = default;

 private:
  std::uint64_t number_ = 0;
  bool secret_ = false;
  Key key_{};
};

}  // namespace engawa::games
