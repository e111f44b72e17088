// What games are played: blocks of games with one opening and different seatings, so that neither a good seat nor a good neighbour
// counts. The block is the observation of all statistics, since its games are not independent of each other.
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "games/core/match.hpp"

namespace engawa::arena {

// By seat, which contender has it.
using Seating = std::vector<int>;

// All ways to seat two kinds, 0 and 1, so that both are there: 2^n - 2. Equals have half of the first places.
std::vector<Seating> two_kinds(int seats);

// One of kind 0 among kind 1, once in each seat. Equals have 1/n of the first places.
std::vector<Seating> one_among(int seats);

// Everybody of `order` once in each seat, with the same neighbours: n seatings for n seats.
std::vector<Seating> rotations(Seating const& order);

// Who meets: as many of `contenders` as there are seats, at random; everybody before anybody twice. REQUIRES: contenders > 0.
Seating draw(int contenders, int seats, games::Rng& rng);

// Makes the game in its first position. Any thread.
using Start = std::function<std::unique_ptr<games::Match>(games::Seed const& seed)>;

// The position that a block begins with: the game's start for the seed, and so many random moves. Fewer where the game is over by
// then. REQUIRES: `opening` is 0 in games that know time.
std::unique_ptr<games::Match> open_game(Start const& start, int opening, std::uint64_t seed);

// An independent seed for each block.
std::uint64_t block_seed(std::uint64_t seed, int block);

}  // namespace engawa::arena
