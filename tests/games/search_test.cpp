// The search on games with known values, reversi's solver compared with a search without table and pruning that uses
// only the rules, its bots' levels, and its hint.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "games/bots/max_n_search.hpp"
#include "games/bots/random.hpp"
#include "games/bots/rewards.hpp"
#include "games/nim/analysis.hpp"
#include "games/nim/options.hpp"
#include "games/reversi/bots.hpp"
#include "games/reversi/many/endgame.hpp"
#include "games/reversi/study.hpp"
#include "games/reversi/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::search_test {
namespace {

using games::Rng;
using games::Seat;
using games::Thinking;
using games::reversi::Discs;
using Word = std::uint64_t;
using Reversi = games::reversi::Reversi<Word>;

// Three marks in a row on nine cells.
struct TicTacToe {
  struct State {
    std::array<unsigned, 2> marks{};
    std::uint8_t ply = 0;
    friend bool operator==(State const&, State const&) = default;
  };
  using Move = std::uint8_t;
  using Moves = games::StackList<Move, 9>;

  static bool line(unsigned marks) {
    for (unsigned const three : {0x007u, 0x038u, 0x1c0u, 0x049u, 0x092u, 0x124u, 0x111u, 0x054u})
      if ((marks & three) == three) return true;
    return false;
  }
  static unsigned taken(State const& state) { return state.marks[0] | state.marks[1]; }
  static games::Info const& info() {
    static games::Info const none;
    return none;
  }
  static int seats(State const&) { return 2; }
  static std::uint32_t ply(State const& state) { return state.ply; }
  static games::SeatSet to_act(State const& state) {
    bool const over = line(state.marks[0]) || line(state.marks[1]) || taken(state) == 0x1ff;
    return over ? games::SeatSet{} : games::SeatSet::of(state.ply % 2);
  }
  static bool legal(State const& state, Seat seat, Move move) {
    return to_act(state).has(seat) && (taken(state) >> move & 1u) == 0;
  }
  static Moves moves(State const& state, Seat seat) {
    Moves list;
    for (Move cell = 0; cell < 9; ++cell)
      if (legal(state, seat, cell)) list.push_back(cell);
    return list;
  }
  static void apply(State& state, Seat seat, Move move) {
    state.marks[seat] |= 1u << move;
    ++state.ply;
  }
  static games::Ranking standing(State const& state) {
    return games::rank_by_score({{0, 1, line(state.marks[0])}, {1, 1, line(state.marks[1])}}, "full");
  }
  static std::optional<games::Ranking> outcome(State const& state) {
    if (!to_act(state).empty()) return std::nullopt;
    return standing(state);
  }
};

// The value of a position by random play to the end.
template <games::Rules G, std::size_t Seats>
struct RandomRollouts {
  using Rewards = games::bots::RewardsOf<Seats>;

  float rank_weight = 0.5f;

  Rewards finished(typename G::State const& state) const {
    return games::bots::rewards_of<Seats>(*G::outcome(state), rank_weight);
  }

  Rewards rollout(typename G::State state, Rng& rng) const {
    while (!G::to_act(state).empty()) {
      auto const seat = G::to_act(state).first();
      G::apply(state, seat, games::bots::random_move<G>(state, seat, rng));
    }
    return finished(state);
  }
};

template <class G>
using Search = games::bots::MaxNSearch<G, RandomRollouts<G, 2>>;

// The search after `iterations`, or as soon as everything is proven.
template <class AnySearch>
AnySearch complete(AnySearch search, std::uint64_t iterations, std::uint64_t seed = 1) {
  Thinking thinking({}, seed, {});
  while (!search.think(thinking, iterations)) continue;
  return search;
}

template <class G>
Search<G> searched(typename G::State const& state, std::uint64_t iterations, std::uint64_t seed = 1,
                   typename Search<G>::Settings settings = {}) {
  return complete(Search<G>(state, {}, settings), iterations, seed);
}

TicTacToe::State marked(std::initializer_list<std::uint8_t> cells) {
  TicTacToe::State state;
  for (auto const cell : cells) TicTacToe::apply(state, TicTacToe::to_act(state).first(), cell);
  return state;
}

TEST_CASE("what is certain in tic-tac-toe is proven", "[search]") {
  auto const won = searched<TicTacToe>(marked({0, 3, 1, 4}), 1000);
  CHECK(won.proven());
  CHECK(won.best() == 2);
  CHECK(won.value()[0] == 1.0f);
  auto const fork = searched<TicTacToe>(marked({0, 1, 4, 8}), 20000);
  CHECK(fork.proven());
  CHECK(fork.value()[0] == 1.0f);
  auto const drawn = searched<TicTacToe>(marked({0, 4, 8}), 100000, 1, {0.4f, 0, true});
  CHECK(drawn.proven());
  CHECK(drawn.value() == games::bots::RewardsOf<2>{0.5f, 0.5f});
  CHECK(drawn.iterations() < 100000);
  auto const lost = searched<TicTacToe>(marked({4, 1, 0}), 20000);  // o must answer at 8, then x has two winning moves
  CHECK(lost.proven());
  CHECK(lost.value()[1] == 0.0f);
}

// Values that are equal for all moves, or praise one cell however bad it is.
struct Praise {
  using Rewards = games::bots::RewardsOf<2>;

