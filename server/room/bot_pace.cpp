#include "server/room/bot_pace.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engawa::server {
namespace {

constexpr std::int64_t kShortest = 300, kLongest = 1200, kInAll = 3000;
constexpr double kSpread = 0.35;  // standard deviation of the logarithm

// Above 0, at most 1.
double fraction(games::Rng& rng) { return static_cast<double>((rng.next() >> 11) + 1) * 0x1p-53; }

// Standard normal, by Box and Muller.
double normal(games::Rng& rng) {
  auto const radius = std::sqrt(-2 * std::log(fraction(rng)));
  return radius * std::cos(2 * std::numbers::pi * fraction(rng));
}

}  // namespace

std::int64_t natural_pause(games::Rng rng, bool only_move, std::int64_t paused) {
  auto const usual = static_cast<double>(kUsualPause) * std::exp(kSpread * normal(rng));
  auto const pause = only_move ? kShortest : std::clamp(std::llround(usual), 0ll + kShortest, 0ll + kLongest);
  return std::min<std::int64_t>(pause, std::max<std::int64_t>(0, kInAll - paused) / 2);
}

}  // namespace engawa::server
