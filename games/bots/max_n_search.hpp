// Monte Carlo tree search for any number of players, for every game in which one seat moves at a time.
//
// Max^n backups (Sturtevant 2008): every mover maximises its own reward, so a node stores only the visits and the
// reward sum of the player who moved into it. Leaves are valued by one of two kinds of evaluation:
//
// - by rollout:  Rewards rollout(State const&, Rng&). Moves are selected by UCT (Kocsis, Szepesvari 2006).
// - by values of all moves at once:  void values(State const&, Seat mover, Moves const&, std::span<Rewards>).
//   The mover's value of a child then counts as two visits before the first, and the vector of the best child is backed
//   up: one more ply at no cost, and no rollout. Moves are selected by PUCT (Rosin 2011; in the form of Silver et al.
//   2017), where the softmax of the mover's values gives the probability of each move.
//
// An evaluation that has both is searched by values, and a share of each leaf's value may come from a rollout, because
// values learned from games of one kind of player mislead among other players.
//
// Either has `using Rewards` (float by seat; 1 = sole first place, the maximum) and `Rewards finished(State const&)`.
// Nodes with a certain value are proven (MCTS-Solver, Winands et al. 2008, extended to n players): finished games,
// nodes with a child in which the mover alone comes first, and nodes whose children are all proven.
//
// One thread at a time. A search can be paused and resumed; with the same seed and iterations it gives the same answer
// wherever it was paused. Nodes are taken from a reused pool.
#pragma once
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/expect.hpp"
#include "games/bots/rewards.hpp"
#include "games/core/spares.hpp"
#include "games/core/thinking.hpp"

namespace engawa::games::bots {

template <class E, class G>
concept RollsOut = requires(E const& e, typename G::State const& state, Rng& rng) {
  { e.rollout(state, rng) } -> std::same_as<typename E::Rewards>;
};

template <class E, class G>
concept ValuesMoves = requires(E const& e, typename G::State const& state, Seat seat, typename G::Moves const& moves,
                               std::span<typename E::Rewards> values) { e.values(state, seat, moves, values); };

template <class E, class G>
concept Evaluation = (RollsOut<E, G> || ValuesMoves<E, G>) && requires(E const& e, typename G::State const& state) {
  { e.finished(state) } -> std::same_as<typename E::Rewards>;
};

template <Rules G, Evaluation<G> E>
class MaxNSearch {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Rewards = typename E::Rewards;

  // The search's view of a move at the root.
  struct Candidate {
    Move move;
    std::uint32_t visits;
    float reward;  // of the mover
    bool proven;
  };

  struct Settings {
    float exploration = 0.4f;
    float temperature = 0.2f;      // of the softmax, in rewards; only with values of all moves
    bool weigh_only_move = false;  // search even if there is only one move, for callers that want its value
    float rollout_share = 0;       // of the value of a leaf, 0 to 1; only with an evaluation that has both
    float variety = 0;             // each root move gets a random part of it, in rewards; only with values of all moves
  };

  // Exactly one seat is to act.
  MaxNSearch(State root, E evaluation, Settings settings)
      : root_(std::move(root)), evaluation_(std::move(evaluation)), settings_(settings) {
    EXPECT(G::to_act(root_).size() == 1, G::to_act(root_).size());
  }

  // Continues until `iterations` have been made in total, all results are certain, or `thinking` is pausing. Returns
  // true when the search is complete. After the first call best() is available.
  bool think(Thinking& thinking, std::uint64_t iterations) {
    if (tree_->nodes.empty()) begin(thinking);
    while (!thinking.stopped()) {
      for (int i = 0; i < kBatch && !done(iterations); ++i) iterate();
      if (done(iterations) || settled(iterations)) return true;
      if (thinking.pausing()) return thinking.over();
    }
    return true;
  }

  // The candidates in the order of the game's moves. This and all below: only after think().
  std::vector<Candidate> candidates() const {
    EXPECT(has_begun());
    std::vector<Candidate> list;
    for (auto const& child : children(tree_->nodes[0]))
      list.push_back({child.move, child.visits, mean(child), child.proven});
    return list;
  }

  // The most visited of the moves whose value is not certain, ties by reward; or the best of the certain ones, if that
  // is better or wins. A certain value counts fully, however often the move was visited before.
  Move best() const {
    EXPECT(has_begun());
    Node const *open = nullptr, *certain = nullptr;
    for (auto const& child : children(tree_->nodes[0])) {
      auto const*& chosen = child.proven ? certain : open;
      if (chosen == nullptr || (child.proven ? mean(child) > mean(*chosen) : better(child, *chosen))) chosen = &child;
    }
    if (certain == nullptr) return open->move;
    return open == nullptr || mean(*certain) >= kFirstAlone || mean(*certain) > mean(*open) ? certain->move
                                                                                            : open->move;
  }

  // The expected reward of every seat.
  Rewards value() const {
    EXPECT(has_begun());
    if (root_proven_ || made_ == 0) return root_value_;
    Rewards mean_of_all = root_sum_;
    for (auto& reward : mean_of_all) reward /= static_cast<float>(made_);
    return mean_of_all;
  }
  bool proven() const { return root_proven_; }
  std::uint64_t iterations() const { return made_; }

