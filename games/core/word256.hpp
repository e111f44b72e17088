// A 256-bit word for boards that do not fit in 64 bits: a value, without heap. Bit i is bit i%64 of limb i/64.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace engawa::games {

struct Word256 {
  std::array<std::uint64_t, 4> limbs{};

  constexpr explicit operator bool() const { return (limbs[0] | limbs[1] | limbs[2] | limbs[3]) != 0; }
  constexpr Word256& operator|=(Word256 const& other) {
    for (std::size_t i = 0; i < 4; ++i) limbs[i] |= other.limbs[i];
    return *this;
  }
  constexpr Word256& operator&=(Word256 const& other) {
    for (std::size_t i = 0; i < 4; ++i) limbs[i] &= other.limbs[i];
    return *this;
  }
  constexpr Word256 operator~() const { return {{~limbs[0], ~limbs[1], ~limbs[2], ~limbs[3]}}; }
  friend constexpr Word256 operator|(Word256 a, Word256 const& b) { return a |= b; }
  friend constexpr Word256 operator&(Word256 a, Word256 const& b) { return a &= b; }
  friend constexpr bool operator==(Word256 const&, Word256 const&) = default;
};

}  // namespace engawa::games