  int cell = -1;

  Rewards finished(TicTacToe::State const& state) const {
    return games::bots::rewards_of<2>(*TicTacToe::outcome(state), 0);
  }
  void values(TicTacToe::State const&, Seat mover, TicTacToe::Moves const& moves, std::span<Rewards> values) const {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      values[i].fill(moves[i] == cell ? 0.1f : 0.5f);
      values[i][mover] = moves[i] == cell ? 0.9f : 0.5f;
    }
  }
};

using ByValues = games::bots::MaxNSearch<TicTacToe, Praise>;

TEST_CASE("a search with values of all moves finds what they do not tell", "[search]") {
  auto const find = [](TicTacToe::State const& state, Praise values) {
    return complete(ByValues(state, values, {0.1f, 0.2f, true}), 100'000);
  };
  auto const fork = marked({0, 1, 4, 8});
  auto const double_threat = marked({4, 1, 0});  // o must answer at 8, then x has two winning moves
  for (int praised = -1; praised < 9; ++praised) {
    CAPTURE(praised);
    CHECK(find(marked({0, 3, 1, 4}), {praised}).best() == 2);
    auto const won = find(fork, {praised});
    CHECK(won.proven());
    CHECK(won.value()[0] == 1.0f);
    auto const lost = find(double_threat, {praised});
    CHECK(lost.proven());
    CHECK(lost.value()[1] == 0.0f);
  }
}

// With few iterations the search follows the values: the praised move gets most of them.
TEST_CASE("a search looks most at the moves with the best values", "[search]") {
  for (int praised = 0; praised < 9; ++praised) {
    auto const search = complete(ByValues({}, {praised}, {0.1f, 0.2f}), 9);
    CHECK(search.best() == praised);
  }
}

// By the values everything is even, by the rollouts the second player wins.
struct EvenOrLost : Praise {
  Rewards rollout(TicTacToe::State const&, Rng&) const { return {0, 1}; }
};

TEST_CASE("a share of a leaf's value comes from a rollout", "[search]") {
  using Blended = games::bots::MaxNSearch<TicTacToe, EvenOrLost>;
  for (float const share : {0.0f, 0.25f, 1.0f}) {
    CAPTURE(share);
    auto const search = complete(Blended({}, {}, {0.1f, 0.2f, false, share}), 9);  // no game has ended by then
    CHECK(search.value() == games::bots::RewardsOf<2>{0.5f - share / 2, 0.5f + share / 2});
  }
}

TEST_CASE("an only move is answered at once", "[search]") {
  auto const search = searched<TicTacToe>(marked({0, 1, 3, 6, 4, 5, 7, 8}), 1000);
  CHECK(search.iterations() == 0);
  CHECK(search.best() == 2);
}

TEST_CASE("a search finds the wins of 7-5-3", "[search]") {
  using games::nim::Nim;
  auto const options = games::nim::read_options(Json{{"preset", "753"}}).value();
  int won = 0, found = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng(seed);
    auto state = games::nim::start_position(options, 0);
    for (auto plies = 1 + rng.below(3); plies > 0; --plies) {
      auto const moves = Nim::moves(state, Nim::to_act(state).first());
      Nim::apply(state, Nim::to_act(state).first(), moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      if (state.empty()) break;
    }
    auto const before = games::nim::sum(state);
    if (state.empty() || !before.won(false)) continue;
    ++won;
    auto const move = searched<Nim>(state, 6000, seed).best();
    found += !games::nim::after(state, before, move).won(false);
  }
  CAPTURE(won);
  CHECK(won > 20);
  CHECK(found >= won * 9 / 10);
}

Reversi::State at_ply(char const* preset, Rng& rng, int plies) {
  auto state = Reversi::start(games::reversi::find_preset(preset)->variant);
  for (; plies > 0 && !Reversi::to_act(state).empty(); --plies) {
    auto const seat = Reversi::to_act(state).first();
    Reversi::apply(state, seat, games::bots::random_move<Reversi>(state, seat, rng));
  }
  return state;
}

Json advice_text(games::reversi::Study const& study) {
  Json list = Json::array();
  auto const advice = study.advice();
  for (auto const& item : advice.candidates) list.push_back({item.move.cell, item.chance, item.share});
  list.push_back(advice.chances);
  return list;
}

TEST_CASE("a thought is the same however it is cut", "[search]") {
  games::reversi::Plan const by_values{400, 60, 9, 5000};
  auto blended = by_values;
  blended.rollout_share = 0.4f;
  for (auto const* preset : {"five", "seed", "classic"}) {
    for (auto const& [plies, plan] : {std::pair(6, by_values), {52, by_values}, {6, blended}, {40, blended}}) {
      CAPTURE(preset, plies, plan.rollout_share);
      Rng rng(static_cast<std::uint64_t>(plies));
      auto const state = at_ply(preset, rng, plies);
      if (Reversi::to_act(state).empty()) continue;
      auto const whole = games::reversi::make_study<Word>(state, plan);
      auto const cut = games::reversi::make_study<Word>(state, plan);
      Thinking at_once({}, 5, {}), in_slices({}, 5, {});
      REQUIRE(whole->think(at_once));
      int slices = 0;
      for (bool done = false; !done; ++slices) {
        in_slices.begin_slice(std::chrono::microseconds(1));
        done = cut->think(in_slices);
        in_slices.end_slice();
        REQUIRE(Reversi::legal(state, Reversi::to_act(state).first(), cut->move()));
      }
      if (plies == 6) CHECK(slices > 1);
      CHECK(cut->move() == whole->move());
      CHECK(advice_text(*cut) == advice_text(*whole));
    }
  }
}

// Max^n by the rules of the game alone, with the solver's preferences and its order of moves.
class Oracle {
 public:
  Discs end_of(Reversi::State const& state, bool root) {
    if (Reversi::to_act(state).empty()) return games::reversi::count_discs(state.position.planes);
    auto const mover = state.position.turn;
    std::optional<Discs> best;
    for (auto const move : ordered(state)) {
      auto next = state;
      Reversi::apply(next, Reversi::to_act(state).first(), move);
      auto const end = end_of(next, false);
      if (!best || games::reversi::prefers(*state.setup, mover, end, *best)) best = end;
      auto const winner = games::reversi::winner_of(*state.setup, end);
      if (!root && winner && state.setup->color_of[*winner] == mover) break;
    }
    return *best;
  }

 private:
  static std::vector<games::reversi::Move> ordered(Reversi::State const& state) {
    auto const& geometry = state.setup->geometry;
    auto const rank = [&](games::reversi::Move move) {
      auto const bit = geometry.bit_of[move.cell];
      int const kind = (geometry.tips >> bit & 1) != 0 ? 2 : (geometry.edges >> bit & 1) != 0 ? 1 : 0;
      return 64 * kind + bit;
    };
    auto const moves = Reversi::moves(state, Reversi::to_act(state).first());
    std::vector<games::reversi::Move> list(moves.begin(), moves.end());
    std::sort(list.begin(), list.end(), [&](auto a, auto b) { return rank(a) > rank(b); });
    return list;
  }
};

TEST_CASE("the solver plays the end as a search without its table does", "[search]") {
  int solved = 0;
  for (auto const& preset : games::reversi::presets()) {
    if (!games::reversi::find_stride(preset.variant)) continue;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      CAPTURE(preset.variant.preset, seed);
      Rng rng(seed);
      auto state = at_ply(preset.variant.preset.c_str(), rng, 20);
      while (!Reversi::to_act(state).empty() && !games::reversi::Endgame<Word>::solvable(state.position, 7)) {
        auto const seat = Reversi::to_act(state).first();
        Reversi::apply(state, seat, games::bots::random_move<Reversi>(state, seat, rng));
      }
      if (Reversi::to_act(state).empty()) continue;
      games::reversi::Endgame<Word> end(*state.setup, state.position);
      while (!end.advance(1 + rng.below(300))) continue;
      auto const lines = end.lines();
      CHECK(lines.size() == static_cast<std::size_t>(games::bits::count(state.position.legal)));
      CHECK(lines[0].discs == Oracle().end_of(state, true));
      for (auto const& line : lines) {
        auto next = state;
        Reversi::apply(next, Reversi::to_act(state).first(), line.move);
        CHECK(line.discs == Oracle().end_of(next, false));
      }
      ++solved;
    }
  }
  CHECK(solved > 50);
}

