#include "games/arena/tally.hpp"

#include "base/expect.hpp"

namespace engawa::arena {
namespace {

void count_game(Seating const& seating, Played const& game, std::vector<Tally>& tallies) {
  for (std::size_t i = 0; i < seating.size(); ++i) {
    EXPECT(seating[i] >= 0 && static_cast<std::size_t>(seating[i]) < tallies.size(), seating[i], tallies.size());
    auto& tally = tallies[static_cast<std::size_t>(seating[i])];
    ++tally.seats;
    tally.firsts += share_of_first(game.ranking, static_cast<games::Seat>(i));
    tally.effort += game.efforts[i];
    if (!game.fault || game.fault->seat != i) continue;
    ++tally.faults;
    tally.last_fault = game.fault->why;
  }
}

}  // namespace

void count(Block const& block, std::vector<Tally>& tallies) {
  EXPECT(block.games.size() == block.seatings.size(), block.games.size(), block.seatings.size());
  for (std::size_t game = 0; game < block.games.size(); ++game)
    count_game(block.seatings[game], block.games[game], tallies);
}

double share_of_block(Block const& block, int contender) {
  double firsts = 0;
  for (std::size_t game = 0; game < block.games.size(); ++game)
    for (std::size_t seat = 0; seat < block.seatings[game].size(); ++seat)
      if (block.seatings[game][seat] == contender)
        firsts += share_of_first(block.games[game].ranking, static_cast<games::Seat>(seat));
  return firsts / static_cast<double>(block.games.size());
}

}  // namespace engawa::arena
