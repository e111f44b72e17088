#include "games/nim/bots.hpp"

#include "base/expect.hpp"
#include "games/bots/random.hpp"
#include "games/nim/analysis.hpp"

namespace engawa::games::nim {
namespace {

std::uint32_t below(Rng& rng, int bound) { return rng.below(static_cast<std::uint32_t>(bound)); }

Move random_part(Group const& group, Rng& rng) {
  auto const skip = below(rng, group.length);
  auto const count = 1 + below(rng, group.length - static_cast<int>(skip));
  return {group.row, static_cast<std::uint8_t>(group.from + skip), static_cast<std::uint8_t>(count)};
}

template <class List>
auto pick(List const& list, Rng& rng) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

// The single cells that leave the opponent the fewest winning moves.
Nim::Moves hardest(Position const& position) {
  Nim::Moves best;
  std::size_t fewest = SIZE_MAX;
  auto const seat = static_cast<Seat>(position.ply & 1);
  for (auto const& move : Nim::moves(position, seat)) {
    if (move.count > 1) continue;
    auto next = position;
    Nim::apply(next, seat, move);
    auto const answers = winning_moves(next).size();
    if (answers > fewest) continue;
    if (answers < fewest) best = {};
    fewest = answers;
    best.push_back(move);
  }
  return best;
}

}  // namespace

Move seed_move(Position const& position, Rng& rng) {
  EXPECT(!position.empty());
  auto const all = groups(position);
  auto const value = static_cast<unsigned>(sum(position).value);
  if (value == 0) return random_part(pick(all, rng), rng);
  auto const top = std::bit_floor(value);
  auto const* group = all.begin();
  while ((group->length & top) == 0) ++group;
  return {group->row, group->from, static_cast<std::uint8_t>(group->length - (group->length ^ value))};
}

Move perfect_move(Position const& position, Rng& rng) {
  EXPECT(!position.empty());
  auto const winning = winning_moves(position);
  return winning.empty() ? pick(hardest(position), rng) : pick(winning, rng);
}

// Chosen so that each level wins about two of three games against the level below it, taking turns to begin.
int slip_percent(int level) {
  EXPECT(1 <= level && level <= kLevels, level);
  static constexpr int percent[kLevels] = {35, 50, 25, 10, 0};
  return percent[level - 1];
}

Move move_of_level(Position const& position, int level, Rng& rng) {
  EXPECT(!position.empty());
  bool const slips = static_cast<int>(rng.below(100)) < slip_percent(level);
  bool const lost_count = level == 1 && groups(position).size() > kChildGroups;
  if (slips || lost_count) return bots::random_move<Nim>(position, static_cast<Seat>(position.ply & 1), rng);
  return perfect_move(position, rng);
}

std::vector<BotInfo> bot_infos() {
  BotInfo kozo{"kozo", {"Novice", "小僧"}, kLevels - 1};
  kozo.about = {"Still learning: level 1 plays only the endgame well; each level makes fewer mistakes.",
                "修行中です。レベル1は終盤だけを読み、レベルが上がるほど間違いが減ります。"};
  BotInfo osho{"osho", {"Abbot", "和尚"}, 1};
  osho.first_level = kLevels;
  osho.about = {"Perfect play: wins every winnable position, in varying ways, and delays defeat in lost ones.",
                "決して間違えません。勝てる局面では必ず勝ち（手は毎回変わります）、負けの局面ではできるだけ粘ります。"};
  BotInfo seed{"seed", {"By the book", "教科書どおり"}, 1};
  seed.about = {"Plays the textbook strategy, always from the left; does not know the misère variant.",
                "教科書どおりの作戦で、いつも左から取ります。最後を取ると負けるルールは知りません。"};
  BotInfo perfect{"perfect", {"Perfect", "完璧"}, 1};
  perfect.about = {"As strong as the Abbot; the opponent in puzzles.", "和尚と同じ強さです。詰め問題の相手をします。"};
  BotInfo random{"random", {"Random", "でたらめ"}, 1};
  random.about = {"Takes random stones.", "どこからでも、いくつでも、でたらめに取ります。"};
  return {random, kozo, osho, seed, perfect};
}

}  // namespace engawa::games::nim

namespace engawa::games {

nim::Move Bots<nim::Nim>::choose(nim::Position const& position, Seat seat, std::string_view bot, int level,
                                 Thinking& thinking) {
  auto& rng = thinking.rng;
  if (bot == "random") return bots::random_move<nim::Nim>(position, seat, rng);
  if (bot == "seed") return nim::seed_move(position, rng);
  if (bot == "perfect") return nim::perfect_move(position, rng);
  return nim::move_of_level(position, level, rng);
}

}  // namespace engawa::games
