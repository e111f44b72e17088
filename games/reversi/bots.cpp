#include "games/reversi/bots.hpp"

#include <cmath>
#include <numbers>

#include "base/forever.hpp"
#include "games/bots/flat_monte_carlo.hpp"
#include "games/bots/greedy.hpp"
#include "games/reversi/study.hpp"

namespace engawa::games::reversi {
namespace {

constexpr int kMcsLevels = 3;
constexpr int kFlatPlayouts = 1000;  // per move, in total
constexpr std::uint64_t kUctIterations = 1000;

std::vector<BotInfo> make_bots() {
  std::vector<BotInfo> list = {{"random", {"Random", "でたらめ"}},
                               {"minimum", {"Fewest flips", "少なく返す"}},
                               {"maximum", {"Most flips", "多く返す"}},
                               {"mcs", {"Monte Carlo", "モンテカルロ"}, kMcsLevels}};
  list[0].about = {"Plays any legal move.", "打てるところへ適当に打ちます。"};
  list[1].about = {"Flips as few discs as possible.", "返す石がいちばん少ない手を打ちます。"};
  list[2].about = {"Flips as many discs as possible.", "返す石がいちばん多い手を打ちます。"};
  list[3].about = {"Plays many random games from each move and counts the wins.",
                   "それぞれの手のあとを最後までランダムに何度も打ち、勝った回数で選びます。"};
  list[3].cost_us = {1'000, 4'000, 16'000};

  auto const add = [&](std::string_view id, Text title, Text about, int first, std::vector<int> cost_us) {
    BotInfo bot{id, title, static_cast<int>(cost_us.size())};
    bot.about = about;
    bot.first_level = first;
    bot.cost_us = std::move(cost_us);
    list.push_back(std::move(bot));
  };
  add("suzume", {"Suzume", "雀"},
      {"A sparrow: knows the basics but makes mistakes. Good for beginners.",
       "基本は知っていますが、よく間違えます。はじめての方に。"},
      1, {100, 100});
  add("tanuki", {"Tanuki", "狸"},
      {"A raccoon dog: looks one move ahead and plays at once.", "1手先だけを読んで、すぐに打ちます。"}, 3, {100});
  add("kitsune", {"Kitsune", "狐"}, {"A fox: thinks a little ahead.", "少し先まで読んで打ちます。"}, 4,
      {2'000, 10'000});
  add("tengu", {"Tengu", "天狗"},
      {"Thinks further ahead; plays the last moves perfectly.", "さらに先まで読み、最後の数手は間違えません。"}, 6,
      {80'000});
  add("oni", {"Oni", "鬼"},
      {"The strongest bot; takes longer to think.", "いちばん強いボットです。じっくり考えて打ちます。"}, 7, {500'000});

  for (std::string_view const id : {"beginner", "one-ply", "flat", "uct", "rollouts"}) {
    BotInfo bot{id, {id, id}};
    bot.listed = false;
    bot.cost_us = {10'000};
    list.push_back(std::move(bot));
  }
  return list;
}

// One ply with noise: noise on the logits of the chances, and a random choice among nearly equal moves. A greedy bot
// also likes moves that flip many discs, as beginners do.
struct Glance {
  float noise = 0;
  float temperature = 0;
  float greed = 0;  // logits for a disc
};

Glance glance_of(std::string_view bot, int level, bool for_two) {
  if (bot == "suzume" && for_two) return level == 1 ? Glance{6, 0, 24} : Glance{2, 0, 2.5f};
  if (bot == "suzume") return level == 1 ? Glance{1.5f, 0} : Glance{0.6f, 0};
  if (bot == "tanuki" && for_two) return {0.3f, 0, 0.05f};
  if (bot == "tanuki") return {0, 0.1f};
  return {};
}

float uniform(Rng& rng) { return (static_cast<float>(rng.next() >> 40) + 0.5f) * 0x1p-24f; }

float normal(Rng& rng) {
  float const radius = std::sqrt(-2 * std::log(uniform(rng)));
  return radius * std::cos(2 * std::numbers::pi_v<float> * uniform(rng));
}

// The maximum of this over choices with logits / temperature is a draw from their softmax.
float gumbel(Rng& rng) { return -std::log(-std::log(uniform(rng))); }

// `turned`: the discs that a move flips.
template <class Turned>
std::size_t glance(std::vector<float> const& logits, Glance blur, Turned const& turned, Rng& rng) {
  std::size_t best = 0;
  float most = -INFINITY;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    float value = logits[i];
    if (blur.greed > 0) value += blur.greed * static_cast<float>(turned(i));
    if (blur.noise > 0) value += blur.noise * normal(rng);
    if (blur.temperature > 0) value += blur.temperature * gumbel(rng);
    if (value <= most) continue;
    most = value;
    best = i;
  }
  return best;
}

// For more than two players, level 7 takes two fifths of each value from rollouts: among players of other kinds the
// learned values alone gain nothing from more iterations than those of level 6 (docs/develop/training.md).
std::optional<Plan> plan_of(std::string_view bot, int level) {
  if (bot == "kitsune" && level <= 4) return Plan{4, 125, 0, 0, false, 10'000};
  if (bot == "kitsune") return Plan{16, 750, 8, 500, false, 80'000};
  if (bot == "tengu") return Plan{70, 5'000, 8, 2'000, false, 700'000};
  if (bot == "oni") return Plan{3'000, 37'500, 10, 200'000, false, 5'000'000, 0.4f};
  return std::nullopt;
}

// Tips first, then edges, else anything: the strategy of a careful beginner.
template <class Word>
Move beginners_move(typename Reversi<Word>::State const& state, Rng& rng) {
  auto const& geometry = state.setup->geometry;
  auto const& legal = state.position.legal;
  auto pool = legal & geometry.tips;
  if (!bits::any(pool)) pool = legal & geometry.edges;
  if (!bits::any(pool)) pool = legal;
  auto const at = bits::nth(pool, rng.below(static_cast<std::uint32_t>(bits::count(pool))));
  return {geometry.cell_of[static_cast<std::size_t>(bits::lowest(at))]};
}

}  // namespace

std::span<BotInfo const> bots() {
  static auto const& list = *forever<std::vector<BotInfo> const>(make_bots());
  return list;
}

int mcs_playouts(int empty_cells) {
  struct Step {
    int above;
    int playouts;
  };
  static constexpr Step steps[] = {{40, 10}, {34, 20}, {28, 40}, {22, 60}, {16, 80}, {13, 120}, {10, 200}, {6, 400}};
  for (auto const& step : steps)
    if (empty_cells > step.above) return step.playouts;
  return 800;
}

template <class Word>
Move ReversiBots<Word>::choose(typename G::State const& state, Seat seat, std::string_view bot, int level,
                               Thinking& thinking) {
  if (bot == "random") return games::bots::random_move<G>(state, seat, thinking.rng);
  if (bot == "beginner") return beginners_move<Word>(state, thinking.rng);
  if (auto const thought = begin(state, seat, bot, level)) {
    while (!thought->think(thinking)) continue;
    return thought->move();
  }
  if (bot == "minimum" || bot == "maximum") {
    auto const extreme = bot == "minimum" ? games::bots::Extreme::kLeast : games::bots::Extreme::kMost;
    return games::bots::extreme_move<G>(state, seat, extreme, [&](Move move) { return G::flanked(state, move); });
  }
  auto const moves = G::moves(state, seat);
  if (moves.size() == 1) return moves[0];
  auto const outlook = look_ahead<Word>(state, thinking.rng);
  auto const turned = [&](std::size_t i) { return G::flanked(state, moves[i]); };
  return moves[glance(outlook.logits, glance_of(bot, level, outlook.for_two), turned, thinking.rng)];
}

template <class Word>
std::unique_ptr<Thought<Move>> ReversiBots<Word>::begin(typename G::State const& state, Seat seat, std::string_view bot,
                                                        int level) {
  auto const flat = [&](int playouts) {
    return std::make_unique<games::bots::FlatMonteCarlo<G>>(state, seat, playouts);
  };
  if (bot == "mcs") return flat(mcs_playouts(bits::count(state.position.empty())) << (2 * (level - 1)));
  if (bot == "flat") return flat(kFlatPlayouts / bits::count(state.position.legal) + 1);
  if (auto const plan = plan_of(bot, level)) return make_study<Word>(state, *plan);
  if (bot == "uct") return plain_uct<Word>(state, kUctIterations);
  if (bot == "rollouts") return study_by_rollouts<Word>(state, Plan{});
  return nullptr;
}

template struct ReversiBots<std::uint64_t>;
template struct ReversiBots<Word256>;

}  // namespace engawa::games::reversi
