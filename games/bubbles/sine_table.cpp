#include "games/bubbles/sine_table.hpp"

#include <numbers>

namespace engawa::games::bubbles {
namespace {

using Table = decltype(kSine);

// x in radians, 0 to a quarter turn: the series by Horner's rule. The first term left out is below 1e-15.
constexpr double sine(double x) {
  double sum = 1;
  for (int n = 20; n >= 2; n -= 2) sum = 1 - x * x / (n * (n + 1)) * sum;
  return x * sum;
}

// Doubles are wrong by less than 1e-9 of the table's units here, and no exact value is within 1e-6 of a half
// (bubbles_flight_test.cpp): every compiler rounds to the same table. std::sin is not constexpr in C++20.
constexpr auto make_table() {
  std::array<std::int32_t, std::tuple_size_v<Table>> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): std::lround is not constexpr, and no value is below 0
    table[i] = static_cast<std::int32_t>(1048576 * sine(static_cast<double>(i) * (std::numbers::pi / 18000)) + 0.5);
  return table;
}

// FNV-1a over the values: recorded games depend on every one of them.
constexpr std::uint32_t checksum(Table const& table) {
  std::uint32_t hash = 2166136261;
  for (auto const value : table) hash = (hash ^ static_cast<std::uint32_t>(value)) * 16777619;
  return hash;
}

}  // namespace

constexpr Table kSine = make_table();
static_assert(checksum(kSine) == 0x1231f8c4);

}  // namespace engawa::games::bubbles
