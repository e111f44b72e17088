// The bubble shooter for one to five seats as a game (Rules, Timed, Hidden): docs/reference/rules.md,
// section 4. Pure functions, any thread.
//
// All players shoot at their own fields at the same time. A shot is computed at once; the next one is accepted when it
// has landed. One seat: puzzle mode, the field must be cleared. More: versus mode, the last remaining field wins.
#pragma once
#include <array>
#include <optional>
#include <ranges>

#include "base/expect.hpp"
#include "games/bubbles/flight.hpp"
#include "games/bubbles/grid.hpp"
#include "games/core/chance.hpp"
#include "games/core/rules.hpp"

namespace engawa::games::bubbles {

inline constexpr int kMaxSeatsHere = 5;
inline constexpr int kMaxColors = 8;
inline constexpr int kStartRows = 5;
inline constexpr int kGarbagePerShot = 7;

enum class Attack : std::uint8_t {
  kClassic,      // popped + fallen - 3
  kEverybubble,  // popped + 2 * fallen
};

struct Settings {
  std::uint8_t seats = 2;
  std::uint8_t colors = 6;
  Attack attack = Attack::kClassic;
  std::int32_t hurry_ms = 10000;  // this long after the last shot has landed, the next is forced

  bool is_puzzle() const { return seats == 1; }
  // The number of own shots between two new rows from above.
  int drop_every() const { return is_puzzle() ? 9 : 12; }
  friend bool operator==(Settings const&, Settings const&) = default;
};

struct Move {
  std::int16_t angle = 0;  // hundredths of a degree from straight up, right positive
  // The number of the intended shot, so that a shot forced in the meantime is not made twice; kAnyShot: the next one.
  std::int32_t shot = kAnyShot;

  static constexpr std::int32_t kAnyShot = -1;
  friend constexpr bool operator==(Move, Move) = default;
};

struct Field {
  Grid grid;
  Color now = 0;
  Color next = 0;
  std::uint8_t drop_in = 0;  // own shots until a new row
  std::uint8_t deepest = 0;  // 1 + the lowest row that ever held a bubble
  std::uint8_t place = 0;    // 0: still in the game
  std::int32_t shot = 0;     // shots made, and so the number of the next
  std::int32_t queue = 0;    // garbage in the queue
  std::int32_t popped = 0;
  std::int32_t fallen = 0;
  std::int32_t sent = 0;
  GameTime ready = 0;  // when the last shot has landed
  GameTime out_at = 0;

  // Hidden from everyone: the bubbles to come, the new rows, the garbage's colours and columns.
  Chance shot_rng{}, row_rng{}, garbage_rng{};

  friend bool operator==(Field const&, Field const&) = default;
};

// Everything that one shot caused, in order.
struct Shot {
  struct Piece {
    Cell cell;
    Color color = 0;
  };

  int angle = 0;
  Color color = 0;
  Landing landing;
  Removal removal;
  int sent = 0;  // to all opponents
  std::array<int, kMaxSeatsHere> sent_to{};
  bool dropped = false;  // a new row was added
  std::uint32_t row = 0;
  StackList<Piece, kGarbagePerShot> garbage;
  bool cleared = false;
  int place = 0;  // 0: still in the game
};

Info const& info();

struct Bubbles {
  struct State {
    Settings settings;
    GameTime now = 0;
    std::uint32_t ply = 0;
    std::array<Field, kMaxSeatsHere> fields;
    friend bool operator==(State const&, State const&) = default;
  };
  using Move = bubbles::Move;

  static Info const& info() { return bubbles::info(); }
  // REQUIRES: `field`, if given, is connected to the ceiling, not empty, and uses the colours of `settings`.
  static State start(Settings const& settings, std::optional<Grid> const& field, Seed const& seed);

  static int seats(State const& state) { return state.settings.seats; }
  static std::uint32_t ply(State const& state) { return state.ply; }
  static SeatSet to_act(State const& state);
  // Every angle, ascending; computed on access, because there are 16001.
  static auto moves(State const& state, Seat seat) {
    bool const acts = to_act(state).has(seat);
    auto const shot = acts ? state.fields[seat].shot : 0;
    return std::views::iota(acts ? -kMaxAngle : 0, acts ? kMaxAngle + 1 : 0) |
           std::views::transform([shot](int angle) { return Move{static_cast<std::int16_t>(angle), shot}; });
  }
  static bool legal(State const& state, Seat seat, Move move);
  static void apply(State& state, Seat seat, Move move) {
    EXPECT(legal(state, seat, move), seat, move.angle, move.shot);
    (void)shoot(state, seat, move.angle);
  }
  static std::optional<Ranking> outcome(State const& state);
  static Ranking standing(State const& state);

  static GameTime now(State const& state) { return state.now; }
  static void set_now(State& state, GameTime at) {
    EXPECT(at >= state.now, at, state.now);
    state.now = at;
  }
  // The next forced shot; it goes straight up.
  static std::optional<Due> due(State const& state);
  static void elapse(State& state) {
    EXPECT(due(state) && due(state)->at <= state.now, state.now);
    (void)shoot(state, due(state)->seat, 0);
  }
  static GameTime ready_at(State const& state, Seat seat) { return state.fields[seat].ready; }

  static State determinize(State const& state, Seat seat, Rng& rng);

  // REQUIRES: `seat` is to act, |angle| <= kMaxAngle.
  static Shot shoot(State& state, Seat seat, int angle);
};

// The attack value of a removal.
int attack_of(Attack attack, int popped, int fallen);

}  // namespace engawa::games::bubbles
