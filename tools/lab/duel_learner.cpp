#include "tools/lab/duel_learner.hpp"

#include <algorithm>
#include <cmath>

namespace engawa::training {

using namespace games::reversi::duel;

namespace {

constexpr int kExactEmpty = 10;
// The first step of a weight, in discs per unit of the rate.
constexpr float kFirstStep = 5;

float evenly(games::Rng& rng) { return static_cast<float>(rng.next() >> 40) * 0x1p-24f; }

float on_the_way(float first, float last, double share) { return first + (last - first) * static_cast<float>(share); }

// A step against `error`, smaller the more a weight has been corrected before: by the root of the sum of squares.
float corrected(float& squares, float rate, float error) {
  squares += error * error;
  return kFirstStep * rate * error / std::sqrt(squares + 1);
}

Board start_of(games::reversi::Variant const& variant) {
  return board_of(games::reversi::Reversi<std::uint64_t>::start(variant));
}

}  // namespace

DuelLearner::DuelLearner(games::reversi::Variant const& variant, Options const& options)
    : options_(options),
      start_(start_of(variant)),
      shape_(make_evaluation(variant)),
      weights_(shape_.weights.size()),
      squares_(shape_.weights.size()),
      rng_(options.seed) {}

DuelLearner::Bits DuelLearner::empty_of(Node const& node) const {
  return shape_.patterns.field & ~(node.board.own | node.board.other);
}

void DuelLearner::play_games() {
  double const share = static_cast<double>(games_) / static_cast<double>(std::max<std::uint64_t>(options_.games, 1));
  rate_ = options_.rate / on_the_way(1, 1 / options_.last_rate, share);
  chance_ = on_the_way(options_.chance, options_.last_chance, share);
  together_.resize(std::min<std::uint64_t>(kTogether, options_.games - games_));
  for (auto& steps : together_) {
    play(steps);
    set_targets(steps);
  }
  // By phases, so that the weights of one phase stay in the processor's near caches.
  for (std::size_t phase = 0; phase < kPhases; ++phase)
    for (auto const& steps : together_)
      for (auto const& step : steps)
        if (phase_of(step.empty) == phase) learn(step);
  games_ += together_.size();
}

// Some random moves from the start, with either player as the first one of the view.
void DuelLearner::begin(Node& node) {
  auto const& near = games::reversi::duel::near();
  bool const second = (rng_.next() & 1) != 0;
  node = {start_, second, shape_.patterns.lines_of(start_, second)};
  for (auto left = rng_.below(options_.most_random + 1); left > 0; --left) {
    Bits const legal = legal_moves(node.board, empty_of(node));
    if (legal == 0) return;
    Bits const at = games::bits::nth(legal, rng_.below(static_cast<std::uint32_t>(std::popcount(legal))));
    node = near.after(shape_, node, at, flips_of(node.board, at));
  }
}

float DuelLearner::evaluate(Node const& node) const {
  auto const& patterns = shape_.patterns;
  int const empty = std::popcount(empty_of(node));
  auto const* const weights = weights_.data() + phase_of(empty) * patterns.entries;
  float sum = by_empty_[static_cast<std::size_t>(empty)];
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    sum +=
        weights[node.second ? patterns.last[lane] - node.lines.at[lane] : patterns.first[lane] + node.lines.at[lane]];
  return sum;
}

void DuelLearner::look_at_replies(Node const& node, Bits legal) {
  auto const& near = games::reversi::duel::near();
  replies_.clear();
  for (; legal != 0; legal &= legal - 1) {
    Bits const at = legal & -legal;
    auto next = near.after(shape_, node, at, flips_of(node.board, at));
    float sign = -1;
    if (legal_moves(next.board, empty_of(next)) == 0) {
      next = {swapped(next.board), !next.second, next.lines};
      sign = 1;
    }
    bool const over = sign > 0 && legal_moves(next.board, empty_of(next)) == 0;
    replies_.push_back({next, sign * (over ? static_cast<float>(lead(next.board)) : evaluate(next))});
  }
}

// One game, until nobody can move. Moves are the best of one ply, or random.
void DuelLearner::play(std::vector<Step>& steps) {
  auto const& near = games::reversi::duel::near();
  Node node;
  begin(node);
  steps.clear();
  for (;;) {
    Bits const empty = empty_of(node), legal = legal_moves(node.board, empty);
    if (legal == 0) break;
    Step step;
    step.node = node;
    step.empty = std::popcount(empty);
    step.value = evaluate(node);
    look_at_replies(node, legal);
    std::size_t best = 0;
    for (std::size_t i = 1; i < replies_.size(); ++i)
      if (replies_[i].value > replies_[best].value) best = i;
    bool const random = evenly(rng_) < chance_;
    auto const chosen = random ? rng_.below(static_cast<std::uint32_t>(replies_.size())) : best;
    step.best = !random || chosen == best;
    step.best_value = replies_[best].value;
    step.exact = step.empty <= kExactEmpty;
    if (step.exact) {
      std::uint64_t nodes = 0;
      step.best_value = static_cast<float>(near.play_out(node.board, empty, -64, 64, nodes));
    }
    steps.push_back(step);
    node = replies_[chosen].node;
  }
}

// TD(lambda), from the end backwards: a position's target is partly the next position's value and partly the next
// position's target. After a random move it is the value of the best move instead, since the mover need not have played so.
void DuelLearner::set_targets(std::vector<Step>& steps) {
  float target = 0, value = 0;  // the value of the next position, for its mover
  bool second = false;          // its mover
  bool known = false;           // whether there is a next position
  float end = 0;                // the exact value, for the first player
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    float const sign = step->node.second == second ? 1.0f : -1.0f;
    if (step->exact || !step->best || !known) {
      step->target = step->best_value;
    } else {
      step->target = sign * (options_.lambda * target + (1 - options_.lambda) * value);
    }
    if (step->exact) end = step->node.second ? -step->best_value : step->best_value;
    if (!step->exact) {
      double const error = static_cast<double>(step->value - (step->node.second ? -end : end));
      square_ += 0.0001 * (error * error - square_);
    }
    target = step->target;
    value = step->exact ? step->target : step->value;
    second = step->node.second;
    known = true;
  }
}

// From the present value: parallel games share many patterns, and would each learn the same again.
void DuelLearner::learn(Step const& step) {
  auto const& patterns = shape_.patterns;
  float const error = step.target - evaluate(step.node);
  auto const from = phase_of(step.empty) * patterns.entries;
  auto* const weights = weights_.data() + from;
  auto* const squares = squares_.data() + from;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    auto const index = step.node.lines.at[lane];
    auto const at = step.node.second ? patterns.last[lane] - index : patterns.first[lane] + index;
    if (at + 1 == patterns.entries) continue;
    auto const twin = patterns.twin[at];
    weights[at] = weights[twin] = weights[at] + corrected(squares[std::min(at, twin)], rate_, error);
  }
  auto const empty = static_cast<std::size_t>(step.empty);
  by_empty_[empty] += corrected(empty_squares_[empty], rate_, error);
}

double DuelLearner::surprise() const { return std::sqrt(square_); }

Evaluation DuelLearner::evaluation() const {
  auto evaluation = shape_;
  auto const whole = [](float discs) {
    return static_cast<std::int16_t>(std::clamp<long>(std::lround(discs * kUnit), -30'000, 30'000));
  };
  std::transform(weights_.begin(), weights_.end(), evaluation.weights.begin(), whole);
  std::transform(by_empty_.begin(), by_empty_.end(), evaluation.by_empty.begin(), whole);
  return evaluation;
}

}  // namespace engawa::training
