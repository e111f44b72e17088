#include "games/bubbles/rules.hpp"

#include <algorithm>
#include <bit>

#include "base/expect.hpp"
#include "games/core/ranking.hpp"

namespace engawa::games::bubbles {
namespace {

using State = Bubbles::State;

// A random colour from `colors` (bit k: colour k + 1).
Color draw(Chance& chance, unsigned colors) {
  EXPECT(colors != 0);
  auto nth = chance.below(static_cast<std::uint32_t>(std::popcount(colors)));
  for (; nth > 0; --nth) colors &= colors - 1;
  return static_cast<Color>(std::countr_zero(colors) + 1);
}

// The colours to draw from: in puzzle mode the remaining ones, else all.
unsigned palette(Settings const& settings, Grid const& grid) {
  unsigned const all = (1u << settings.colors) - 1;
  unsigned const left = settings.is_puzzle() ? colors_in(grid) & all : all;
  return left != 0 ? left : all;
}

std::uint32_t draw_row(Chance& chance, unsigned colors, int columns) {
  std::uint32_t row = 0;
  for (int column = 0; column < columns; ++column) row |= std::uint32_t{draw(chance, colors)} << (4 * column);
  return row;
}

Grid draw_layout(Chance& chance, Settings const& settings) {
  Grid grid;
  for (int row = 0; row < kStartRows; ++row)
    grid.rows[static_cast<std::size_t>(row)] = draw_row(chance, (1u << settings.colors) - 1, columns(row, 0));
  return grid;
}

int living(State const& state) {
  auto const end = state.fields.begin() + state.settings.seats;
  return static_cast<int>(
      std::count_if(state.fields.begin(), end, [](Field const& field) { return field.place == 0; }));
}

bool is_cleared(State const& state) { return state.settings.is_puzzle() && depth(state.fields[0].grid) == 0; }

// The attack first cancels the shooter's own queue. The rest goes to the living opponents one by one in seat order,
// starting after the shooter.
void send(State& state, Seat seat, Shot& shot) {
  auto& own = state.fields[seat];
  int attack = attack_of(state.settings.attack, shot.removal.popped.count(), shot.removal.fallen.count());
  int const cancelled = std::min(attack, own.queue);
  own.queue -= cancelled;
  attack -= cancelled;
  if (living(state) < 2) return;
  shot.sent = attack;
  own.sent += attack;
  for (std::size_t to = seat; attack > 0;) {
    to = (to + 1) % state.settings.seats;
    if (to == seat || state.fields[to].place != 0) continue;
    ++state.fields[to].queue;
    ++shot.sent_to[to];
    --attack;
  }
}

void drop_row(Settings const& settings, Field& field, Shot& shot) {
  if (--field.drop_in > 0) return;
  field.drop_in = static_cast<std::uint8_t>(settings.drop_every());
  shot.dropped = true;
  shot.row = draw_row(field.row_rng, palette(settings, field.grid), columns(0, 1 - field.grid.shift));
  push_row(field.grid, shot.row);
}

void put_garbage(Settings const& settings, Field& field, Shot& shot) {
  for (int count = std::min(field.queue, kGarbagePerShot); count > 0; --count) {
    auto const column = static_cast<int>(field.garbage_rng.below(kColumns - 1));
    auto const cell = below_lowest(field.grid, column);
    auto const color = draw(field.garbage_rng, palette(settings, field.grid));
    field.grid.put(cell, color);
    shot.garbage.push_back({cell, color});
    --field.queue;
  }
}

// Whether a game may begin with this field.
[[maybe_unused]] bool is_start(Settings const& settings, Grid const& field) {
  bool const in_colors = (colors_in(field) & ~((1u << settings.colors) - 1)) == 0;
  return in_colors && depth(field) > 0 && hanging(field) == occupied(field);
}

// REQUIRES: the shot has landed.
void reload(Settings const& settings, Field& field) {
  field.now = field.next;
  field.next = draw(field.shot_rng, palette(settings, field.grid));
  ++field.shot;
}

}  // namespace

int attack_of(Attack attack, int popped, int fallen) {
  if (popped == 0) return 0;
  return attack == Attack::kClassic ? popped + fallen - 3 : popped + 2 * fallen;
}

State Bubbles::start(Settings const& settings, std::optional<Grid> const& field, Seed const& seed) {
  EXPECT(!field || is_start(settings, *field));
  State state;
  state.settings = settings;
  Streams streams(seed);
  auto layout = streams.next();
  auto const grid = field ? *field : draw_layout(layout, settings);
  for (std::size_t seat = 0; seat < settings.seats; ++seat) {
    auto& own = state.fields[seat];
    own.grid = grid;
    own.deepest = static_cast<std::uint8_t>(depth(grid));
    own.drop_in = static_cast<std::uint8_t>(settings.drop_every());
    own.shot_rng = streams.next();
    own.row_rng = streams.next();
    own.garbage_rng = streams.next();
    own.now = draw(own.shot_rng, palette(settings, grid));
    own.next = draw(own.shot_rng, palette(settings, grid));
  }
  return state;
}

SeatSet Bubbles::to_act(State const& state) {
  SeatSet seats;
  if (is_cleared(state) || living(state) < (state.settings.is_puzzle() ? 1 : 2)) return seats;
  for (Seat seat = 0; seat < state.settings.seats; ++seat)
    if (state.fields[seat].place == 0) seats.add(seat);
  return seats;
}

bool Bubbles::legal(State const& state, Seat seat, Move move) {
  bool const meant = move.shot == Move::kAnyShot || move.shot == state.fields[seat].shot;
  return to_act(state).has(seat) && meant && move.angle >= -kMaxAngle && move.angle <= kMaxAngle;
}

Shot Bubbles::shoot(State& state, Seat seat, int angle) {
  EXPECT(to_act(state).has(seat) && -kMaxAngle <= angle && angle <= kMaxAngle, seat, angle);
  auto& field = state.fields[seat];
  auto const& settings = state.settings;
  Shot shot;
  shot.angle = angle;
  shot.color = field.now;
  shot.landing = Sky(field.grid).fly(angle);
  shot.removal = attach(field.grid, shot.landing.cell, field.now);
  field.popped += shot.removal.popped.count();
  field.fallen += shot.removal.fallen.count();
  field.ready = state.now + shot.landing.flight_ms();
  field.deepest = std::max(field.deepest, static_cast<std::uint8_t>(shot.landing.cell.row + 1));
  send(state, seat, shot);
  // A cleared puzzle is won: no new row is added.
  shot.cleared = is_cleared(state);
  if (!shot.cleared) drop_row(settings, field, shot);
  put_garbage(settings, field, shot);
  int const rows = depth(field.grid);
  field.deepest = std::max(field.deepest, static_cast<std::uint8_t>(rows));
  if (rows > kLoseRow) {
    shot.place = living(state);
    field.place = static_cast<std::uint8_t>(shot.place);
    field.out_at = field.ready;
  }
  reload(settings, field);
  ++state.ply;
  return shot;
}

// Players who are out rank behind the others, in the order of elimination; the others compare by bubbles removed.
Ranking Bubbles::standing(State const& state) {
  std::vector<Ranking::Place> in, out;
  for (Seat seat = 0; seat < state.settings.seats; ++seat) {
    auto const& field = state.fields[seat];
    (field.place == 0 ? in : out).push_back({seat, field.place, field.popped + field.fallen});
  }
  std::sort(out.begin(), out.end(), [](auto const& a, auto const& b) { return a.rank < b.rank; });
  auto const puzzle_reason = is_cleared(state) ? "cleared" : "lost";
  auto ranking = rank_by_score(std::move(in), state.settings.is_puzzle() ? puzzle_reason : "last_standing");
  ranking.places.insert(ranking.places.end(), out.begin(), out.end());
  ranking.lost = state.settings.is_puzzle() && !is_cleared(state);
  return ranking;
}

std::optional<Ranking> Bubbles::outcome(State const& state) {
  if (!to_act(state).empty()) return std::nullopt;
  return standing(state);
}

std::optional<Due> Bubbles::due(State const& state) {
  std::optional<Due> first;
  for (Seat seat = 0; seat < state.settings.seats; ++seat) {
    GameTime const at = state.fields[seat].ready + state.settings.hurry_ms;
    if (to_act(state).has(seat) && (!first || at < first->at)) first = Due{at, seat};
  }
  return first;
}

State Bubbles::determinize(State const& state, Seat, Rng& rng) {
  auto seen = state;
  for (auto& field : seen.fields) {
    field.shot_rng = Rng(rng.next());
    field.row_rng = Rng(rng.next());
    field.garbage_rng = Rng(rng.next());
  }
  return seen;
}

}  // namespace engawa::games::bubbles
