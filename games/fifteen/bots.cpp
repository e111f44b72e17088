#include "games/fifteen/bots.hpp"

#include "games/bots/random.hpp"
#include "games/fifteen/layers.hpp"
#include "games/fifteen/solver.hpp"

namespace engawa::games::fifteen {
Tile any_step(Puzzle const& puzzle, Rng& rng) {
  StackList<Tile, kDirections> tiles;
  for (int direction = 0; direction < kDirections; ++direction)
    if (int const cell = beside(puzzle.size, puzzle.hole, direction); cell >= 0)
      tiles.push_back(puzzle.tiles[static_cast<std::size_t>(cell)]);
  return tiles[rng.below(static_cast<std::uint32_t>(tiles.size()))];
}

std::vector<BotInfo> bot_infos() {
  return {{"random", {"Random", "でたらめ"}, 1, {400}},
          {"kame", {"Tortoise", "亀"}, 3, {900, 600, 400}},
          {"usagi", {"Hare", "兎"}, 2, {450, 330}},
          {"hayabusa", {"Falcon", "隼"}, 2, {330, 165}}};
}

int slip_percent(int level) {
  static constexpr int percent[] = {20, 10, 4};
  return percent[level - 1];
}

}  // namespace engawa::games::fifteen

namespace engawa::games {

fifteen::Move Bots<fifteen::Fifteen>::choose(fifteen::Race const& race, Seat seat, std::string_view bot, int level,
                                             Thinking& thinking) {
  using fifteen::Layers;
  auto const& puzzle = race.boards[seat].puzzle;
  if (bot == "random") return bots::random_move<fifteen::Fifteen>(race, seat, thinking.rng);
  if (bot == "hayabusa") return {fifteen::follow_solution(puzzle, thinking).tiles[0]};
  if (bot == "usagi") return {fifteen::next_step(puzzle, Layers::kLarge)};
  bool const slips = static_cast<int>(thinking.rng.below(100)) < fifteen::slip_percent(level);
  return {slips ? fifteen::any_step(puzzle, thinking.rng) : fifteen::next_step(puzzle, Layers::kSmall)};
}

}  // namespace engawa::games
