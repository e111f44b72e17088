#include "games/nim/bots.hpp"

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

// The single cells after which the opponent has the fewest winning moves.
Nim::Moves hardest(Position const& position) {
  Nim::Moves best;
  std::size_t fewest = SIZE_MAX;
  for (auto const& move : Nim::moves(position, static_cast<Seat>(position.ply & 1))) {
    if (move.count > 1) continue;
    auto next = position;
    Nim::apply(next, 0, move);
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
  auto const all = groups(position);
  auto const value = static_cast<unsigned>(sum(position).value);
  if (value == 0) return random_part(pick(all, rng), rng);
  auto const top = std::bit_floor(value);
  auto const* group = all.begin();
  while ((group->length & top) == 0) ++group;
  return {group->row, group->from, static_cast<std::uint8_t>(group->length - (group->length ^ value))};
}

Move perfect_move(Position const& position, Rng& rng) {
  auto const winning = winning_moves(position);
  return winning.empty() ? pick(hardest(position), rng) : pick(winning, rng);
}

int blunder_percent(int level) {
  static constexpr int percent[kOshoLevels] = {60, 35, 15, 5, 0};
  return percent[level - 1];
}

}  // namespace engawa::games::nim

namespace engawa::games {

nim::Move Bots<nim::Nim>::choose(nim::Position const& position, Seat seat, std::string_view bot, int level,
                                 Thinking& thinking) {
  auto& rng = thinking.rng;
  if (bot == "seed") return nim::seed_move(position, rng);
  bool const blunders = bot == "osho" && static_cast<int>(rng.below(100)) < nim::blunder_percent(level);
  if (bot == "random" || blunders) return bots::random_move<nim::Nim>(position, seat, rng);
  return nim::perfect_move(position, rng);
}

}  // namespace engawa::games
