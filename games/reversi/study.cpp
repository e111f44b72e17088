#include "games/reversi/study.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/expect.hpp"
#include "games/bots/max_n_search.hpp"
#include "games/reversi/many/endgame.hpp"
#include "games/reversi/many/learned.hpp"
#include "games/reversi/two/study.hpp"

namespace engawa::games::reversi {
namespace {

// Other values were tried: docs/develop/training.md.
constexpr float kLearnedExploration = 0.1f, kTemperature = 0.2f;
constexpr float kBlendedExploration = 0.4f;  // where a share of a leaf's value comes from rollouts
constexpr float kRolloutExploration = 0.4f;
// The first plies are played with some variety, because without it all games between the same bots would be equal. No
// cost was measurable in 3000 games (docs/develop/training.md). In chances to come first.
constexpr std::uint32_t kVariedPlies = 20;
constexpr float kVariety = 0.05f;
constexpr std::uint64_t kTurn = 32;        // search iterations between two turns of the solver,
constexpr std::uint64_t kPositions = 512;  // which visits this many positions per turn

template <class Word, class E>
class SearchStudy final : public Study {
 public:
  using G = Reversi<Word>;
  using Search = bots::MaxNSearch<G, E>;

  SearchStudy(typename G::State const& state, E evaluation, typename Search::Settings settings,
              std::uint64_t iterations, Plan const& plan)
      : state_(state),
        search_(state, std::move(evaluation), settings),
        iterations_(iterations),
        solve_most_(plan.solve_most) {
    bool const choice = bits::count(state.position.legal) > 1 || plan.weigh_only_move;
    if (choice && Endgame<Word>::solvable(state.position, plan.solve_empty))
      end_.emplace(*state_.setup, state.position);
  }

  bool think(Thinking& thinking) override {
    auto const iterations = thinking.iterations(iterations_);
    if (!end_) return search_.think(thinking, iterations);
    // The two alternate, because the time may run out before either has finished.
    search_.think(thinking, 0);
    auto const most =
        static_cast<double>(solve_most_) * static_cast<double>(iterations) / static_cast<double>(iterations_);
    do {
      if (thinking.stopped()) return true;
      if (solve(most)) return true;
      if (!end_) return search_.think(thinking, iterations);
      search_.think(thinking, std::min(iterations, search_.iterations() + kTurn));
    } while (!thinking.pausing());
    return thinking.over();
  }

  Move move() const override { return solved_.empty() ? search_.best() : solved_[0].move; }

  Advice advice() const override { return solved_.empty() ? searched_advice() : solved_advice(); }

 private:
  // True once the end is solved; gives up after about `most` positions.
  bool solve(double most) {
    if (!solved_.empty()) return true;
    if (end_->advance(kPositions)) {
      solved_ = end_->lines();
      return true;
    }
    if (static_cast<double>(end_->looked_at()) >= most) end_.reset();
    return false;
  }

  Seat mover() const { return G::to_act(state_).first(); }
  bool competes(Seat seat) const {
    auto const& compete = state_.setup->compete;
    return std::find(compete.begin(), compete.end(), state_.setup->color_of[seat]) != compete.end();
  }
  Rewards chances_of(Rewards rewards) const {
    for (std::size_t seat = 0; seat < rewards.size(); ++seat) {
      bool const can_win = seat < state_.setup->color_of.size() && competes(static_cast<Seat>(seat));
      rewards[seat] = can_win ? std::clamp(rewards[seat], 0.0f, 1.0f) : 0.0f;
    }
    return rewards;
  }

  Advice solved_advice() const {
    auto const end_of = [&](auto const& line) { return chances_of(rewards_of(*state_.setup, line.discs, 0)); };
    Advice advice{end_of(solved_[0]), {}};
    for (auto const& line : solved_)
      advice.candidates.push_back({line.move, end_of(line)[mover()], advice.candidates.empty() ? 1.0f : 0.0f});
    return advice;
  }

  Advice searched_advice() const {
    Advice advice{chances_of(search_.value()), {}};
    auto candidates = search_.candidates();
    auto const best = search_.best();
    std::sort(candidates.begin(), candidates.end(), [&](auto const& a, auto const& b) {
      if ((a.move == best) != (b.move == best)) return a.move == best;
      if (a.visits != b.visits) return a.visits > b.visits;
      return a.reward != b.reward ? a.reward > b.reward : a.move < b.move;
    });
    auto const total = static_cast<float>(std::max<std::uint64_t>(1, search_.iterations()));
    for (auto const& item : candidates) {
      float const chance = competes(mover()) ? std::clamp(item.reward, 0.0f, 1.0f) : 0.0f;
      advice.candidates.push_back({item.move, chance, std::min(1.0f, static_cast<float>(item.visits) / total)});
    }
    return advice;
  }

