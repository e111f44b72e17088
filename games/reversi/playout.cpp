// The two loops where speed counts: random play to the end, and perft. No heap, no virtual call, fills kept between
// seek and put.
#include <concepts>

#include "games/reversi/playout_wide.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {
namespace {

template <class Shape, class Word>
inline std::optional<Seat> random_game(Setup<Word> const& setup, Position<Word> position, Rng& rng) {
  if (position.turn == kNobody) return winner_of(setup, position.planes);
  Fills<Word> fills;
  legal_for<Shape>(setup, position, position.turn, fills);
  do {
    auto const choice = rng.below(static_cast<std::uint32_t>(bits::count(position.legal)));
    put<Shape>(setup, position, bits::nth(position.legal, choice), fills);
    seek<Shape>(setup, position, fills);
  } while (position.turn != kNobody);
  return winner_of(setup, position.planes);
}

template <class Shape, class Word>
std::uint64_t leaves(Setup<Word> const& setup, Position<Word> const& position, int depth) {
  if (depth == 0) return 1;
  if (position.turn == kNobody) return 0;
  if (depth == 1) return static_cast<std::uint64_t>(bits::count(position.legal));
  Fills<Word> fills;
  legal_for<Shape>(setup, position, position.turn, fills);
  std::uint64_t total = 0;
  for (Word rest = position.legal; bits::any(rest); bits::drop_lowest(rest)) {
    auto next = position;
    Fills<Word> next_fills;
    put<Shape>(setup, next, bits::single<Word>(bits::lowest(rest)), fills);
    seek<Shape>(setup, next, next_fills);
    total += leaves<Shape>(setup, next, depth - 1);
  }
  return total;
}

// The same again for processors with popcnt and three-operand shifts, which every x86-64 server since 2013 has but
// portable builds may not assume: a tenth to a half faster.
#if defined(__x86_64__)
template <class Shape, class Word>
[[gnu::flatten, gnu::target("popcnt,bmi,bmi2")]] std::optional<Seat> random_game_bmi(Setup<Word> const& setup,
                                                                                     Position<Word> const& position,
                                                                                     Rng& rng) {
  return random_game<Shape>(setup, position, rng);
}

bool const kHasBmi =
    __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
template <class Shape, class Word>
std::optional<Seat> random_game_bmi(Setup<Word> const& setup, Position<Word> const& position, Rng& rng) {
  return random_game<Shape>(setup, position, rng);
}

constexpr bool kHasBmi = false;
#endif

// Calls `run` with the most that can be known of the geometry.
template <class Word, class Run>
auto with_shape(Geometry<Word> const& geometry, Run run) {
  if (geometry.doublings == 3 && geometry.stride == 14) return run(Shape<3, 14>{});
  if (geometry.doublings == 3 && geometry.stride == 8) return run(Shape<3, 8>{});
  return run(AnyShape{});
}

}  // namespace

template <class Word>
std::optional<Seat> Reversi<Word>::play_out(State const& state, Rng& rng) {
  auto const& setup = *state.setup;
  return with_shape(setup.geometry, [&](auto shape) {
    if (kHasBmi) return random_game_bmi<decltype(shape)>(setup, state.position, rng);
    return random_game<decltype(shape)>(setup, state.position, rng);
  });
}

template <class Word>
void Reversi<Word>::play_outs(std::span<State const> states, Rng& rng, std::span<std::optional<Seat>> winners) {
  if constexpr (std::same_as<Word, std::uint64_t>) {
    if (!states.empty() && has_wide() && states[0].setup->geometry.doublings <= 3) {
      std::vector<Position<Word> const*> starts;
      for (auto const& state : states) starts.push_back(&state.position);
      return play_out_wide(*states[0].setup, starts, rng, winners);
    }
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    Rng own(rng.next());
    winners[i] = play_out(states[i], own);
  }
}

template <class Word>
std::uint64_t Reversi<Word>::perft(State const& state, int depth) {
  auto const& setup = *state.setup;
  return with_shape(setup.geometry, [&](auto shape) { return leaves<decltype(shape)>(setup, state.position, depth); });
}

template std::optional<Seat> Reversi<std::uint64_t>::play_out(State const&, Rng&);
template std::optional<Seat> Reversi<Word256>::play_out(State const&, Rng&);
template void Reversi<std::uint64_t>::play_outs(std::span<State const>, Rng&, std::span<std::optional<Seat>>);
template void Reversi<Word256>::play_outs(std::span<State const>, Rng&, std::span<std::optional<Seat>>);
template std::uint64_t Reversi<std::uint64_t>::perft(State const&, int);
template std::uint64_t Reversi<Word256>::perft(State const&, int);

}  // namespace engawa::games::reversi
