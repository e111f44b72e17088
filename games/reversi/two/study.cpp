#include "games/reversi/two/study.hpp"

#include "games/reversi/two/search.hpp"

namespace engawa::games::reversi::duel {
namespace {

using G = Reversi<std::uint64_t>;

// This many plies are played with some variety: the loss is smaller than the search's error, and no two games are
// alike.
constexpr std::uint32_t kVariedPlies = 14;
constexpr int kVariety = kUnit / 2;

class DuelStudy final : public Study {
 public:
  DuelStudy(G::State const& state, Evaluation const& evaluation, Plan const& plan)
      : state_(state),
        search_(evaluation, board_of(state),
                {plan.weigh_only_move, !plan.weigh_only_move && state.position.ply < kVariedPlies ? kVariety : 0}),
        positions_(plan.positions) {}

  bool think(Thinking& thinking) override { return search_.think(thinking, thinking.iterations(positions_)); }

  Move move() const override { return move_of(search_.candidates()[0]); }

  Advice advice() const override {
    auto const& candidates = search_.candidates();
    std::uint64_t total = 0;
    for (auto const& item : candidates) total += item.nodes;
    Advice advice{{}, {}};
    for (auto const& item : candidates) {
      float const share = total == 0 ? 0 : static_cast<float>(item.nodes) / static_cast<float>(total);
      advice.candidates.push_back({move_of(item), chance(item), share});
    }
    auto const mover = G::to_act(state_).first();
    advice.chances[mover] = advice.candidates[0].chance;
    advice.chances[1 - mover] = 1 - advice.candidates[0].chance;
    return advice;
  }

 private:
  static Move move_of(Search::Candidate const& item) { return {cell_of(std::countr_zero(item.at))}; }
  float chance(Search::Candidate const& item) const {
    return chance_of(item.value, bits::count(state_.position.empty()), search_.exact());
  }

  G::State state_;
  Search search_;
  std::uint64_t positions_;
};

}  // namespace

std::unique_ptr<Study> make_study(G::State const& state, Plan const& plan) {
  auto const* const evaluation = evaluation_for(state.setup->variant);
  if (evaluation == nullptr) return nullptr;
  return std::make_unique<DuelStudy>(state, *evaluation, plan);
}

std::vector<float> look_ahead(G::State const& state) {
  std::vector<float> logits;
  auto const* const evaluation = evaluation_for(state.setup->variant);
  if (evaluation == nullptr) return logits;
  auto const board = board_of(state);
  int const empty = bits::count(state.position.empty()) - 1;
  std::uint64_t nodes = 0;
  for (auto const& move : G::moves(state, G::to_act(state).first())) {
    auto const at = bit_of(move.cell);
    Board const next = after(board, at, flips_of(board, at));
    Node const node{next, true, evaluation->patterns.lines_of(next, true)};
    int const value = -near().look(*evaluation, node, 0, -kMostValue - 1, kMostValue + 1, nodes);
    logits.push_back(static_cast<float>(value) / spread_of(empty));
  }
  return logits;
}

}  // namespace engawa::games::reversi::duel
