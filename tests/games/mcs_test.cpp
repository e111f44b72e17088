// Random playouts and the Monte Carlo bot: compared with the article's statistics, and its behaviour under
// limits.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/bots/random.hpp"
#include "games/reversi/bots.hpp"
#include "games/reversi/wire.hpp"
#include "tests/catch.hpp"
#include "tests/games/reference.hpp"

namespace engawa::tests::mcs_test {
namespace {

using Game = games::reversi::Reversi<std::uint64_t>;
using games::reversi::Move;

#ifdef NDEBUG
constexpr int kPlayouts = 4000;
#else
constexpr int kPlayouts = 250;
#endif

Move move_of_index(int index) { return {games::reversi::cell_at(index % 12 - 1, index / 12 - 1)}; }

Game::State play_moves(Json const& moves) {
  auto state = Game::start(games::reversi::find_preset("seed")->variant);
  for (int const index : moves.get<std::vector<int>>())
    Game::apply(state, Game::to_act(state).first(), move_of_index(index));
  return state;
}

// Share of playouts after `move` that the mover wins alone, with the ply counter restarted (rule 20
// of docs/reference/rules.md).
double win_share(Game::State state, Move move, games::Rng& rng) {
  auto const mover = Game::to_act(state).first();
  Game::apply(state, mover, move);
  state.position.ply = 0;
  games::reversi::Fills<std::uint64_t> fills;
  games::reversi::seek<games::reversi::AnyShape>(*state.setup, state.position, fills);
  std::vector<Game::State> const states(kPlayouts, state);
  std::vector<std::optional<games::Seat>> winners(kPlayouts);
  Game::play_outs(states, rng, winners);
  auto const wins = std::count(winners.begin(), winners.end(), std::optional(mover));
  return static_cast<double>(wins) / kPlayouts;
}

TEST_CASE("playouts win as often as the article's", "[mcs]") {
  auto const data = Json::parse(read_data("reversi/mcs_stats.json"));
  games::Rng rng(1);
  double chi_square = 0;
  int candidates = 0;
  for (auto const& position : data["positions"]) {
    auto const state = play_moves(position["moves"]);
    for (auto const& candidate : position["candidates"]) {
      double const expected = candidate["p_win"];
      double const share = win_share(state, move_of_index(candidate["move"]), rng);
      double const pooled = (8000 * expected + kPlayouts * share) / (8000 + kPlayouts);
      double const variance = pooled * (1 - pooled) * (1.0 / 8000 + 1.0 / kPlayouts);
      if (variance > 0) chi_square += (share - expected) * (share - expected) / variance;
      ++candidates;
    }
  }
  CHECK(candidates == 67);
  INFO("chi square " << chi_square);
  CHECK(chi_square < 67 + 3 * 11.6);  // mean and three standard deviations
  CHECK(chi_square > 67 - 3 * 11.6);
}

TEST_CASE("many playouts at once are the playouts one by one", "[mcs]") {
  for (auto const& preset : games::reversi::presets()) {
    if (!games::reversi::find_stride(preset.variant)) continue;
    CAPTURE(preset.variant.preset);
    std::vector<Game::State> states(1, Game::start(preset.variant));
    games::Rng rng(3);
    for (int ply = 0; ply < 60 && !Game::to_act(states.back()).empty(); ++ply) {
      auto next = states.back();
      auto const seat = Game::to_act(next).first();
      Game::apply(next, seat, games::bots::random_move<Game>(next, seat, rng));
      states.insert(states.end(), 9, next);
    }
    std::vector<std::optional<games::Seat>> winners(states.size());
    games::Rng many(7), one(7);
    Game::play_outs(states, many, winners);
    for (std::size_t i = 0; i < states.size(); ++i) {
      games::Rng own(one.next());
      REQUIRE(winners[i] == Game::play_out(states[i], own));
    }
    CHECK(many == one);
  }
}

TEST_CASE("playouts per move follow the article's table", "[mcs]") {
  std::vector<std::pair<int, int>> const table = {{44, 10},  {41, 10},  {40, 20},  {35, 20}, {34, 40},  {29, 40},
                                                  {28, 60},  {23, 60},  {22, 80},  {17, 80}, {16, 120}, {14, 120},
                                                  {13, 200}, {11, 200}, {10, 400}, {7, 400}, {6, 800},  {0, 800}};
  for (auto const& [empty, playouts] : table) CHECK(games::reversi::mcs_playouts(empty) == playouts);
}

TEST_CASE("a player who cannot win plays the first of the equal moves", "[mcs]") {
  auto match = play_indices("seed", {55, 42, 92, 88, 43, 70, 75, 99, 101});  // ply 10: cyan cuts in
  CHECK(match->to_act().first() == 3);
  CHECK(match->choose(3, "mcs", 1, {}, 7, {}).value() == match->moves()[0]);
}

TEST_CASE("a stopped Monte Carlo bot answers with the first move", "[mcs]") {
  auto const match = play_indices("five", {});
  std::stop_source source;
  source.request_stop();
  CHECK(match->choose(0, "mcs", 1, {}, 7, source.get_token()).value() == match->moves()[0]);
}

TEST_CASE("Monte Carlo beats random play", "[mcs]") {
  int wins = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto match = play_indices("classic", {});
    games::Rng rng(seed);
    while (!match->to_act().empty()) {
      auto const seat = match->to_act().first();
      play(*match, match->choose(seat, seat == 1 ? "mcs" : "random", 1, {}, rng.next(), {}).value());
    }
    wins += match->outcome()->places[0].seat == 1;
  }
  CHECK(wins >= 5);
}

}  // namespace
}  // namespace engawa::tests::mcs_test
