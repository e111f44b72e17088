#include "tests/games/bubbles_soak.hpp"

#include <bit>
#include <cmath>

#include "base/fnv.hpp"
#include "games/bubbles/options.hpp"
#include "games/bubbles/wire.hpp"
#include "tests/games/bubbles_oracle.hpp"

namespace engawa::tests {
namespace {

using namespace games::bubbles;
using games::Rng;
using games::Seat;
using State = Bubbles::State;

constexpr int kShotsPerMatch = 40;

State random_match(Rng& rng) {
  Settings settings;
  settings.seats = static_cast<std::uint8_t>(1 + rng.below(5));
  settings.colors = static_cast<std::uint8_t>(3 + rng.below(6));
  settings.attack = rng.below(2) == 0 ? Attack::kClassic : Attack::kEverybubble;
  auto state = Bubbles::start(settings, std::nullopt, rng.next());
  for (Seat seat = 0; seat < settings.seats; ++seat) {
    auto& field = state.fields[seat];
    field.grid = random_grid(rng, settings.colors);
    if (depth(field.grid) == 0) field.grid.put({0, 3}, 1);
    field.deepest = static_cast<std::uint8_t>(depth(field.grid));
    field.queue = static_cast<std::int32_t>(rng.below(4) == 0 ? rng.below(20) : 0);
    field.drop_in = static_cast<std::uint8_t>(1 + rng.below(static_cast<std::uint32_t>(settings.drop_every())));
  }
  return state;
}

template <class Visit>
void each_cell(Mask const& mask, Visit visit) {
  for (std::size_t row = 0; row < kRows; ++row)
    for (unsigned bits = mask.rows[row]; bits != 0; bits &= bits - 1)
      visit(Cell{static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(std::countr_zero(bits))});
}

bool in_bounds(Grid const& grid) {
  bool fits = true;
  each_cell(occupied(grid), [&](Cell cell) { fits = fits && cell.column < columns(cell.row, grid.shift); });
  return fits;
}

// By centres, not by cells: two bubbles are never closer than a diameter (minus the rounding of the row pitch).
bool has_overlap(Grid const& grid) {
  bool overlap = false;
  auto const all = occupied(grid);
  each_cell(all, [&](Cell a) {
    each_cell(all, [&](Cell b) {
      if (b <= a) return;
      long const across = center_x(a.row, a.column, grid.shift) - center_x(b.row, b.column, grid.shift);
      long const down = center_y(a.row) - center_y(b.row);
      overlap = overlap || across * across + down * down < (kPitch - 1L) * (kPitch - 1L);
    });
  });
  return overlap;
}

bool is_subset(Mask const& part, Mask const& whole) {
  bool inside = true;
  each_cell(part, [&](Cell cell) { inside = inside && whole.has(cell); });
  return inside;
}

// The law that the shot broke; empty: none. `look_close`: checks the slow laws, too.
std::string broken_law(Field const& before, Field const& after, Shot const& shot, bool look_close) {
  auto const cell = shot.landing.cell;
  auto const& removal = shot.removal;
  auto const was = occupied(before.grid);
  if (cell.column >= columns(cell.row, before.grid.shift) || cell.row > kLoseRow) return "it landed in no cell";
  if (was.has(cell)) return "it landed on a bubble";
  auto placed = was;
  placed.add(cell);
  bool touches = cell.row == 0;
  each_cell(neighbors(cell, before.grid.shift), [&](Cell next) { touches = touches || was.has(next); });
  if (!touches) return "it landed in the air";
  int const popped = removal.popped.count(), fallen = removal.fallen.count();
  if (popped != 0 && (popped < 3 || !removal.popped.has(cell))) return "a group of three or more holds the shot";
  if (popped == 0 && fallen != 0) return "nothing falls when nothing pops";
  if (!is_subset(removal.popped, placed) || !is_subset(removal.fallen, placed)) return "what is removed was there";
  bool same = true;
  each_cell(removal.popped, [&](Cell each) { same = same && (each == cell || before.grid.at(each) == shot.color); });
  if (!same) return "a group has one colour";
  int const row = shot.dropped ? std::popcount(occupied(shot.row)) : 0;
  int const expected = was.count() + 1 - popped - fallen + row + static_cast<int>(shot.garbage.size());
  if (occupied(after.grid).count() != expected) return "the counts add up";
  if (shot.dropped && row != columns(0, after.grid.shift)) return "a new row is full";
  if (!in_bounds(after.grid)) return "every bubble is in a cell";
  if (hanging(after.grid) != occupied(after.grid)) return "everything hangs on the ceiling";
  if ((depth(after.grid) > kLoseRow) != (after.place != 0)) return "a bubble in row 12 loses, and nothing else";
  if (look_close && has_overlap(after.grid)) return "no two bubbles overlap";
  return {};
}

void add(Fnv& fnv, Shot const& shot, State const& state) {
  for (auto const& point : path_of(shot.angle, shot.landing))
    fnv.add(static_cast<std::uint64_t>(point.x))
        .add(static_cast<std::uint64_t>(point.y))
        .add(static_cast<std::uint64_t>(point.ms));
  fnv.add(cell_name(shot.landing.cell)).add(cell_names(shot.removal.popped)).add(cell_names(shot.removal.fallen));
  fnv.add(static_cast<std::uint64_t>(shot.sent)).add(BubblesWire::hash(state));
}

void count(Soak& soak, Shot const& shot) {
  ++soak.shots;
  soak.popped += shot.removal.popped.count();
  soak.fallen += shot.removal.fallen.count();
  soak.rows += shot.dropped;
  soak.garbage += static_cast<long>(shot.garbage.size());
  soak.cleared += shot.cleared;
  soak.out += shot.place != 0;
}

std::string describe(char const* law, Field const& before, int angle) {
  std::string text(law);
  text.append("\nangle ").append(std::to_string(angle));
  for (auto const& row : rows_of(before.grid)) text.append("\n").append(row);
  return text;
}

}  // namespace

Soak soak_bubbles(long shots, std::uint64_t seed) {
  Soak soak;
  Rng rng(seed);
  Fnv fnv;
  while (soak.shots < shots && soak.fault.empty()) {
    auto state = random_match(rng);
    for (int i = 0; i < kShotsPerMatch && soak.shots < shots && !Bubbles::to_act(state).empty(); ++i) {
      auto seat = static_cast<Seat>(rng.below(state.settings.seats));
      while (!Bubbles::to_act(state).has(seat)) seat = static_cast<Seat>((seat + 1) % state.settings.seats);
      int const angle = static_cast<int>(rng.below(2 * kMaxAngle + 1)) - kMaxAngle;
      Bubbles::set_now(state, std::max(state.now, Bubbles::ready_at(state, seat)));
      auto const before = state.fields[seat];
      auto const shot = Bubbles::shoot(state, seat, angle);
      count(soak, shot);
      auto const law = broken_law(before, state.fields[seat], shot, soak.shots % 16 == 0);
      if (!law.empty()) soak.fault = describe(law.c_str(), before, angle);
      add(fnv, shot, state);
    }
  }
  soak.hash = fnv.value();
  return soak;
}

}  // namespace engawa::tests
