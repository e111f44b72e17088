#include "games/arena/blocks.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/expect.hpp"
#include "games/core/rng.hpp"

namespace engawa::arena {
namespace {

constexpr int kAttempts = 20;  // attempts to find an opening that does not end the game

void shuffle(Seating& order, games::Rng& rng) {
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
}

// False if the game is over by then.
bool play_at_random(games::Match& match, int plies, games::Rng& rng, std::vector<Turn>& turns) {
  turns.clear();
  for (int i = 0; i < plies && !match.outcome(); ++i) {
    auto const moves = match.moves();
    std::string set, events;
    auto const& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    auto const seat = match.to_act().first();
    turns.push_back({seat, match.play(seat, move, set, events).value()});
  }
  return !match.outcome();
}

}  // namespace

std::vector<Seating> two_kinds(int seats) {
  std::vector<Seating> all;
  for (unsigned kinds = 1; kinds + 1 < 1u << seats; ++kinds) {
    Seating seating;
    for (int seat = 0; seat < seats; ++seat) seating.push_back(static_cast<int>(kinds >> seat & 1));
    all.push_back(std::move(seating));
  }
  return all;
}

std::vector<Seating> one_among(int seats) {
  Seating order(static_cast<std::size_t>(seats), 1);
  order[0] = 0;
  return rotations(order);
}

std::vector<Seating> rotations(Seating const& order) {
  std::vector<Seating> all;
  auto seating = order;
  for (std::size_t i = 0; i < order.size(); ++i) {
    all.push_back(seating);
    std::rotate(seating.begin(), seating.end() - 1, seating.end());
  }
  return all;
}

Seating draw(int contenders, int seats, games::Rng& rng) {
  EXPECT(contenders > 0, contenders);
  Seating drawn;
  while (drawn.size() < static_cast<std::size_t>(seats)) {
    Seating everybody(static_cast<std::size_t>(contenders));
    std::iota(everybody.begin(), everybody.end(), 0);
    shuffle(everybody, rng);
    drawn.insert(drawn.end(), everybody.begin(), everybody.end());
  }
  drawn.resize(static_cast<std::size_t>(seats));
  shuffle(drawn, rng);
  return drawn;
}

std::unique_ptr<games::Match> open_game(Start const& make, int opening, std::uint64_t seed, std::vector<Turn>* turns) {
  games::Rng rng(seed);
  std::vector<Turn> own;
  auto& made = turns == nullptr ? own : *turns;
  auto start = make(games::Seed(rng.next()));
  EXPECT(opening == 0 || !start->timed(), opening);
  for (int plies = opening; plies > 0; --plies)
    for (int attempt = 0; attempt < kAttempts; ++attempt)
      if (auto match = start->clone(); play_at_random(*match, plies, rng, made)) return match;
  made.clear();
  return start;
}

std::uint64_t block_seed(std::uint64_t seed, int block) {
  return games::Rng(games::Rng(seed).next() + static_cast<std::uint64_t>(block)).next();
}

}  // namespace engawa::arena
