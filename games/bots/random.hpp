// The random bot, and random playouts, for every game.
#pragma once
#include <optional>
#include <span>

#include "base/expect.hpp"
#include "games/core/ranking.hpp"
#include "games/core/rules.hpp"

namespace engawa::games::bots {

// Uniform over the moves, in their order.
template <Rules G>
typename G::Move random_move(typename G::State const& state, Seat seat, Rng& rng) {
  auto const moves = G::moves(state, seat);
  EXPECT(!moves.empty(), seat);  // `seat` is to act
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// The next mover in random play. If several seats are to act: the one whose move is accepted first, with ties broken at
// random.
template <Rules G>
Seat next_mover(typename G::State const& state, Rng& rng) {
  auto const acting = G::to_act(state);
  if (acting.size() == 1) return acting.first();
  auto nth = rng.below(static_cast<std::uint32_t>(acting.size()));
  auto chosen = acting.first();
  for (Seat seat = 0; seat < kMaxSeats; ++seat)
    if (acting.has(seat) && nth-- == 0) chosen = seat;
  if constexpr (Timed<G>)
    for (Seat seat = 0; seat < kMaxSeats; ++seat)
      if (acting.has(seat) && G::ready_at(state, seat) < G::ready_at(state, chosen)) chosen = seat;
  return chosen;
}

// Plays randomly to the end and returns the seat that came first alone. In timed games every seat moves as soon as it
// may. A game with its own, faster way provides G::play_out.
template <Rules G>
std::optional<Seat> play_out(typename G::State state, Rng& rng) {
  if constexpr (requires { G::play_out(state, rng); }) {
    return G::play_out(state, rng);
  } else {
    while (!G::to_act(state).empty()) {
      auto const seat = next_mover<G>(state, rng);
      if constexpr (Timed<G>) G::set_now(state, std::max(G::now(state), G::ready_at(state, seat)));
      G::apply(state, seat, random_move<G>(state, seat, rng));
    }
    return unique_winner(*G::outcome(state));
  }
}

// Plays each of `states` randomly to the end, each with its own generator seeded from `rng`. A game with a faster way
// for many games at once provides G::play_outs. There are as many winners as states.
template <Rules G>
void play_outs(std::span<typename G::State const> states, Rng& rng, std::span<std::optional<Seat>> winners) {
  EXPECT(winners.size() == states.size(), winners.size(), states.size());
  if constexpr (requires { G::play_outs(states, rng, winners); }) {
    G::play_outs(states, rng, winners);
  } else {
    for (std::size_t i = 0; i < states.size(); ++i) {
      Rng own(rng.next());
      winners[i] = play_out<G>(states[i], own);
    }
  }
}

}  // namespace engawa::games::bots
