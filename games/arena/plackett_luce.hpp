// Strengths from finish orders by the Plackett-Luce model: the first place is drawn in proportion to strength, then the
// second among the rest, and so on.
//
// Maximum likelihood by minorisation-maximisation: D. R. Hunter, MM algorithms for generalized Bradley-Terry models,
// Annals of Statistics 32, 2004. Ties count as every order of the tied items, each with the same share of the game:
// between two, half a win each. Each item also has one drawn game against an average opponent, so that an item that
// never lost (or won) has a finite strength. The items of one order need not differ: the same bot may have several
// seats.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace engawa::arena {

class PlackettLuce {
 public:
  explicit PlackettLuce(int items) : items_(static_cast<std::size_t>(items)) {}

  // Best first; items in one group are tied. Belongs to the last begun block.
  using Order = std::vector<std::vector<int>>;
  void begin_block() { blocks_.emplace_back(Block{{}, std::vector<double>(items_, 0)}); }
  void add(Order const& order);  // REQUIRES: begin_block() was called; items are less than their number

  std::size_t blocks() const { return blocks_.size(); }

  // Natural logarithms of the strengths, with mean 0. `times`: the weight of each block (all 1 for the estimate, a draw
  // with replacement for a bootstrap sample); `start`: initial values, empty or an earlier result.
  std::vector<double> fit(std::span<double const> times, std::vector<double> const& start = {}) const;

 private:
  // One choice among these items: an item occurs once per seat.
  using Choice = std::vector<int>;
  struct Block {
    std::map<std::size_t, double> choices;  // index into choices_, count
    std::vector<double> wins;               // by item: how often it was chosen
  };

  void add_choice(Choice choice, double weight);
  void add_tied(std::vector<int> const& tied, std::vector<int> const& behind);

  std::size_t items_;
  std::map<Choice, std::size_t> index_;
  std::vector<Choice> choices_;
  std::vector<Block> blocks_;
};

// A rating is a strength on the Elo scale: 400 points are a factor of ten.
double rating_points(double log_strength);

struct Rating {
  double points = 0;
  double low = 0, high = 0;  // the middle 95 % of the bootstrap samples
};

// Ratings of all items, with the given number of bootstrap samples of blocks. `anchor` is the item with 0 points; if
// negative, the mean is 1500. Intervals are for the difference from the anchor.
std::vector<Rating> rate(PlackettLuce const& model, int samples, int anchor, std::uint64_t seed);

}  // namespace engawa::arena