TEST_CASE("tiered playouts many at once are those one by one", "[search]") {
  for (auto const& preset : games::reversi::presets()) {
    if (!games::reversi::find_stride(preset.variant)) continue;
    CAPTURE(preset.variant.preset);
    std::vector<Reversi::State> states;
    Rng rng(3);
    for (int plies = 0; plies < 64; ++plies) states.push_back(at_ply(preset.variant.preset.c_str(), rng, plies));
    std::vector<games::reversi::Position<Word> const*> starts;
    for (auto const& state : states) starts.push_back(&state.position);
    for (auto const playing : {games::reversi::Playing::kTiers, games::reversi::Playing::kUniform}) {
      std::vector<Discs> many(states.size()), one(1);
      Rng together(7), alone(7);
      games::reversi::play_to_end<Word>(*states[0].setup, playing, starts, together, many);
      for (std::size_t i = 0; i < states.size(); ++i) {
        games::reversi::play_to_end<Word>(*states[0].setup, playing, std::span(starts).subspan(i, 1), alone, one);
        REQUIRE(many[i] == one[0]);
      }
      CHECK(together == alone);
    }
  }
}

// Words of 256 bits have no short cuts.
TEST_CASE("perft is the same on either word", "[search]") {
  using Wide = games::reversi::Reversi<games::Word256>;
  for (auto const& preset : games::reversi::presets()) {
    if (!games::reversi::find_stride(preset.variant)) continue;
    for (int const plies : {0, 8, 28, 38, 50, 56}) {
      CAPTURE(preset.variant.preset, plies);
      Rng rng(static_cast<std::uint64_t>(plies) + 1);
      auto narrow = Reversi::start(preset.variant);
      auto wide = Wide::start(preset.variant);
      for (int i = 0; i < plies && !Reversi::to_act(narrow).empty(); ++i) {
        auto const seat = Reversi::to_act(narrow).first();
        auto const move = games::bots::random_move<Reversi>(narrow, seat, rng);
        Reversi::apply(narrow, seat, move);
        Wide::apply(wide, seat, move);
      }
      for (int depth = 1; depth <= 3; ++depth) CHECK(Reversi::perft(narrow, depth) == Wide::perft(wide, depth));
    }
  }
}

