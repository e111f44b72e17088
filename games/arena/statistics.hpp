// Statistics of a match's blocks: a mean with its error, and a test for when enough is known. Pure functions; any
// thread.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

namespace engawa::arena {

struct Estimate {
  double mean = 0;
  std::optional<double> error;  // half of the 95 % confidence interval; absent with fewer than two observations
};

// Student's interval for the mean of independent observations. REQUIRES: not empty.
Estimate estimate(std::span<double const> observations);

// Wald's sequential probability ratio test (Annals of Mathematical Statistics 16, 1945) between two means of
// approximately normal observations, with error probabilities of 5 % both ways.
//
// The variance is unknown, so the sample's variance is used, as in the generalised test (Li, Liu, Ying: Generalized
// sequential probability ratio test for separate families of hypotheses, Sequential Analysis 33, 2014), which chess
// programs apply to pairs of games. One observation of the greatest possible variance is added, so that a few equal
// observations are not taken for certainty.
struct Sprt {
  double low = 0;       // the mean under H0
  double high = 0;      // the mean under H1
  double variance = 0;  // the maximum for one observation: 1/4 divided by the number of games in a block

  enum class Verdict { open, low, high };
  struct State {
    double ratio = 0;  // the logarithm of the likelihood ratio, H1 over H0
    Verdict verdict = Verdict::open;
  };

  static double bound();  // the verdict comes when the ratio leaves [-bound, bound]
  State test(std::span<double const> observations) const;
};

inline constexpr std::size_t kFewestBlocks = 4;  // before a verdict

}  // namespace engawa::arena
