#include "games/arena/statistics.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

#include "base/expect.hpp"

namespace engawa::arena {
namespace {

constexpr double kErrorRate = 0.05;

double mean_of(std::span<double const> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squares_around(double mean, std::span<double const> values) {
  double sum = 0;
  for (double const value : values) sum += (value - mean) * (value - mean);
  return sum;
}

}  // namespace

Estimate estimate(std::span<double const> observations) {
  EXPECT(!observations.empty());
  auto const mean = mean_of(observations);
  auto const count = static_cast<double>(observations.size());
  if (observations.size() < 2) return {mean, std::nullopt};
  auto const variance = squares_around(mean, observations) / (count - 1);
  boost::math::students_t const student(count - 1);
  return {mean, boost::math::quantile(student, 0.975) * std::sqrt(variance / count)};
}

double Sprt::bound() { return std::log((1 - kErrorRate) / kErrorRate); }

Sprt::State Sprt::test(std::span<double const> observations) const {
  if (observations.empty()) return {};
  auto const count = static_cast<double>(observations.size());
  auto const mean = mean_of(observations);
  auto const spread = (squares_around(mean, observations) + variance) / count;
  State state;
  state.ratio = count * (high - low) * (2 * mean - low - high) / (2 * spread);
  if (observations.size() < kFewestBlocks) return state;
  if (state.ratio >= bound()) state.verdict = Verdict::high;
  if (state.ratio <= -bound()) state.verdict = Verdict::low;
  return state;
}

}  // namespace engawa::arena
