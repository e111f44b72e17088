#include "tools/lab/learner.hpp"

#include <algorithm>
#include <cmath>

#include "games/reversi/many/evaluation_core.hpp"

namespace engawa::training {

using namespace games;
using namespace games::reversi;

namespace {

using Word = std::uint64_t;
// The parts that do not depend on the board.
using AnyCore = Core<float, PortableKernel<0>>;
template <int Stride>
using FloatCore = Core<float, PortableKernel<Stride>>;

std::size_t children_of(ModelOf<float> const& model, Position<Word> const& position, std::span<Child> out) {
  return with_stride(model, [&](auto stride) { return FloatCore<stride()>::children(model, position, out); });
}

void apply(Setup<Word> const& setup, Position<Word>& position, Word at) {
  Fills<Word> fills;
  legal_for<AnyShape>(setup, position, position.turn, fills);
  put<AnyShape>(setup, position, at, fills);
  seek<AnyShape>(setup, position, fills);
}

std::uint16_t one_more(std::uint16_t uses) { return static_cast<std::uint16_t>(uses + (uses < 65535)); }

// Evenly from 0 to 1, and with mean 0 and deviation 1, from -3 to 3: without the mathematical library, which differs between machines.
float even(Rng& rng) { return static_cast<float>(rng.next() >> 40) * 0x1p-24f; }
constexpr float kMostNoise = 3;
float noise(Rng& rng) {
  float const first = even(rng), second = even(rng),
              third = even(rng);  // compilers may evaluate the parts of a sum in any order
  return 2 * (first + second + third) - kMostNoise;
}

float between(float first, float last, double share) { return first + (last - first) * static_cast<float>(share); }

}  // namespace

Learner::Learner(Variant const& variant, Options const& options)
    : options_(options),
      model_(make_model<Model>(variant)),
      line_trends_(model_.lines.size()),
      fact_trends_(model_.facts.size()),
      share_uses_(model_.shares.size()),
      rng_(options.seed) {}

void Learner::play_games() {
  double const share = static_cast<double>(games_) / static_cast<double>(std::max<std::uint64_t>(options_.games, 1));
  rate_ = options_.rate / between(1, 1 / options_.last_rate, share);
  chance_ = between(options_.chance, options_.last_chance, share);
  together_.resize(std::min<std::uint64_t>(kTogether, options_.games - games_));
  for (auto& game : together_) begin(game);
  for (bool playing = true; playing;) {
    playing = false;
    for (auto& game : together_) {
      if (game.position.turn == kNobody) continue;
      play_ply(game);
      playing = true;
    }
  }
  for (auto& game : together_) set_targets(game);
  for (std::size_t phase = 0; phase < kPhases; ++phase)
    for (auto const& game : together_)
      for (auto const& step : game.steps)
        if (phase_of(bits::count(step.position.empty())) == phase) learn_step(step, phase);
  games_ += together_.size();
}

void Learner::begin(Game& game) {
  auto& position = game.position = model_.setup.start;
  for (auto left = rng_.below(options_.most_random + 1); left > 0 && position.turn != kNobody; --left)
    apply(model_.setup, position,
          bits::nth(position.legal, rng_.below(static_cast<std::uint32_t>(bits::count(position.legal)))));
  bool const blurred = even(rng_) < options_.blurred;
  for (auto& blur : game.blur) blur = blurred ? options_.blur * even(rng_) : 0;
  game.value = with_stride(model_, [&](auto stride) { return FloatCore<stride()>::value(model_, position); });
  game.steps.clear();
}

// The best move in the player's view: odds with noise in their logarithm.
std::size_t Learner::choose(std::span<Child const> children, Disc mover, float blur) {
  std::size_t best = 0;
  float most = -1;
  for (std::size_t i = 0; i < children.size(); ++i) {
    float const chance = children[i].value[mover];
    float const mistake = blur > 0 ? exponential(blur * (noise(rng_) - kMostNoise)) : 1;
    float const seen = mistake * chance / std::max(1 - chance, 0.001f);
    if (seen <= most) continue;
    most = seen;
    best = i;
  }
  return best;
}

void Learner::play_ply(Game& game) {
  std::array<Child, kMostMoves> room;
  std::span<Child const> const children(room.data(), children_of(model_, game.position, room));
  auto const mover = game.position.turn;
  auto const best = choose(children, mover, 0);
  bool const random = even(rng_) < chance_;
  auto const chosen =
      random ? rng_.below(static_cast<std::uint32_t>(children.size())) : choose(children, mover, game.blur[mover]);
  game.steps.push_back({game.position, game.value, children[best].value, !random || chosen == best, {}});
  game.value = children[chosen].value;
  apply(model_.setup, game.position, children[chosen].at);
}

// A position's target is partly the value of the next position, partly that position's target. A random move must not
// lower the value of the position before it: there the target is the value of the best move.
void Learner::set_targets(Game& game) {
  auto const outcome = game.value;
  auto target = outcome, next = outcome;
  double surprise = 0;
  for (auto step = game.steps.rbegin(); step != game.steps.rend(); ++step) {
    for (std::size_t i = 0; i < target.size(); ++i)
      target[i] = step->best ? options_.lambda * target[i] + (1 - options_.lambda) * next[i] : step->best_value[i];
    for (Disc const player : model_.setup.compete)
      surprise -=
          static_cast<double>(outcome[player]) * std::log(std::max(1e-6, static_cast<double>(step->value[player])));
    step->target = target;
    next = step->value;
  }
  if (!game.steps.empty()) surprise_ += 0.001 * (surprise / static_cast<double>(game.steps.size()) - surprise_);
}

// The part of a step that is taken: all at first, less as steps cancel each other out.
template <class Trend>
float coherent(Trend& trend, float step) {
  float const part = trend.size > 0 ? std::abs(trend.sum) / trend.size : 1;
  trend.sum += step;
  trend.size += std::abs(step);
  return part * step;
}

void Learner::learn_lines(std::size_t phase, Lanes const& index, Lanes const& twin, float step) {
  auto const& patterns = model_.patterns;
  auto* const weights = model_.lines.data() + phase * patterns.entries;
  for (std::size_t lane = 0; lane < patterns.placements.size(); ++lane) {
    auto const at = patterns.table[lane] + index.at[lane], other = patterns.table[lane] + twin.at[lane];
    auto& trend = line_trends_[phase * patterns.entries + std::min(at, other)];
    weights[at] = weights[other] = weights[at] + coherent(trend, step);
  }
}

void Learner::learn_facts(std::size_t phase, Facts const& facts, float step) {
  for (auto const fact : facts) {
    auto const at = phase * kFactWeights + fact;
    model_.facts[at] += coherent(fact_trends_[at], step);
  }
}

void Learner::learn_step(Step const& step, std::size_t phase) {
  auto const& position = step.position;
  auto const& setup = model_.setup;
  std::array<Lanes, kPlayerCount> index, twin;
  AnyCore::look(model_, position.planes, model_.patterns.cell, index);
  AnyCore::look(model_, position.planes, model_.patterns.mirrored, twin);
  auto const facts_of_all = facts_of(
      setup, position.planes,
      with_stride(model_, [&](auto stride) { return FloatCore<stride()>::legal_of_all(setup, position.planes); }),
      position.turn, position.next);
  for (Disc const player : setup.compete) {
    float const change = rate_ * kUnit * (step.target[player] - step.value[player]);
    learn_lines(phase, index[player], twin[player], change);
    learn_facts(phase, facts_of_all[player], change);
  }
  if (setup.compete.size() != setup.color_of.size()) learn_shares(step, phase);
}

// The mean of the results, with more weight on the last games.
void Learner::learn_shares(Step const& step, std::size_t phase) {
  auto const& compete = model_.setup.compete;
  for (Disc const player : model_.setup.color_of) {
    if (std::find(compete.begin(), compete.end(), player) != compete.end()) continue;
    auto const at = phase * kShareWeights + share_at(player, bits::count(step.position.planes[player]));
    share_uses_[at] = one_more(share_uses_[at]);
    float const part = std::max(1 / static_cast<float>(share_uses_[at]), 0.0005f);
    model_.shares[at] += part * (kShareUnit * step.target[player] - model_.shares[at]);
  }
}

reversi::Model Learner::model() const {
  auto model = make_model<reversi::Model>(model_.setup.variant);
  auto const whole = [](float weight, int most) {
    return std::clamp(static_cast<int>(std::lround(weight)), -most, most);
  };
  for (std::size_t i = 0; i < model.lines.size(); ++i)
    model.lines[i] = static_cast<std::int8_t>(whole(model_.lines[i], 127));
  for (std::size_t i = 0; i < model.facts.size(); ++i)
    model.facts[i] = static_cast<std::int16_t>(whole(model_.facts[i], 32767));
  for (std::size_t i = 0; i < model.shares.size(); ++i)
    model.shares[i] = static_cast<std::int16_t>(whole(model_.shares[i], 32767));
  return model;
}

}  // namespace engawa::training
