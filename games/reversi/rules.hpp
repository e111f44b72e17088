// Reversi for two to five players as a game (Rules): every variant, on words of 64 or 256 bits. Pure functions, any
// thread.
#pragma once
#include <memory>
#include <span>

#include "base/held_memory.hpp"
#include "games/core/rules.hpp"
#include "games/core/stack_list.hpp"
#include "games/reversi/position.hpp"

namespace engawa::games::reversi {

// A cell to play on; ascending moves read the board from left to right and top to bottom.
struct Move {
  Cell cell = 0;
  friend constexpr auto operator<=>(Move, Move) = default;
};

Info const& info();

template <class Word>
struct Reversi {
  struct State {
    std::shared_ptr<Setup<Word> const> setup;
    Position<Word> position;

    // Equal states of equal variants compare equal, even if their setups are different objects.
    friend bool operator==(State const& a, State const& b) {
      bool const same = a.setup == b.setup || (a.setup && b.setup && a.setup->variant == b.setup->variant);
      return same && a.position == b.position;
    }
  };
  using Move = reversi::Move;
  using Moves = StackList<Move, bits::kWidth<Word>>;

  static Info const& info() { return reversi::info(); }
  // REQUIRES: `variant` is valid and fits the word.
  static State start(Variant const& variant);

  static int seats(State const& state) { return static_cast<int>(state.setup->color_of.size()); }
  static std::uint32_t ply(State const& state) { return state.position.ply; }
  static SeatSet to_act(State const& state) {
    if (state.position.turn == kNobody) return {};
    return SeatSet::of(state.setup->seat_of[state.position.turn]);
  }
  static Moves moves(State const& state, Seat seat);
  static bool legal(State const& state, Seat seat, Move move);
  // Passing is implicit: afterwards it is the turn of a player who can move, or the game is over.
  static void apply(State& state, Seat seat, Move move);
  static std::optional<Ranking> outcome(State const& state);
  static Ranking standing(State const& state);

  // Bytes of the setup, which all states of a game share, estimated.
  static std::size_t memory(State const& state) {
    auto const& setup = *state.setup;
    return held::block(sizeof setup + held::kShared) + held::items(setup.rotation) + held::items(setup.cut_ins) +
           held::items(setup.compete) + held::items(setup.color_of) + held::items(setup.geometry.cells) +
           held::list(setup.variant.rows, held::text);
  }

  // A seat's discs on the board.
  static int score(State const& state, Seat seat) {
    return bits::count(state.position.planes[state.setup->color_of[seat]]);
  }
  // The discs that the move flanks, whether they change colour or not. REQUIRES: legal.
  static int flanked(State const& state, Move move);

  // Plays randomly to the end and returns the seat that came first alone. The fast way for bots.
  static std::optional<Seat> play_out(State const& state, Rng& rng);
  // The same for many states at once, each with its own generator seeded from `rng`: the same games on every
  // processor. REQUIRES: all from one start; as many winners as states.
  static void play_outs(std::span<State const> states, Rng& rng, std::span<std::optional<Seat>> winners);
  static std::uint64_t perft(State const& state, int depth);
};

}  // namespace engawa::games::reversi