struct Player {
  std::string_view bot;
  int level = 1;
};

// The share of first places of `a`, over every seating of the two kinds.
double block_share(Player a, Player b, std::uint64_t blocks) {
  double share = 0;
  Rng rng(20261122);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    auto const start = at_ply("five", rng, 4 + static_cast<int>(rng.below(9)));
    for (unsigned seats = 1; seats < 31; ++seats) {
      auto state = start;
      Thinking thinking({}, rng.next(), {});
      while (!Reversi::to_act(state).empty()) {
        auto const seat = Reversi::to_act(state).first();
        auto const& player = (seats >> seat & 1) != 0 ? a : b;
        auto move = games::reversi::Move{};
        if (auto const thought = games::Bots<Reversi>::begin(state, seat, player.bot, player.level)) {
          while (!thought->think(thinking)) continue;
          move = thought->move();
        } else {
          move = games::Bots<Reversi>::choose(state, seat, player.bot, player.level, thinking);
        }
        Reversi::apply(state, seat, move);
      }
      int first = 0, won = 0;
      for (auto const& place : Reversi::standing(state).places) {
        if (place.rank != 1) continue;
        ++first;
        won += (seats >> place.seat & 1) != 0;
      }
      share += static_cast<double>(won) / first / 30;
    }
  }
  return share / static_cast<double>(blocks);
}

// A short form; the figures are in docs/reference/bots.md.
TEST_CASE("each level of reversi beats the one below", "[search]") {
  CHECK(block_share({"suzume", 1}, {"beginner"}, 6) < 0.5);
  CHECK(block_share({"suzume", 1}, {"random"}, 6) > 0.5);
  CHECK(block_share({"suzume", 2}, {"suzume", 1}, 6) > 0.55);
  CHECK(block_share({"tanuki", 3}, {"suzume", 2}, 6) > 0.55);
#ifdef NDEBUG
  if (!kSanitized) CHECK(block_share({"kitsune", 4}, {"tanuki", 3}, 6) > 0.55);
  if (!kSanitized) CHECK(block_share({"kitsune", 5}, {"kitsune", 4}, 6) > 0.55);
#endif
}

