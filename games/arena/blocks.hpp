// The games to play: blocks of games with the same opening and different seatings, so that neither a good seat nor a
// good neighbour counts. All statistics treat a block as one observation, because its games are not independent of each
// other.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "games/core/match.hpp"

namespace engawa::arena {

// The contender of each seat.
using Seating = std::vector<int>;

// All ways to seat two kinds of bots, 0 and 1, with at least one of each: 2^n - 2. Equal kinds get half of the first
// places.
std::vector<Seating> two_kinds(int seats);

// One of kind 0 among kind 1, once in each seat. Equal kinds get 1/n of the first places.
std::vector<Seating> one_among(int seats);

// Each of `order` once in each seat, with the same neighbours: n seatings for n seats.
std::vector<Seating> rotations(Seating const& order);

// The participants of a block: as many of `contenders` as there are seats, at random; each plays once before any plays
// twice. REQUIRES: contenders > 0.
Seating draw(int contenders, int seats, games::Rng& rng);

// Creates the game in its start position. Any thread.
using Start = std::function<std::unique_ptr<games::Match>(games::Seed const& seed)>;

// A move that was made, as JSON text.
struct Turn {
  games::Seat seat;
  std::string move;
};

// The first position of a block: the game's start for the seed, followed by `opening` random moves, or by fewer if the
// game would be over by then. `turns`, if given, receives these moves. REQUIRES: `opening` is 0 in timed games.
std::unique_ptr<games::Match> open_game(Start const& start, int opening, std::uint64_t seed,
                                        std::vector<Turn>* turns = nullptr);

// An independent seed for each block.
std::uint64_t block_seed(std::uint64_t seed, int block);

}  // namespace engawa::arena
