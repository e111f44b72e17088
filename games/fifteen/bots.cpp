#include "games/fifteen/bots.hpp"

#include "base/expect.hpp"
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
  BotInfo random{"random", {"Random", "でたらめ"}, 1, {400}};
  random.about = {"Slides random tiles. It will hardly ever finish.",
                  "コマをでたらめに動かします。完成はほぼ見込めません。"};
  BotInfo kame{"kame", {"Tortoise", "亀"}, 3, {900, 600, 400}};
  kame.about = {"Solves row by row like a beginner: slowly, with occasional mistakes.",
                "初心者のように1段ずつ、ゆっくりそろえます。ときどき間違えます。"};
  BotInfo usagi{"usagi", {"Hare", "兎"}, 2, {450, 330}};
  usagi.about = {"Finds a good solution at once and plays it quickly; not always the shortest.",
                 "よい手順をすぐに見つけて、すばやく動かします。最短とは限りません。"};
  usagi.first_level = 4;
  usagi.cost_us = {2000, 2000};
  BotInfo hayabusa{"hayabusa", {"Falcon", "隼"}, 2, {330, 165}};
  hayabusa.about = {"Plays the shortest solution, at up to six tiles a second.",
                    "最短の手順で、速いときは1秒に6枚動かします。"};
  hayabusa.first_level = 6;
  hayabusa.cost_us = {50000, 50000};
  return {random, kame, usagi, hayabusa};
}

int slip_percent(int level) {
  EXPECT(1 <= level && level <= 3, level);
  static constexpr int percent[] = {20, 10, 4};
  return percent[level - 1];
}

namespace {

class NextStep final : public Thought<Move> {
 public:
  NextStep(Puzzle const& puzzle, Goal goal) : solving_(puzzle, goal, true) {}
  bool think(Thinking& thinking) override { return solving_.think(thinking); }
  Move move() const override {
    auto const solution = solving_.solution();
    EXPECT(!solution.tiles.empty());
    return {solution.tiles[0]};
  }

 private:
  Solving solving_;
};

}  // namespace
}  // namespace engawa::games::fifteen

namespace engawa::games {

std::unique_ptr<Thought<fifteen::Move>> Bots<fifteen::Fifteen>::begin(fifteen::Race const& race, Seat seat,
                                                                      std::string_view bot, int) {
  if (bot != "usagi" && bot != "hayabusa") return nullptr;
  auto const goal = bot == "usagi" ? fifteen::Goal::kQuick : fifteen::Goal::kShortest;
  return std::make_unique<fifteen::NextStep>(race.boards[seat].puzzle, goal);
}

fifteen::Move Bots<fifteen::Fifteen>::choose(fifteen::Race const& race, Seat seat, std::string_view bot, int level,
                                             Thinking& thinking) {
  if (auto const thought = begin(race, seat, bot, level)) {
    while (!thought->think(thinking)) continue;
    return thought->move();
  }
  if (bot == "random") return bots::random_move<fifteen::Fifteen>(race, seat, thinking.rng);
  auto const& puzzle = race.boards[seat].puzzle;
  bool const slips = static_cast<int>(thinking.rng.below(100)) < fifteen::slip_percent(level);
  return {slips ? fifteen::any_step(puzzle, thinking.rng) : fifteen::next_step(puzzle, fifteen::Layers::kSmall)};
}

}  // namespace engawa::games
