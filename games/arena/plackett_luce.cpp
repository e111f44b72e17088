#include "games/arena/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/expect.hpp"
#include "games/core/rng.hpp"

namespace engawa::arena {
namespace {

constexpr int kMostRounds = 10'000;
constexpr double kPrecision = 1e-6;  // of a log strength
constexpr double kDrawnGame = 0.5;   // wins counted for the virtual game against the average player
constexpr double kMeanRating = 1500;

double binomial(std::size_t n, std::size_t k) {
  double value = 1;
  for (std::size_t i = 1; i <= k; ++i) value = value * static_cast<double>(n - k + i) / static_cast<double>(i);
  return value;
}

// A strength for each item, and one of 1 for the average.
double step(std::vector<double>& strength, std::vector<double> const& wins, std::vector<double> const& shares) {
  double change = 0;
  for (std::size_t i = 0; i < strength.size(); ++i) {
    double const next = (wins[i] + kDrawnGame) / (shares[i] + 1 / (strength[i] + 1));
    change = std::max(change, std::abs(std::log(next / strength[i])));
    strength[i] = next;
  }
  return change;
}

std::vector<double> log_around_zero(std::vector<double> strength) {
  for (auto& value : strength) value = std::log(value);
  double const mean = std::accumulate(strength.begin(), strength.end(), 0.0) / static_cast<double>(strength.size());
  for (auto& value : strength) value -= mean;
  return strength;
}

std::vector<double> points_of(std::vector<double> const& log_strengths, int anchor) {
  double const zero = anchor < 0 ? 0 : log_strengths[static_cast<std::size_t>(anchor)];
  std::vector<double> points;
  points.reserve(log_strengths.size());
  for (double const value : log_strengths)
    points.push_back(rating_points(value - zero) + (anchor < 0 ? kMeanRating : 0));
  return points;
}

}  // namespace

void PlackettLuce::add(Order const& order) {
  EXPECT(!blocks_.empty());
  std::vector<int> behind;
  for (auto group = order.rbegin(); group != order.rend(); ++group) {
    add_tied(*group, behind);
    behind.insert(behind.end(), group->begin(), group->end());
  }
}

// In a random order of the tied items, each set of k of them remains at some point with probability 1/C(n, k).
void PlackettLuce::add_tied(std::vector<int> const& tied, std::vector<int> const& behind) {
  auto const n = tied.size();
  double const last =
      behind.empty() ? 1.0 / static_cast<double>(n) : 0;  // the last item is not drawn: it is the only one left
  for (int const item : tied) {
    EXPECT(item >= 0 && static_cast<std::size_t>(item) < items_, item, items_);
    blocks_.back().wins[static_cast<std::size_t>(item)] += 1 - last;
  }
  for (std::size_t members = 1; members < std::size_t{1} << n; ++members) {
    auto choice = behind;
    for (std::size_t i = 0; i < n; ++i)
      if ((members >> i & 1) != 0) choice.push_back(tied[i]);
    auto const weight = 1 / binomial(n, choice.size() - behind.size());
    if (choice.size() > 1) add_choice(std::move(choice), weight);
  }
}

void PlackettLuce::add_choice(Choice choice, double weight) {
  std::sort(choice.begin(), choice.end());
  auto const [found, is_new] = index_.try_emplace(choice, choices_.size());
  if (is_new) choices_.push_back(std::move(choice));
  blocks_.back().choices[found->second] += weight;
}

std::vector<double> PlackettLuce::fit(std::span<double const> times, std::vector<double> const& start) const {
  EXPECT(times.size() == blocks_.size(), times.size(), blocks_.size());
  EXPECT(start.size() <= items_, start.size(), items_);
  std::vector<double> wins(items_, 0), weights(choices_.size(), 0), strength(items_, 1), shares(items_);
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    for (std::size_t i = 0; i < items_; ++i) wins[i] += times[block] * blocks_[block].wins[i];
    for (auto const& [choice, weight] : blocks_[block].choices) weights[choice] += times[block] * weight;
  }
  for (std::size_t i = 0; i < start.size(); ++i) strength[i] = std::exp(start[i]);
  for (int round = 0; round < kMostRounds; ++round) {
    std::fill(shares.begin(), shares.end(), 0.0);
    for (std::size_t c = 0; c < choices_.size(); ++c) {
      if (weights[c] == 0) continue;
      double all = 0;
      for (int const item : choices_[c]) all += strength[static_cast<std::size_t>(item)];
      for (int const item : choices_[c]) shares[static_cast<std::size_t>(item)] += weights[c] / all;
    }
    if (step(strength, wins, shares) < kPrecision) break;
  }
  return log_around_zero(std::move(strength));
}

double rating_points(double log_strength) { return log_strength * 400 / std::log(10.0); }

std::vector<Rating> rate(PlackettLuce const& model, int samples, int anchor, std::uint64_t seed) {
  std::vector<double> times(model.blocks(), 1);
  auto const best = model.fit(times);
  std::vector<Rating> ratings;
  for (double const points : points_of(best, anchor)) ratings.push_back({points, points, points});
  std::vector<std::vector<double>> drawn(best.size());
  games::Rng rng(seed);
  for (int sample = 0; sample < samples; ++sample) {
    std::fill(times.begin(), times.end(), 0.0);
    for (std::size_t i = 0; i < times.size(); ++i) ++times[rng.below(static_cast<std::uint32_t>(times.size()))];
    auto const points = points_of(model.fit(times, best), anchor);
    for (std::size_t i = 0; i < points.size(); ++i) drawn[i].push_back(points[i]);
  }
  for (std::size_t i = 0; i < drawn.size() && samples > 0; ++i) {
    std::sort(drawn[i].begin(), drawn[i].end());
    auto const at = [&](double part) { return drawn[i][static_cast<std::size_t>(part * (samples - 1))]; };
    ratings[i].low = at(0.025);
    ratings[i].high = at(0.975);
  }
  return ratings;
}

}  // namespace engawa::arena
