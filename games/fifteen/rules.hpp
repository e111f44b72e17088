// The 15-puzzle as a race (Rules, Timed): up to five seats play at the same time, each on its own board with the same
// start. Pure functions, any thread.
#pragma once
#include "base/expect.hpp"
#include "games/core/rules.hpp"
#include "games/core/stack_list.hpp"
#include "games/fifteen/puzzle.hpp"

namespace engawa::games::fifteen {

inline constexpr int kMostSeats = 5;

// Slides the tiles from the hole up to and including this one. Ascending by tile.
struct Move {
  Tile tile = 0;
  friend constexpr auto operator<=>(Move, Move) = default;
};

struct Board {
  Puzzle puzzle;
  std::uint32_t steps = 0;  // single tiles moved
  std::uint8_t place = 0;   // 0: not solved
  bool out = false;         // eliminated: unsolved, and no steps or no time left
  GameTime solved_at = 0;
  friend bool operator==(Board const&, Board const&) = default;

  bool playing() const { return place == 0 && !out; }
};

// The number of single steps that the start needs, as reported by the solver.
struct Optimal {
  int steps = 0;        // 0: not known yet
  bool proved = false;  // false: the best solution found
  friend bool operator==(Optimal, Optimal) = default;
};

struct Race {
  Puzzle start;
  std::array<Board, kMostSeats> boards{};
  std::uint8_t seats = 1;
  std::uint32_t max_steps = 0;
  GameTime finish_ms = 0;  // time left for the others after the first player has finished
  std::uint32_t ply = 0;
  GameTime now = 0;
  Optimal optimal;
  friend bool operator==(Race const&, Race const&) = default;
};

Info const& info();

struct Fifteen {
  using State = Race;
  using Move = fifteen::Move;
  using Moves = StackList<Move, 2 * (kMaxSize - 1)>;

  static Info const& info() { return fifteen::info(); }
  static int seats(State const& state) { return state.seats; }
  static std::uint32_t ply(State const& state) { return state.ply; }
  static SeatSet to_act(State const& state);
  static Moves moves(State const& state, Seat seat);
  static bool legal(State const& state, Seat seat, Move move);
  static void apply(State& state, Seat seat, Move move);
  // By place; seats that are out share the last rank. Scores are steps. The reason is `solved`, or `out` if nobody
  // solved it.
  static std::optional<Ranking> outcome(State const& state);
  static Ranking standing(State const& state);

  static GameTime now(State const& state) { return state.now; }
  static void set_now(State& state, GameTime at) {
    EXPECT(at >= state.now, at, state.now);
    state.now = at;
  }
  // The end of the time after the first finisher, one seat at a time.
  static std::optional<Due> due(State const& state);
  static void elapse(State& state);
  static GameTime ready_at(State const&, Seat) { return 0; }
};

}  // namespace engawa::games::fifteen
