// Strengths from finish orders: known ones are found again, and ties, repeated items and clean sheets are treated as
// documented.
#include "games/arena/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "games/core/rng.hpp"
#include "tests/catch.hpp"

namespace engawa::tests {
namespace {

using arena::PlackettLuce;

// The items of `table` in an order drawn by their strengths.
PlackettLuce::Order draw_order(std::vector<int> table, std::vector<double> const& strengths, games::Rng& rng) {
  PlackettLuce::Order order;
  while (!table.empty()) {
    double all = 0;
    for (int const item : table) all += strengths[static_cast<std::size_t>(item)];
    double left = static_cast<double>(rng.next() >> 11) * 0x1p-53 * all;
    std::size_t drawn = 0;
    while (drawn + 1 < table.size() && (left -= strengths[static_cast<std::size_t>(table[drawn])]) >= 0) ++drawn;
    order.push_back({table[drawn]});
    table.erase(table.begin() + static_cast<std::ptrdiff_t>(drawn));
  }
  return order;
}

std::vector<double> once(PlackettLuce const& model) { return std::vector<double>(model.blocks(), 1); }

TEST_CASE("known strengths are found again", "[plackett-luce]") {
  std::vector<double> const strengths{1, 2, 4, 8, 0.25, 1, 16};
  games::Rng rng(3);
  PlackettLuce model(7);
  for (int block = 0; block < 800; ++block) {
    model.begin_block();
    std::vector<int> everybody(7);
    std::iota(everybody.begin(), everybody.end(), 0);
    for (int game = 0; game < 5; ++game) {
      for (std::size_t i = 7; i > 1; --i)
        std::swap(everybody[i - 1], everybody[rng.below(static_cast<std::uint32_t>(i))]);
      model.add(draw_order({everybody.begin(), everybody.begin() + 5}, strengths, rng));
    }
  }
  auto const ratings = arena::rate(model, 200, 0, 1);
  CHECK(ratings[0].points == Approx(0).margin(1e-9));
  int held = 0;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    double const truth = 400 * std::log10(strengths[i]);
    CHECK(ratings[i].points == Approx(truth).margin(30));
    CHECK(ratings[i].low <= ratings[i].points);
    CHECK(ratings[i].points <= ratings[i].high);
    held += ratings[i].low <= truth && truth <= ratings[i].high;
  }
  CHECK(held >= 5);  // of seven intervals of 95 %
  CHECK(ratings[3].high - ratings[3].low > 10);
  CHECK(ratings[3].high - ratings[3].low < 80);
  auto const around = arena::rate(model, 0, -1, 1);
  double mean = 0;
  for (auto const& rating : around) mean += rating.points / 7;
  CHECK(mean == Approx(1500));
  CHECK(around[3].points - around[0].points == Approx(ratings[3].points));
}

TEST_CASE("between two the strengths are the odds", "[plackett-luce]") {
  PlackettLuce model(2);
  model.begin_block();
  for (int i = 0; i < 300; ++i) model.add({{0}, {1}});
  for (int i = 0; i < 100; ++i) model.add({{1}, {0}});
  auto const found = model.fit(once(model));
  CHECK(found[0] - found[1] == Approx(std::log(3.0)).epsilon(0.02));  // slightly less because each has a drawn game
  CHECK(found[0] - found[1] < std::log(3.0));
}

TEST_CASE("a tie is half a win for each", "[plackett-luce]") {
  PlackettLuce drawn(3), split(3);
  for (auto* model : {&drawn, &split}) {
    model->begin_block();
    for (int i = 0; i < 10; ++i) model->add({{0}, {1}, {2}});
  }
  for (int i = 0; i < 8; ++i) drawn.add({{1, 2}, {0}});
  for (int i = 0; i < 4; ++i) split.add({{1}, {2}, {0}});
  for (int i = 0; i < 4; ++i) split.add({{2}, {1}, {0}});
  auto const a = drawn.fit(once(drawn)), b = split.fit(once(split));
  for (std::size_t i = 0; i < 3; ++i) CHECK(a[i] == Approx(b[i]).margin(1e-4));
}

TEST_CASE("the same item may have several seats", "[plackett-luce]") {
  // One player of kind 0 against two of kind 1, first in 60 of 120 games: with strength s it is first in s / (s + 2),
  // so it is twice as strong.
  PlackettLuce model(2);
  model.begin_block();
  for (int i = 0; i < 60; ++i) model.add({{0}, {1, 1}});
  for (int i = 0; i < 40; ++i) model.add({{1}, {0}, {1}});
  for (int i = 0; i < 20; ++i) model.add({{1}, {1}, {0}});
  auto const found = model.fit(once(model));
  CHECK(found[0] - found[1] == Approx(std::log(2.0)).epsilon(0.03));
}

TEST_CASE("who never lost has a finite strength, and more games make it greater", "[plackett-luce]") {
  double last = 0;
  for (int const games : {5, 50}) {
    PlackettLuce model(2);
    model.begin_block();
    for (int i = 0; i < games; ++i) model.add({{0}, {1}});
    auto const found = model.fit(once(model));
    CHECK(std::isfinite(found[0]));
    CHECK(found[0] - found[1] > last);
    last = found[0] - found[1];
  }
}

}  // namespace
}  // namespace engawa::tests
