// FNV-1a, 64 bits (Fowler, Noll, Vo): the hash of states, of a room's history and of the reference data. Not for
// secrets.
#pragma once
#include <cstdint>
#include <string_view>

namespace engawa {

class Fnv {
 public:
  constexpr Fnv() = default;
  // Continues from an earlier value().
  constexpr explicit Fnv(std::uint64_t value) : value_(value) {}
  constexpr Fnv& add(std::string_view text) {
    for (char const c : text) byte(static_cast<std::uint8_t>(c));
    return *this;
  }
  constexpr Fnv& add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) byte(static_cast<std::uint8_t>(number >> shift));
    return *this;
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  constexpr void byte(std::uint8_t value) { value_ = (value_ ^ value) * 1099511628211u; }

  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace engawa
