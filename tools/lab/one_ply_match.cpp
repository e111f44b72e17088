#include "tools/lab/one_ply_match.hpp"

#include <algorithm>
#include <cmath>

#include "base/expect.hpp"
#include "games/reversi/bots.hpp"

namespace engawa::training {

using namespace games;
using namespace games::reversi;

namespace {

using Game = Reversi<std::uint64_t>;

struct Table {
  Evaluation const& evaluation;
  std::string_view bot;
  int level;
  std::uint32_t learned;  // the seats of the evaluation, a bit each
};

// The share of the first place won by the evaluation's seats.
double play(Table const& table, Game::State state, std::uint64_t seed) {
  Thinking thinking({}, seed, {});
  while (state.position.turn != kNobody) {
    auto const seat = state.setup->seat_of[state.position.turn];
    auto const move = table.learned >> seat & 1 ? best_move(table.evaluation, state)
                                                : Bots<Game>::choose(state, seat, table.bot, table.level, thinking);
    Game::apply(state, seat, move);
  }
  int first = 0, won = 0;
  for (auto const& place : Game::standing(state).places) {
    if (place.rank != 1) continue;
    ++first;
    won += table.learned >> place.seat & 1;
  }
  return static_cast<double>(won) / first;
}

Game::State opening(Variant const& variant, Rng& rng) {
  auto state = Game::start(variant);
  for (auto left = 4 + rng.below(9); left > 0 && state.position.turn != kNobody; --left) {
    auto const seat = state.setup->seat_of[state.position.turn];
    auto const moves = Game::moves(state, seat);
    Game::apply(state, seat, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return state;
}

}  // namespace

Move best_move(Evaluation const& evaluation, Game::State const& state) {
  std::array<Child, kMostMoves> room;
  auto const mover = state.position.turn;
  auto const children = evaluation.children(state.position, room);
  auto const best = std::max_element(children.begin(), children.end(), [mover](Child const& a, Child const& b) {
    return a.value[mover] < b.value[mover];
  });
  return {state.setup->geometry.cell_of[static_cast<std::size_t>(bits::lowest(best->at))]};
}

WinShare play_blocks(Evaluation const& evaluation, Variant const& variant, std::string_view bot, int level,
                     std::uint64_t blocks, std::uint64_t seed) {
  EXPECT(find_bot(info(), bot, level).has_value(), bot, level);
  Rng rng(seed);
  double sum = 0, squares = 0;
  std::uint64_t games = 0;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    auto const start = opening(variant, rng);
    auto const all = (1u << Game::seats(start)) - 1;
    double share = 0;
    for (std::uint32_t learned = 1; learned < all; ++learned) {
      share += play({evaluation, bot, level, learned}, start, rng.next());
      ++games;
    }
    share /= all - 1;
    sum += share;
    squares += share * share;
  }
  auto const count = static_cast<double>(blocks), mean = sum / count;
  double const variance = blocks > 1 ? std::max(0.0, squares / count - mean * mean) / (count - 1) : 0;
  return {mean, 1.96 * std::sqrt(variance), games};
}

}  // namespace engawa::training