 private:
  static constexpr int kBatch = 32;                    // iterations between two checks of the clock
  static constexpr std::size_t kMostNodes = 1u << 21;  // limit on the size of the tree
  static constexpr float kFirstAlone = 1.0f;
  static constexpr float kPriorVisits = ValuesMoves<E, G> ? 2.0f : 0.0f;

  struct Node {
    float sum = 0;    // sum of the rewards of the player who moved here
    float prior = 0;  // the same player's value before the first visit
    float probability = 0;
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // index of the first child; in a proven node, index of its value
    std::uint32_t state = 0;  // of a node with children: index of its state,
    std::uint16_t count = 0;  // number of children
    Seat mover = 0;           // and the player who moves from here
    bool proven = false;
    Move move{};  // the move that led here
  };

  struct Tree {
    std::vector<Node> nodes;
    std::vector<State> states;  // of the nodes with children: to walk to a leaf, only its own move is applied
    std::vector<Rewards> proven;
    std::vector<Rewards> values;  // of the moves of one node
    std::vector<std::pair<std::uint32_t, Seat>> path;

    void clear() {
      nodes.clear();
      states.clear();
      proven.clear();
      values.clear();
      path.clear();
    }
    std::size_t bytes() const {
      return nodes.capacity() * sizeof(Node) + states.capacity() * sizeof(State) + proven.capacity() * sizeof(Rewards);
    }
  };

  bool has_begun() const { return !tree_->nodes.empty(); }

  void begin(Thinking& thinking) {
    rng_ = Rng(thinking.rng.next());
    tree_->nodes.emplace_back();
    root_value_ = open(0, root_);
    if (settings_.variety > 0)
      for (auto& child : std::span(tree_->nodes).subspan(tree_->nodes[0].first)) child.prior += favour();
  }

  float favour() { return settings_.variety * static_cast<float>(rng_.next() >> 40) * 0x1p-24f; }

  std::span<Node const> children(Node const& node) const {
    return std::span(tree_->nodes).subspan(node.first, node.count);
  }

  // The expected reward of the player who moved here.
  float mean(Node const& node) const {
    if (node.proven) return node.prior;
    float const visits = kPriorVisits + static_cast<float>(node.visits);
    return visits == 0 ? 0 : (kPriorVisits * node.prior + node.sum) / visits;
  }

  bool better(Node const& a, Node const& b) const {
    return a.visits != b.visits ? a.visits > b.visits : mean(a) > mean(b);
  }

  bool done(std::uint64_t iterations) const {
    bool const only_move = tree_->nodes[0].count == 1 && !settings_.weigh_only_move;
    return root_proven_ || only_move || made_ >= iterations;
  }

  // True when the remaining iterations cannot make another move the most visited one.
  bool settled(std::uint64_t iterations) const {
    std::uint64_t most = 0, second = 0;
    for (auto const& child : children(tree_->nodes[0])) {
      second = std::max(second, std::min<std::uint64_t>(most, child.visits));
      most = std::max<std::uint64_t>(most, child.visits);
    }
    return !settings_.weigh_only_move && most - second > iterations - made_;
  }

  void iterate() {
    tree_->path.clear();
    std::uint32_t at = 0;
    std::optional<Rewards> rewards;
    while (!rewards) {
      at = descend(at);
      rewards = arrive(at);
    }
    back_up(*rewards);
  }

  // Walks from a node with children to one without, and records the way in the path.
  std::uint32_t descend(std::uint32_t at) {
    auto const& nodes = tree_->nodes;
    auto& path = tree_->path;
    while (nodes[at].count > 0) {
      auto const mover = nodes[at].mover;
      at = select(at);
      path.emplace_back(at, mover);
    }
    return at;
  }

  // The value of the last node of the path, which has no children. Empty if it has just got children, so that the walk
  // continues.
  std::optional<Rewards> arrive(std::uint32_t at) {
    auto const& nodes = tree_->nodes;
    auto const& path = tree_->path;
    if (nodes[at].proven) return tree_->proven[nodes[at].first];
    auto const& parent = nodes[path.size() > 1 ? path[path.size() - 2].first : 0];
    State state = tree_->states[parent.state];
    G::apply(state, parent.mover, nodes[at].move);
    if (G::to_act(state).empty()) {
      prove(at, evaluation_.finished(state));
      return tree_->proven.back();
    }
    if constexpr (ValuesMoves<E, G>) {
      return with_rollout(open(at, state), state);
    } else {
      if (nodes[at].visits > 0) open(at, state);
      if (nodes[at].count > 0) return std::nullopt;
      return evaluation_.rollout(state, rng_);
    }
  }

  Rewards with_rollout(Rewards rewards, State const& state) {
    if constexpr (RollsOut<E, G>) {
      if (settings_.rollout_share <= 0) return rewards;
      auto const rolled_out = evaluation_.rollout(state, rng_);
      for (std::size_t seat = 0; seat < rewards.size(); ++seat)
        rewards[seat] += settings_.rollout_share * (rolled_out[seat] - rewards[seat]);
    }
    return rewards;
  }

