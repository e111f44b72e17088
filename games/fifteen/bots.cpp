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
  BotInfo random{"random", {"Random", "でたらめ"}, 1, {400}};
  random.about = {"Slides any tile that can be slid. Do not wait for it.",
                  "動かせる駒をでたらめに動かします。待っていても終わりません。"};
  BotInfo kame{"kame", {"Tortoise", "亀"}, 3, {900, 600, 400}};
  kame.about = {"Solves it row by row like a beginner, slowly, and slips now and then.",
                "初心者のように一段ずつ、ゆっくりそろえます。ときどき手がすべります。"};
  BotInfo usagi{"usagi", {"Hare", "兎"}, 2, {450, 330}};
  usagi.about = {"Sees a good way at once and goes it briskly, though not the shortest.",
                 "よい道をすぐに見つけて軽快に進みます。ただし最短ではありません。"};
  usagi.first_level = 4;
  usagi.cost_us = {2000, 2000};
  BotInfo hayabusa{"hayabusa", {"Falcon", "隼"}, 2, {330, 165}};
  hayabusa.about = {"Goes the shortest way there is, up to six tiles a second.",
                    "最短の手順を、速いときは一秒に六枚で進みます。"};
  hayabusa.first_level = 6;
  hayabusa.cost_us = {50000, 50000};
  return {random, kame, usagi, hayabusa};
}

int slip_percent(int level) {
  static constexpr int percent[] = {20, 10, 4};
  return percent[level - 1];
}

namespace {

class NextStep final : public Thought<Move> {
 public:
  NextStep(Puzzle const& puzzle, Goal goal) : solving_(puzzle, goal, true) {}
  bool think(Thinking& thinking) override { return solving_.think(thinking); }
  Move move() const override { return {solving_.solution().tiles[0]}; }

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
