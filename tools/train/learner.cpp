#include "tools/train/learner.hpp"

#include <algorithm>
#include <cmath>

#include "games/reversi/evaluation_wide.hpp"

namespace engawa::training {

using namespace games;
using namespace games::reversi;

namespace {

using Word = std::uint64_t;
using Diamond = PortableKernel::Diamond;
using FloatCore = Core<float, PortableKernel>;

// Rates are kept for so many uses, in steps that grow.
constexpr std::uint32_t kSlowing = 50;  // uses until the rate falls
constexpr std::uint32_t kRates = 4096, kUsesPerRate = 64;

std::size_t children_of(ModelOf<float> const& model, Position<Word> const& position, std::span<Child> out) {
  if (has_wide_evaluation()) return children_wide<float>(model, position, out);
  return FloatCore::children(model, position, out);
}

void apply(Setup<Word> const& setup, Position<Word>& position, Word at) {
  Fills<Word> fills;
  legal_for<Diamond>(setup, position, position.turn, fills);
  put<Diamond>(setup, position, at, fills);
  seek<Diamond>(setup, position, fills);
}

float between(float first, float last, double share) { return first + (last - first) * static_cast<float>(share); }

}  // namespace

Learner::Learner(Variant const& variant, Options const& options)
    : options_(options),
      model_(make_model<Model>(variant)),
      line_uses_(model_.lines.size()),
      fact_uses_(model_.facts.size()),
      share_uses_(model_.shares.size()),
      rng_(options.seed) {
  for (std::uint32_t i = 0; i < kRates; ++i)
    rates_.push_back(1 / std::sqrt(1 + static_cast<float>(i * kUsesPerRate) / kSlowing));
}

void Learner::play_game() {
  double const share = static_cast<double>(games_) / static_cast<double>(std::max<std::uint64_t>(options_.games, 1));
  rate_ = options_.rate * between(1, options_.last_rate, share);
  chance_ = between(options_.chance, options_.last_chance, share);
  learn(play(opening()));
  ++games_;
}

Position<Word> Learner::opening() {
  auto position = model_.setup.start;
  for (auto left = rng_.below(options_.most_random + 1); left > 0 && position.turn != kNobody; --left)
    apply(model_.setup, position,
          bits::nth(position.legal, rng_.below(static_cast<std::uint32_t>(bits::count(position.legal)))));
  return position;
}

// Plays on to the end; the outcome.
Value Learner::play(Position<Word> position) {
  steps_.clear();
  auto const often = static_cast<std::uint32_t>(chance_ * 65536);
  auto value = FloatCore::value(model_, position);
  std::array<Child, kMostMoves> room;
  while (position.turn != kNobody) {
    std::span<Child const> const children(room.data(), children_of(model_, position, room));
    auto const mover = position.turn;
    auto const* const best =
        &*std::max_element(children.begin(), children.end(),
                           [mover](Child const& a, Child const& b) { return a.value[mover] < b.value[mover]; });
    auto const* chosen = best;
    if (rng_.below(65536) < often) chosen = &children[rng_.below(static_cast<std::uint32_t>(children.size()))];
    steps_.push_back({position, value, best->value, chosen == best});
    value = chosen->value;
    apply(model_.setup, position, chosen->at);
  }
  return value;
}

// What a position should have been worth is what came after it: partly the value of the next position, partly what that one should have
// been worth. A random move is no reason to think worse of the position before it: there it is the value of the best one.
void Learner::learn(Value outcome) {
  auto target = outcome;
  auto next = outcome;
  double surprise = 0;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    for (std::size_t i = 0; i < target.size(); ++i)
      target[i] = step->best ? options_.lambda * target[i] + (1 - options_.lambda) * next[i] : step->best_value[i];
    for (Disc const player : model_.setup.compete)
      surprise -=
          static_cast<double>(outcome[player]) * std::log(std::max(1e-6, static_cast<double>(step->value[player])));
    learn_step(*step, target);
    next = step->value;
  }
  if (!steps_.empty()) surprise_ += 0.001 * (surprise / static_cast<double>(steps_.size()) - surprise_);
}

float Learner::rate_of(std::uint32_t uses) const { return rate_ * rates_[std::min(uses / kUsesPerRate, kRates - 1)]; }

void Learner::learn_lines(std::size_t phase, std::size_t player, Lanes const& index, Lanes const& twin, float error) {
  (void)player;
  auto const& patterns = model_.patterns;
  for (std::size_t lane = 0; lane < patterns.placements.size(); ++lane) {
    auto const table = phase * patterns.entries + patterns.table[lane];
    auto const at = table + index.at[lane], other = table + twin.at[lane];
    float const step = rate_of(line_uses_[at]) * error;
    model_.lines[at] += step;
    ++line_uses_[at];
    if (other == at) continue;
    model_.lines[other] += step;
    ++line_uses_[other];
  }
}

void Learner::learn_step(Step const& step, Value const& target) {
  auto const& position = step.position;
  auto const& setup = model_.setup;
  auto const phase = phase_of(bits::count(position.empty()));
  std::array<Lanes, kPlayerCount> index, twin;
  FloatCore::look(model_, position.planes, model_.patterns.cell, index);
  FloatCore::look(model_, position.planes, model_.patterns.mirrored, twin);
  auto const facts = facts_of(setup, model_.patterns, position.planes, FloatCore::legal_of_all(setup, position.planes),
                              position.turn, position.next);
  for (Disc const player : setup.compete) {
    float const error = kUnit * (target[player] - step.value[player]);
    learn_lines(phase, player, index[player], twin[player], error);
    for (auto const fact : facts[player]) {
      auto const at = phase * kFactWeights + fact;
      model_.facts[at] += rate_of(fact_uses_[at]++) * error;
    }
  }
  if (setup.compete.size() == setup.color_of.size()) return;
  for (Disc const player : setup.color_of) {
    if (std::find(setup.compete.begin(), setup.compete.end(), player) != setup.compete.end()) continue;
    auto const at = phase * kShareWeights + share_at(player, bits::count(position.planes[player]));
    float const part = std::max(1 / static_cast<float>(++share_uses_[at]), 0.0005f);
    model_.shares[at] += part * (kShareUnit * target[player] - model_.shares[at]);
  }
}

reversi::Model Learner::model(std::uint32_t least_uses) const {
  auto model = make_model<reversi::Model>(model_.setup.variant);
  auto const whole = [](float weight, int most) {
    return std::clamp(static_cast<int>(std::lround(weight)), -most, most);
  };
  for (std::size_t i = 0; i < model.lines.size(); ++i)
    if (line_uses_[i] >= least_uses) model.lines[i] = static_cast<std::int8_t>(whole(model_.lines[i], 127));
  for (std::size_t i = 0; i < model.facts.size(); ++i)
    model.facts[i] = static_cast<std::int16_t>(whole(model_.facts[i], 32767));
  for (std::size_t i = 0; i < model.shares.size(); ++i)
    model.shares[i] = static_cast<std::int16_t>(whole(model_.shares[i], 32767));
  return model;
}

}  // namespace engawa::training
