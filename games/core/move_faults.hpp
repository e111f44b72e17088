// Why a seat may not move now, whatever the move; and why not with this one. nullopt: it may.
#pragma once
#include <optional>
#include <string>

#include "base/result.hpp"
#include "games/core/rules.hpp"
#include "games/core/wire.hpp"

namespace engawa::games {

template <Rules G>
std::optional<Refusal> turn_fault(typename G::State const& state, Seat seat) {
  auto const acting = G::to_act(state);
  if (acting.empty()) return refuse("game_over", "the game is over");
  if (acting.has(seat)) return std::nullopt;
  std::string who;
  write_seats<G>(acting, who);
  return refuse("not_your_turn", std::string("seat ").append(seat_name(seat)) + " is not to act; it is the turn of " +
                                     who.substr(1, who.size() - 2));
}

template <Rules G>
std::optional<Refusal> own_fault([[maybe_unused]] typename G::State const& state, [[maybe_unused]] Seat seat,
                                 [[maybe_unused]] typename G::Move const& move) {
  if constexpr (requires { Wire<G>::refusal_of(state, seat, move); }) return Wire<G>::refusal_of(state, seat, move);
  return std::nullopt;
}

template <Rules G>
std::optional<Refusal> time_fault([[maybe_unused]] typename G::State const& state, [[maybe_unused]] Seat seat,
                                  [[maybe_unused]] GameTime at) {
  if constexpr (Timed<G>)
    if (auto const ready = G::ready_at(state, seat); at < ready)
      return refuse("too_soon", "the next move can be made in " + std::to_string(ready - at) + " ms");
  return std::nullopt;
}

}  // namespace engawa::games
