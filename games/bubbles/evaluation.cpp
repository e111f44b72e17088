#include "games/bubbles/evaluation.hpp"

#include <algorithm>
#include <bit>

namespace engawa::games::bubbles {
namespace {

// Measured by duels of the bot against itself: adjacency matters most, the rest hardly at all.
constexpr double kRemoved = 0.6;
constexpr double kAttack = 3;
constexpr double kAttackOnLow = 0.3;  // for each row of the opponent beyond kDeepRow
constexpr double kPair = 0.5;         // a bubble of the same colour next to the one that lands, at most two
constexpr double kBubble = -0.12;
constexpr double kRow = -0.8;
constexpr double kLow = -0.075;  // per bubble, times the square of its rows below kLowRow
constexpr double kDeep = -6;     // per row beyond kDeepRow
constexpr double kLost = -1000;
constexpr double kCleared = 1000;  // the puzzle is won
constexpr int kLowRow = 6;
constexpr int kDeepRow = 8;
constexpr double kRowsOfGarbage = 0.2;  // how much one piece lowers the field: several share a row

int pairs(Grid const& grid, Cell cell, Color color) {
  auto const near = neighbors(cell, grid.shift);
  int count = 0;
  for (int row = std::max(cell.row - 1, 0); row <= cell.row + 1; ++row)
    for (unsigned bits = near.rows[static_cast<std::size_t>(row)]; bits != 0; bits &= bits - 1)
      count += grid.at({static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(std::countr_zero(bits))}) == color;
  return std::min(count, 2);
}

// A bubble sent is worth more the lower the opponents' lowest bubbles already hang.
double worth_of_attack(Bubbles::State const& state, Seat seat) {
  double lowest = 0;
  for (Seat other = 0; other < state.settings.seats; ++other) {
    auto const& field = state.fields[other];
    if (other == seat || field.place != 0) continue;
    lowest = std::max(lowest, depth(field.grid) + kRowsOfGarbage * std::min(field.queue, kGarbagePerShot));
  }
  return kAttack + kAttackOnLow * std::max(0.0, lowest - kDeepRow);
}

}  // namespace

Outlook outlook_of(Bubbles::State const& state, Seat seat) {
  auto const& field = state.fields[seat];
  auto const& settings = state.settings;
  return {field.grid, field.queue, field.drop_in, settings.attack, settings.is_puzzle(), worth_of_attack(state, seat)};
}

Option try_shot(Outlook const& before, Target const& target, Color color) {
  Option option{target, before, 0, 0};
  auto& after = option.after;
  auto const removal = attach(after.grid, target.cell, color);
  int const popped = removal.popped.count(), fallen = removal.fallen.count();
  option.gain = kRemoved * (popped + fallen);
  if (popped == 0) option.gain += kPair * pairs(after.grid, target.cell, color);
  if (!before.puzzle) {
    int const attack = attack_of(before.attack, popped, fallen);
    option.gain += before.attack_worth * attack;
    after.queue = std::max(0, after.queue - attack);
  }
  --after.drop_in;
  option.value = option.gain + value_of(after);
  return option;
}

double value_of(Outlook const& outlook) {
  auto const& rows = outlook.grid.rows;
  int const deep = depth(outlook.grid);
  if (deep == 0 && outlook.puzzle) return kCleared;
  double const lowered = (outlook.drop_in <= 0 ? 1 : 0) + kRowsOfGarbage * std::min(outlook.queue, kGarbagePerShot);
  double value = kRow * (deep + lowered) + kDeep * std::max(0.0, deep + lowered - kDeepRow);
  if (deep + (outlook.drop_in <= 0 ? 1 : 0) > kLoseRow) value += kLost;
  for (int row = 0; row < deep; ++row) {
    int const bubbles = std::popcount(occupied(rows[static_cast<std::size_t>(row)]));
    double const below = std::max(0.0, row + lowered - kLowRow);
    value += bubbles * (kBubble + kLow * below * below);
  }
  return value;
}

}  // namespace engawa::games::bubbles