  typename G::State state_;
  Search search_;
  std::uint64_t iterations_;
  std::uint64_t solve_most_;
  std::optional<Endgame<Word>> end_;
  std::vector<typename Endgame<Word>::Line> solved_;
};

template <class Word>
Evaluation const* weights_for(Setup<Word> const& setup) {
  if constexpr (std::same_as<Word, std::uint64_t>) return evaluation_for(setup);
  return nullptr;
}

std::unique_ptr<Study> by_learned(Learned::G::State const& state, Evaluation const& weights, Plan const& plan) {
  float const exploration = plan.rollout_share > 0 ? kBlendedExploration : kLearnedExploration;
  bool const varied = !plan.weigh_only_move && state.position.ply < kVariedPlies;
  return std::make_unique<SearchStudy<std::uint64_t, Learned>>(
      state, Learned{&weights},
      bots::MaxNSearch<Learned::G, Learned>::Settings{exploration, kTemperature, plan.weigh_only_move,
                                                      plan.rollout_share, varied ? kVariety : 0},
      plan.iterations, plan);
}

template <class Word>
std::unique_ptr<Study> rolling_out(typename Reversi<Word>::State const& state, Plan const& plan, float rank_weight) {
  return std::make_unique<SearchStudy<Word, Rollouts<Word>>>(
      state, Rollouts<Word>{Playing::kTiers, Rollouts<Word>::kMostGames, rank_weight},
      typename bots::MaxNSearch<Reversi<Word>, Rollouts<Word>>::Settings{kRolloutExploration, 0, plan.weigh_only_move},
      plan.rollouts, plan);
}

template <class Word>
std::vector<float> rollouts_of_moves(typename Reversi<Word>::State const& state, Rng& rng) {
  using G = Reversi<Word>;
  Rollouts<Word> const rollouts;
  auto const mover = G::to_act(state).first();
  std::vector<float> rewards;
  for (auto const& move : G::moves(state, mover)) {
    auto next = state;
    G::apply(next, mover, move);
    rewards.push_back(rollouts.rollout(next, rng)[mover]);
  }
  return rewards;
}

}  // namespace

void Learned::values(G::State const& state, Seat, G::Moves const& moves, std::span<Rewards> values) const {
  std::array<Child, kMostMoves> room;
  auto const children = evaluation->children(state.position, room);
  auto const& setup = *state.setup;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    // Children are ordered by bits, moves by cells.
    auto const below = (std::uint64_t{1} << setup.geometry.bit_of[moves[i].cell]) - 1;
    auto const& value = children[static_cast<std::size_t>(bits::count(state.position.legal & below))].value;
    for (std::size_t seat = 0; seat < setup.color_of.size(); ++seat) values[i][seat] = value[setup.color_of[seat]];
  }
}

template <class Word>
std::unique_ptr<Study> make_study(typename Reversi<Word>::State const& state, Plan const& plan) {
  EXPECT(state.position.turn != kNobody);
  if constexpr (std::same_as<Word, std::uint64_t>) {
    if (auto study = duel::make_study(state, plan)) return study;
    if (auto const* weights = weights_for(*state.setup)) return by_learned(state, *weights, plan);
  }
  // Chances in a hint are chances to come first; they do not include the rank.
  return rolling_out<Word>(state, plan, plan.weigh_only_move ? 0.0f : 0.5f);
}

template <class Word>
std::unique_ptr<Study> study_by_rollouts(typename Reversi<Word>::State const& state, Plan const& plan) {
  return rolling_out<Word>(state, plan, 0.5f);
}

template <class Word>
std::unique_ptr<Study> plain_uct(typename Reversi<Word>::State const& state, std::uint64_t iterations) {
  return std::make_unique<SearchStudy<Word, Rollouts<Word>>>(
      state, Rollouts<Word>{Playing::kUniform, 1, 0.0f},
      typename bots::MaxNSearch<Reversi<Word>, Rollouts<Word>>::Settings{kRolloutExploration, 0, false}, iterations,
      Plan{});
}

namespace {

template <class Word>
std::vector<float> rewards_of_moves(typename Reversi<Word>::State const& state, Rng& rng) {
  if constexpr (std::same_as<Word, std::uint64_t>) {
    if (auto const* weights = weights_for(*state.setup)) {
      auto const mover = Reversi<Word>::to_act(state).first();
      auto const moves = Reversi<Word>::moves(state, mover);
      std::array<Rewards, kMostMoves> room{};
      auto const values = std::span(room).first(moves.size());
      Learned{weights}.values(state, mover, moves, values);
      std::vector<float> rewards;
      for (auto const& value : values) rewards.push_back(value[mover]);
      return rewards;
    }
  }
  return rollouts_of_moves<Word>(state, rng);
}

}  // namespace

template <class Word>
Outlook look_ahead(typename Reversi<Word>::State const& state, Rng& rng) {
  if constexpr (std::same_as<Word, std::uint64_t>) {
    if (auto logits = duel::look_ahead(state); !logits.empty()) return {std::move(logits), true};
  }
  auto logits = rewards_of_moves<Word>(state, rng);
  for (auto& logit : logits) {
    float const chance = std::clamp(logit, 0.001f, 0.999f);
    logit = std::log(chance / (1 - chance));
  }
  return {std::move(logits), false};
}

template std::unique_ptr<Study> make_study<std::uint64_t>(Reversi<std::uint64_t>::State const&, Plan const&);
template std::unique_ptr<Study> make_study<Word256>(Reversi<Word256>::State const&, Plan const&);
template std::unique_ptr<Study> study_by_rollouts<std::uint64_t>(Reversi<std::uint64_t>::State const&, Plan const&);
template std::unique_ptr<Study> study_by_rollouts<Word256>(Reversi<Word256>::State const&, Plan const&);
template std::unique_ptr<Study> plain_uct<std::uint64_t>(Reversi<std::uint64_t>::State const&, std::uint64_t);
template std::unique_ptr<Study> plain_uct<Word256>(Reversi<Word256>::State const&, std::uint64_t);
template Outlook look_ahead<std::uint64_t>(Reversi<std::uint64_t>::State const&, Rng&);
template Outlook look_ahead<Word256>(Reversi<Word256>::State const&, Rng&);

}  // namespace engawa::games::reversi