// The moves of bots at every seat, from the start.
std::string opening(std::string const& preset, std::string_view bot, int level, std::uint64_t seed) {
  auto const match = play_indices(preset, {});
  std::string moves;
  for (int ply = 0; ply < 16; ++ply) {
    auto const seat = match->to_act().first();
    auto const move =
        match->choose(seat, bot, level, {std::chrono::microseconds(0), 70}, seed + static_cast<std::uint64_t>(ply), {})
            .value();
    moves += move.dump();
    play(*match, move);
  }
  return moves;
}

TEST_CASE("the same bots begin in various ways", "[search]") {
  for (auto const& preset : games::reversi::presets())
    for (auto const& [bot, level] : {std::pair{"kitsune", 5}, {"oni", 7}}) {
      CAPTURE(preset.variant.preset, bot, level);
      std::set<std::string> openings;
      for (std::uint64_t evening = 0; evening < 6; ++evening)
        openings.insert(opening(preset.variant.preset, bot, level, 100 * evening));
      CHECK(openings.size() >= 4);
    }
}

void check_shares(Json const& hint, std::size_t competing) {
  double sum = 0;
  CHECK(hint["chances"].size() == competing);
  for (auto const& chance : hint["chances"]) {
    CHECK((chance >= 0.0 && chance <= 1.0));
    sum += chance.get<double>();
  }
  CHECK(std::abs(sum - 1) < 0.01);
  CHECK((!hint["best"].empty() && hint["best"].size() <= 3));
  CHECK(hint["best"][0]["move"] == hint["move"]);
  for (auto const& item : hint["best"])
    for (auto const* key : {"chance", "share"}) CHECK((item[key] >= 0.0 && item[key] <= 1.0));
}

TEST_CASE("a hint of reversi tells the chances and the best moves", "[search]") {
  for (auto const& preset : games::reversi::presets()) {
    CAPTURE(preset.variant.preset);
    auto const match = play_indices(preset.variant.preset, {});
    games::Budget const few{std::chrono::microseconds(0), 100};
    check_shares(match->hint(match->to_act().first(), few, 5, {}).value(), preset.variant.compete.size());
  }
}

// The last plies: all values are exact.
TEST_CASE("a hint near the end is exact", "[search]") {
  auto match = play_indices("five", {});
  while (!match->to_act().empty()) {
    auto const seat = match->to_act().first();
    auto const hint = match->hint(seat, {std::chrono::microseconds(0), 50}, 5, {}).value();
    check_shares(hint, 5);
    auto const left = match->clone();
    play(*match, hint["move"]);
    if (!match->to_act().empty()) continue;
    auto const ends = match->outcome()->places;
    double const share = ends[0].rank == ends[1].rank ? 0 : 1;
    if (share == 1) CHECK(hint["chances"]["s" + std::to_string(ends[0].seat)] == 1.0);
  }
}

// Ten empty cells are too many for the exact endgame with so small a budget, and no problem with a thousand times as
// much; the search without the exact endgame is not certain there either.
TEST_CASE("who may think longer solves more of the end", "[search]") {
  Rng rng(9);
  auto state = at_ply("five", rng, 30);
  while (games::bits::count(state.position.empty()) > 10) {
    auto const seat = Reversi::to_act(state).first();
    Reversi::apply(state, seat, games::bots::random_move<Reversi>(state, seat, rng));
  }
  REQUIRE(games::reversi::Endgame<Word>::solvable(state.position, 10));
  auto const certain = [&](std::uint64_t iterations, int solve_empty = 10) {
    auto const study = games::reversi::make_study<Word>(state, {10, 10, solve_empty, 1'000});
    Thinking thinking({std::chrono::microseconds(0), iterations}, 5, {});
    while (!study->think(thinking)) continue;
    auto const chances = study->advice().chances;
    return std::all_of(chances.begin(), chances.end(), [](float chance) { return chance == 0 || chance == 1; });
  };
  CHECK_FALSE(certain(0));
  CHECK_FALSE(certain(10'000, 0));
  CHECK(certain(10'000));
}

}  // namespace
}  // namespace engawa::tests::search_test
