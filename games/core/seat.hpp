// Seats: who plays. A seat is 0..15; on the wire it is "s0".."s15".
#pragma once
#include <bit>
#include <cstdint>
#include <string>

#include "base/expect.hpp"

namespace engawa::games {

using Seat = std::uint8_t;
inline constexpr int kMaxSeats = 16;

// A set of seats, one bit each.
struct SeatSet {
  std::uint16_t bits = 0;

  static constexpr SeatSet of(Seat seat) {
    EXPECT(seat < kMaxSeats, seat);
    return {static_cast<std::uint16_t>(1u << seat)};
  }
  constexpr bool has(Seat seat) const { return (bits >> seat & 1u) != 0; }
  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const { return std::popcount(bits); }
  constexpr void add(Seat seat) {
    EXPECT(seat < kMaxSeats, seat);
    bits = static_cast<std::uint16_t>(bits | 1u << seat);
  }
  // The lowest of them.
  constexpr Seat first() const {
    EXPECT(!empty());
    return static_cast<Seat>(std::countr_zero(bits));
  }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;
};

inline std::string seat_name(Seat seat) {
  std::string name("s");  // not "s" + ...: g++ 12 warns about that at -O3 (its bug 105651)
  return name += std::to_string(static_cast<int>(seat));
}

}  // namespace engawa::games
