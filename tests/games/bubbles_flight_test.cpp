// The deterministic model of the bubble shooter's shots.
#include <cmath>

#include "games/bubbles/options.hpp"
#include "games/bubbles/sine_table.hpp"
#include "games/bubbles/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/bubbles_oracle.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::bubbles_flight_test {
namespace {

using namespace games::bubbles;

TEST_CASE("the sine table is round(2^20 sin)", "[bubbles]") {
  long double const pi = std::acos(-1.0L);
  REQUIRE(kSine.size() == 9001);
  for (std::size_t i = 0; i < kSine.size(); ++i) {
    auto const exact = 1048576.0L * std::sin(pi * static_cast<long double>(i) / 18000.0L);
    // No value is near a half: the rounding is the same with any sine that is exact to nine digits, such as the page's.
    REQUIRE(std::abs(exact - static_cast<long double>(kSine[i])) < 0.5L - 1e-6L);
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
            if (touches) REQUIRE(std::abs(apart - kPitch) < 1);  // the row pitch is an integer, not exactly a diameter
          }
        }
      }
    }
  }
}

std::vector<Point> path_on(Rows const& rows, int shift, int angle) {
  auto const path = path_of(angle, Sky(read_grid(rows, shift)).fly(angle));
  return {path.begin(), path.end()};
}

std::string cell_on(Rows const& rows, int shift, int angle) {
  return cell_name(Sky(read_grid(rows, shift)).fly(angle).cell);
}

TEST_CASE("a shot straight up reaches the ceiling, and of two equally near cells takes the left one", "[bubbles]") {
  // 48159 - 2048 = 46111 = 180.1 steps of 256; the ceiling is passed by 225.
  CHECK(path_on({}, 0, 0) == std::vector<Point>{{16384, 48159, 0}, {16384, 1823, 724}});
  CHECK(cell_on({}, 0, 0) == "r0c3");  // between the centres 14336 and 18432
  CHECK(cell_on({}, 1, 0) == "r0c3");  // on the centre of a shifted row
}

TEST_CASE("side walls reflect", "[bubbles]") {
  // 80 degrees: 252.1108 to the side and 44.4538 up in a step. The wall is 14336 away: 56.9 steps, then 28672: 113.7 steps each.
  auto const path = path_on({}, 0, 8000);
  REQUIRE(path.size() == 11);
  CHECK(path[1] == Point{30720, 45625, 228});
  CHECK(path[2] == Point{2048, 40557, 684});
  CHECK(path[3] == Point{30720, 35489, 1140});
  auto const mirrored = path_on({}, 0, -8000);
  for (std::size_t i = 1; i + 1 < path.size(); ++i)
    CHECK(mirrored[i] == Point{32768 - path[i].x, path[i].y, path[i].ms});
}

TEST_CASE("a shot slips through a gap of one cell, and sticks below a smaller one", "[bubbles]") {
  CHECK(cell_on({"..a.a.."}, 1, 0) == "r0c3");
  CHECK(cell_on({"...aa..."}, 0, 0) == "r1c3");
  CHECK(cell_on({"...a...."}, 0, 0) == "r1c3");  // 2048 beside the centre: touched
  CHECK(cell_on({"..a....."}, 0, 0) == "r0c3");  // 6144 beside it: not
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
}  // namespace engawa::tests::bubbles_flight_test
