// Intervals and the sequential test: checked against known quantiles, and on simulated matches of known strength.
#include "games/arena/statistics.hpp"

#include <cmath>
#include <vector>

#include "games/core/rng.hpp"
#include "tests/catch.hpp"

namespace engawa::tests {
namespace {

using arena::Sprt;

TEST_CASE("an interval is Student's", "[statistics]") {
  // Student's (William Gosset's) own example, "The probable error of a mean", Biometrika 6, 1908: hours of sleep gained.
  std::vector<double> const hours{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
  auto const found = arena::estimate(hours);
  CHECK(found.mean == Approx(1.58));
  REQUIRE(found.error);
  CHECK(*found.error == Approx(2.262157163 * 1.229995483 / std::sqrt(10.0)).epsilon(1e-6));
  CHECK_FALSE(arena::estimate(std::vector<double>{0.5}).error);
}

// Blocks of `games` games, each won with probability `share`, until the verdict.
struct Match {
  Sprt::Verdict verdict;
  std::size_t blocks;
};
Match play(Sprt const& sprt, double share, int games, games::Rng& rng, std::size_t most) {
  std::vector<double> blocks;
  auto const limit = static_cast<std::uint32_t>(share * 1e6);
  while (blocks.size() < most) {
    int wins = 0;
    for (int i = 0; i < games; ++i) wins += rng.below(1'000'000) < limit;
    blocks.push_back(wins / static_cast<double>(games));
    if (auto const state = sprt.test(blocks); state.verdict != Sprt::Verdict::open)
      return {state.verdict, blocks.size()};
  }
  return {Sprt::Verdict::open, most};
}

TEST_CASE("a clear case is decided at once", "[statistics]") {
  Sprt const sprt{0.5, 0.52, 0.25 / 2};
  std::vector<double> won, lost;
  while (won.size() < 50 && sprt.test(won).verdict == Sprt::Verdict::open) won.push_back(1);
  while (lost.size() < 50 && sprt.test(lost).verdict == Sprt::Verdict::open) lost.push_back(0);
  CHECK(sprt.test(won).verdict == Sprt::Verdict::high);
  CHECK(sprt.test(lost).verdict == Sprt::Verdict::low);
  CHECK(won.size() >= arena::kFewestBlocks);
  CHECK(won.size() <= 10);
  CHECK(lost.size() <= 10);
}

TEST_CASE("equals are seldom taken for better, and the better seldom for equals", "[statistics]") {
  constexpr int kMatches = 400;
  Sprt const sprt{0.5, 0.55, 0.25 / 6};
  games::Rng rng(7);
  int wrongly_better = 0, wrongly_equal = 0;
  for (int i = 0; i < kMatches; ++i) {
    wrongly_better += play(sprt, 0.5, 6, rng, 10'000).verdict != Sprt::Verdict::low;
    wrongly_equal += play(sprt, 0.55, 6, rng, 10'000).verdict != Sprt::Verdict::high;
  }
  INFO(wrongly_better << " and " << wrongly_equal << " of " << kMatches);
  // 5 % are promised: 20 of 400, standard deviation 4.4. Not 0 either: then the test would be slower than necessary.
  CHECK(wrongly_better <= 33);
  CHECK(wrongly_equal <= 33);
  CHECK(wrongly_better >= 3);
  CHECK(wrongly_equal >= 3);
}

}  // namespace
}  // namespace engawa::tests