  // Adds the children of a node if there is room. The return value is meaningful only with ValuesMoves.
  Rewards open(std::uint32_t at, State const& state) {
    auto const mover = G::to_act(state).first();
    auto const moves = G::moves(state, mover);
    auto& nodes = tree_->nodes;
    auto& values = tree_->values;
    values.assign(moves.size(), Rewards{});
    if constexpr (ValuesMoves<E, G>) evaluation_.values(state, mover, moves, std::span(values));
    auto const best = std::max_element(values.begin(), values.end(),
                                       [&](auto const& a, auto const& b) { return a[mover] < b[mover]; });
    if (nodes.size() + moves.size() > kMostNodes) return *best;
    auto const first = nodes.size();
    nodes[at].first = static_cast<std::uint32_t>(first);
    nodes[at].count = static_cast<std::uint16_t>(moves.size());
    nodes[at].state = static_cast<std::uint32_t>(tree_->states.size());
    nodes[at].mover = mover;
    tree_->states.push_back(state);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      Node child;
      child.prior = values[i][mover];
      child.move = moves[i];
      nodes.push_back(child);
    }
    if constexpr (ValuesMoves<E, G>) weigh(std::span(nodes).subspan(first), (*best)[mover]);
    return *best;
  }

  // The probabilities of new children. `most`: their largest value.
  void weigh(std::span<Node> nodes, float most) const {
    float total = 0;
    for (auto& child : nodes) total += child.probability = std::exp((child.prior - most) / settings_.temperature);
    for (auto& child : nodes) child.probability /= total;
  }

  std::uint32_t select(std::uint32_t at) const {
    auto const& node = tree_->nodes[at];
    auto const total = static_cast<float>(std::max<std::uint64_t>(at == 0 ? made_ : node.visits, 1));
    float const urge = settings_.exploration * std::sqrt(ValuesMoves<E, G> ? total : std::log(total));
    float most = -std::numeric_limits<float>::infinity();
    Node const* chosen = nullptr;
    for (auto const& child : children(node)) {
      float const bound = upper_bound(child, urge);
      if (bound <= most) continue;
      most = bound;
      chosen = &child;
    }
    EXPECT(chosen != nullptr);
    return static_cast<std::uint32_t>(chosen - tree_->nodes.data());
  }

  float upper_bound(Node const& child, float urge) const {
    if (child.proven) return child.prior;
    auto const visits = static_cast<float>(child.visits);
    if constexpr (ValuesMoves<E, G>)
      return ((kPriorVisits * child.prior + child.sum) * (visits + 1) +
              urge * child.probability * (visits + kPriorVisits)) /
             ((visits + kPriorVisits) * (visits + 1));
    if (child.visits == 0) return std::numeric_limits<float>::infinity();
    return child.sum / visits + urge / std::sqrt(visits);
  }

  void back_up(Rewards const& rewards) {
    auto& nodes = tree_->nodes;
    for (auto const& [index, mover] : tree_->path) {
      nodes[index].sum += rewards[mover];
      ++nodes[index].visits;
    }
    for (std::size_t seat = 0; seat < rewards.size(); ++seat) root_sum_[seat] += rewards[seat];
    ++made_;
    prove_upwards();
  }

  // Never the root. The player who moved there is known after the walk: the last of the path.
  void prove(std::uint32_t at, Rewards const& value) {
    EXPECT(at != 0);
    auto& node = tree_->nodes[at];
    node.first = static_cast<std::uint32_t>(tree_->proven.size());
    node.count = 0;
    node.proven = true;
    tree_->proven.push_back(value);
  }

  // If the last node of the path was just proven, its parent may be proven too.
  void prove_upwards() {
    auto& path = tree_->path;
    for (std::size_t i = path.size(); i-- > 0;) {
      auto const [index, mover] = path[i];
      auto& node = tree_->nodes[index];
      if (!node.proven) return;
      auto const value = tree_->proven[node.first];
      node.prior = value[mover];
      auto const parent = i == 0 ? 0 : path[i - 1].first;
      auto const certain = value[mover] >= kFirstAlone ? std::optional(value) : best_of_proven(parent, mover);
      if (!certain) return;
      if (i == 0) {
        root_proven_ = true;
        root_value_ = *certain;
      } else {
        prove(parent, *certain);
      }
    }
  }

  // The mover's best child if all children are proven.
  std::optional<Rewards> best_of_proven(std::uint32_t parent, Seat mover) const {
    Rewards const* best = nullptr;
    for (auto const& child : children(tree_->nodes[parent])) {
      if (!child.proven) return std::nullopt;
      auto const& value = tree_->proven[child.first];
      if (best == nullptr || value[mover] > (*best)[mover]) best = &value;
    }
    return *best;
  }

  State root_;
  E evaluation_;
  Settings settings_;
  Rng rng_;
  Spare<Tree> tree_;
  Rewards root_sum_{};
  Rewards root_value_{};
  bool root_proven_ = false;
  std::uint64_t made_ = 0;
};

}  // namespace engawa::games::bots
