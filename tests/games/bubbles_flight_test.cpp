// The deterministic model of the bubble shooter's shots.
#include <cmath>

#include "games/bubbles/options.hpp"
#include "games/bubbles/sine_table.hpp"
#include "games/bubbles/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/bubbles_oracle.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests {
namespace {

using namespace games::bubbles;

TEST_CASE("the sine table is round(2^20 sin)", "[bubbles]") {
  long double const pi = std::acos(-1.0L);
  REQUIRE(kSine.size() == 9001);
  for (std::size_t i = 0; i < kSine.size(); ++i) {
    auto const exact = 1048576.0L * std::sin(pi * static_cast<long double>(i) / 18000.0L);
    REQUIRE(std::abs(exact - static_cast<long double>(kSine[i])) < 0.5L);
  }
}

TEST_CASE("neighbours are exactly the cells a diameter away", "[bubbles]") {
  for (int const shift : {0, 1}) {
    for (int row = 0; row < kLoseRow; ++row) {
      for (int column = 0; column < columns(row, shift); ++column) {
        auto const near = neighbors({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column)}, shift);
        for (int r = 0; r < kLoseRow; ++r) {
          for (int c = 0; c < columns(r, shift); ++c) {
            double const apart =
                std::hypot(center_x(row, column, shift) - center_x(r, c, shift), center_y(row) - center_y(r));
            bool const touches = apart > 0 && apart < 1.01 * kPitch;
            REQUIRE(near.has({static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(c)}) == touches);
            if (touches) REQUIRE(std::abs(apart - kPitch) < 1);  // the row pitch is an integer: not exactly a diameter
          }
        }
      }
    }
  }
}

TEST_CASE("every flight is the one of the model as it is written", "[bubbles]") {
  games::Rng rng(4);
  for (int i = 0; i < 3000; ++i) {
    auto grid = random_grid(rng, 4);
    int const angle = static_cast<int>(rng.below(2 * kMaxAngle + 1)) - kMaxAngle;
    auto const color = static_cast<Color>(1 + rng.below(4));
    auto const expected = oracle_shot(rows_of(grid), grid.shift, angle, static_cast<char>('a' + color - 1));
    INFO("angle " << angle << " shift " << int{grid.shift});
    auto const landing = Sky(grid).fly(angle);
    REQUIRE(landing == expected.landing);
    auto const path = path_of(angle, landing);
    REQUIRE(std::vector<Point>(path.begin(), path.end()) == expected.path);
    auto const removal = attach(grid, landing.cell, color);
    REQUIRE(words(cell_names(removal.popped)) == expected.popped);
    REQUIRE(words(cell_names(removal.fallen)) == expected.fallen);
    for (std::size_t row = 0; row < expected.after.size(); ++row)
      REQUIRE(row_text(grid, static_cast<int>(row)) == expected.after[row]);
  }
}

}  // namespace
}  // namespace engawa::tests
