// The two loops in which speed counts: random playouts and perft. No heap, no virtual calls; fills are kept between
// seek and put.
#include "games/reversi/many/playout.hpp"

#include "base/expect.hpp"
#include "games/reversi/processor.hpp"
#include "games/reversi/rules.hpp"
#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false alarms from the header below: GCC bug 105593
#endif
#include <immintrin.h>
#endif

namespace engawa::games::reversi {
namespace {

struct AnyProcessor {
  template <class Word>
  static Word nth(Word word, std::uint32_t n) {
    return bits::nth(word, n);
  }
};

// The set of cells from which a random game chooses.
template <Playing How, class Word>
inline Word pool_of(Geometry<Word> const& geometry, Word legal, std::uint64_t random) {
  if constexpr (How == Playing::kUniform) return legal;
  Word const tips = legal & geometry.tips, edges = legal & geometry.edges;
  Word const others = (random & 1) != 0 && bits::any(edges) ? edges : legal;
  return bits::any(tips) ? tips : others;
}

template <class Shape, Playing How, class Processor, class Word>
inline Discs random_game(Setup<Word> const& setup, Position<Word> position, Rng& rng) {
  Fills<Word> fills;
  if (position.turn != kNobody) legal_for<Shape>(setup, position, position.turn, fills);
  while (position.turn != kNobody) {
    auto const random = rng.next();
    Word const pool = pool_of<How>(setup.geometry, position.legal, random);
    auto const choice = Rng::scaled(random, static_cast<std::uint32_t>(bits::count(pool)));
    put<Shape>(setup, position, Processor::nth(pool, choice), fills);
    seek<Shape>(setup, position, fills);
  }
  return count_discs(position.planes);
}

#if defined(__x86_64__)
struct WithBmi {
  [[ENGAWA_BMI]] static inline std::uint64_t nth(std::uint64_t word, std::uint32_t n) {
    return _pdep_u64(std::uint64_t{1} << n, word);
  }
  static Word256 nth(Word256 const& word, std::uint32_t n) { return bits::nth(word, n); }
};

template <class Shape, Playing How, class Word>
[[gnu::flatten, ENGAWA_BMI]] Discs random_game_bmi(Setup<Word> const& setup, Position<Word> const& position, Rng& rng) {
  return random_game<Shape, How, WithBmi>(setup, position, rng);
}

#else
template <class Shape, Playing How, class Word>
Discs random_game_bmi(Setup<Word> const& setup, Position<Word> const& position, Rng& rng) {
  return random_game<Shape, How, AnyProcessor>(setup, position, rng);
}
#endif

template <Playing How, class Word>
Discs one_game(Setup<Word> const& setup, Position<Word> const& start, Rng& rng) {
  return with_shape(setup.geometry, [&](auto shape) {
    if (has_bmi()) return random_game_bmi<decltype(shape), How>(setup, start, rng);
    return random_game<decltype(shape), How, AnyProcessor>(setup, start, rng);
  });
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

}  // namespace

template <class Word>
void play_to_end(Setup<Word> const& setup, Playing playing, std::span<Position<Word> const* const> starts, Rng& rng,
                 std::span<Discs> finals) {
  EXPECT(finals.size() == starts.size(), finals.size(), starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    Rng own(rng.next());
    finals[i] = playing == Playing::kUniform ? one_game<Playing::kUniform>(setup, *starts[i], own)
                                             : one_game<Playing::kTiers>(setup, *starts[i], own);
  }
}

template <class Word>
std::optional<Seat> Reversi<Word>::play_out(State const& state, Rng& rng) {
  return winner_of(*state.setup, one_game<Playing::kUniform>(*state.setup, state.position, rng));
}

template <class Word>
void Reversi<Word>::play_outs(std::span<State const> states, Rng& rng, std::span<std::optional<Seat>> winners) {
  EXPECT(winners.size() == states.size(), winners.size(), states.size());
  constexpr std::size_t kAtOnce = 64;
  std::array<Position<Word> const*, kAtOnce> starts;
  std::array<Discs, kAtOnce> finals;
  for (std::size_t done = 0; done < states.size(); done += kAtOnce) {
    auto const count = std::min(kAtOnce, states.size() - done);
    for (std::size_t i = 0; i < count; ++i) starts[i] = &states[done + i].position;
    play_to_end<Word>(*states[0].setup, Playing::kUniform, std::span(starts).first(count), rng,
                      std::span(finals).first(count));
    for (std::size_t i = 0; i < count; ++i) winners[done + i] = winner_of(*states[0].setup, finals[i]);
  }
}

template <class Word>
std::uint64_t Reversi<Word>::perft(State const& state, int depth) {
  auto const& setup = *state.setup;
  return with_shape(setup.geometry, [&](auto shape) { return leaves<decltype(shape)>(setup, state.position, depth); });
}

template void play_to_end(Setup<std::uint64_t> const&, Playing, std::span<Position<std::uint64_t> const* const>, Rng&,
                          std::span<Discs>);
template void play_to_end(Setup<Word256> const&, Playing, std::span<Position<Word256> const* const>, Rng&,
                          std::span<Discs>);
template std::optional<Seat> Reversi<std::uint64_t>::play_out(State const&, Rng&);
template std::optional<Seat> Reversi<Word256>::play_out(State const&, Rng&);
template void Reversi<std::uint64_t>::play_outs(std::span<State const>, Rng&, std::span<std::optional<Seat>>);
template void Reversi<Word256>::play_outs(std::span<State const>, Rng&, std::span<std::optional<Seat>>);
template std::uint64_t Reversi<std::uint64_t>::perft(State const&, int);
template std::uint64_t Reversi<Word256>::perft(State const&, int);

}  // namespace engawa::games::reversi
