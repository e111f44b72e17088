#include "games/reversi/playout_wide.hpp"

#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false alarms from the header below: GCC bug 105593
#endif
#include <immintrin.h>

#define ENGAWA_WIDE gnu::target("avx512f,avx512dq,popcnt,bmi,bmi2")

namespace engawa::games::reversi {
namespace {

using Word = std::uint64_t;
using Register = __m512i;

// More games than four do not fit into the registers.
constexpr std::size_t kGames = 4;
constexpr __mmask8 kPlayerPlanes = 0x1f;
constexpr __mmask8 kEmptyPlane = 1 << kEmpty;
constexpr int kOrOfAnd = 0xf8;  // vpternlog: a | (b & c)

// The geometry by direction.
struct Directions {
  Register enter, once, twice, four_times, opposite;
};

struct Game {
  alignas(64) std::array<Word, 8> planes;
  Register fills;
  Word legal;
  Rng rng;
  std::uint32_t ply;
  Disc turn;
  std::uint8_t next;
  std::size_t index;  // in starts
};

[[ENGAWA_WIDE]] inline Register load(std::array<Word, 8> const& words) { return _mm512_loadu_si512(words.data()); }
[[ENGAWA_WIDE]] inline Register everywhere(Word word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
[[ENGAWA_WIDE]] inline Word any_of(Register words) { return static_cast<Word>(_mm512_reduce_or_epi64(words)); }

[[ENGAWA_WIDE]] inline Directions directions_of(Geometry<Word> const& geometry) {
  std::array<Word, 8> once{}, twice{}, four_times{};
  for (std::size_t d = 0; d < kDirections; ++d) {
    once[d] = static_cast<Word>(geometry.turn[d]);
    twice[d] = 2 * once[d] % 64;
    four_times[d] = 4 * once[d] % 64;
  }
  return {load(geometry.enter), load(once), load(twice), load(four_times), _mm512_set_epi64(6, 7, 4, 5, 2, 3, 0, 1)};
}

// fill() of kernel.hpp in all directions.
[[ENGAWA_WIDE]] inline Register fill_all(Directions const& by, Word from, Register through) {
  Register reached = _mm512_and_si512(_mm512_rolv_epi64(everywhere(from), by.once), through);
  reached = _mm512_ternarylogic_epi64(reached, through, _mm512_rolv_epi64(reached, by.once), kOrOfAnd);
  through = _mm512_and_si512(through, _mm512_rolv_epi64(through, by.once));
  reached = _mm512_ternarylogic_epi64(reached, through, _mm512_rolv_epi64(reached, by.twice), kOrOfAnd);
  through = _mm512_and_si512(through, _mm512_rolv_epi64(through, by.twice));
  return _mm512_ternarylogic_epi64(reached, through, _mm512_rolv_epi64(reached, by.four_times), kOrOfAnd);
}

[[ENGAWA_WIDE]] inline bool find_legal(Setup<Word> const& setup, Directions const& by, Game& game, Disc mover) {
  game.turn = mover;
  Word const own = game.planes[mover], empty = game.planes[kEmpty];
  Register const others = _mm512_and_si512(everywhere(setup.geometry.board & ~(empty | own)), by.enter);
  game.fills = fill_all(by, own | game.planes[kGreen], others);
  game.legal = any_of(_mm512_and_si512(_mm512_rolv_epi64(game.fills, by.once), by.enter)) & empty;
  return game.legal != 0;
}

inline void pass_on(Setup<Word> const& setup, Game& game) {
  game.next = game.next + 1u == setup.rotation.size() ? 0 : static_cast<std::uint8_t>(game.next + 1);
}

// seek() of position.hpp.
[[ENGAWA_WIDE]] inline void seek_mover(Setup<Word> const& setup, Directions const& by, Game& game) {
  if (auto const cut_in = setup.cut_in_at(game.ply + 1); cut_in != kNobody) {
    if (find_legal(setup, by, game, cut_in)) return;
    game.turn = kNobody;
    if (!setup.variant.skip_stuck_cut_in) return;
  }
  for (std::size_t i = 0; i < setup.rotation.size(); ++i) {
    if (find_legal(setup, by, game, setup.rotation[game.next])) return;
    pass_on(setup, game);
  }
  game.turn = kNobody;
}

// Bombs go off about eight times in a game: the flankers are looked for only then.
[[ENGAWA_WIDE]] inline Register blown_up(Directions const& by, Register planes, Register flanked) {
  Register const stop = _mm512_andnot_si512(flanked, _mm512_rolv_epi64(flanked, by.once));
  Register const flankers = _mm512_and_si512(stop, by.enter);
  Register const erased = everywhere(any_of(_mm512_or_si512(flanked, flankers)));
  planes = _mm512_andnot_si512(erased, planes);
  return _mm512_mask_or_epi64(planes, kEmptyPlane, planes, erased);
}

// put() of position.hpp.
[[ENGAWA_WIDE]] inline void put_disc(Setup<Word> const& setup, Directions const& by, bool green_alone, Game& game,
                                     Word at) {
  Register const back = _mm512_permutexvar_epi64(by.opposite, game.fills);
  Register const lines = fill_all(by, at, _mm512_and_si512(back, by.enter));
  Word const flanked = any_of(lines);
  Register planes = load(game.planes);
  if (flanked & game.planes[kRed]) {
    planes = blown_up(by, planes, lines);
  } else {
    Word kept = game.planes[kGreen];
    if (!green_alone)
      for (std::size_t i = 0; i < 5; ++i) kept |= game.planes[i] & setup.permanent[i];
    Register const turned = everywhere(flanked & ~kept), taken = everywhere((flanked & ~kept) | at);
    planes = _mm512_mask_andnot_epi64(planes, kPlayerPlanes, turned, planes);
    planes = _mm512_mask_or_epi64(planes, static_cast<__mmask8>(1u << game.turn), planes, taken);
    planes = _mm512_mask_andnot_epi64(planes, kEmptyPlane, taken, planes);
  }
  _mm512_store_si512(game.planes.data(), planes);
  if (setup.cut_in_at(game.ply + 1) != game.turn) pass_on(setup, game);
  ++game.ply;
}

[[ENGAWA_WIDE]] inline void play_ply(Setup<Word> const& setup, Directions const& by, bool green_alone, Game& game) {
  auto const choice = game.rng.below(static_cast<std::uint32_t>(_mm_popcnt_u64(game.legal)));
  put_disc(setup, by, green_alone, game, _pdep_u64(Word{1} << choice, game.legal));
  seek_mover(setup, by, game);
}

// The next of `starts` that is not over; false: there is none.
[[ENGAWA_WIDE]] inline bool begin_next(Setup<Word> const& setup, Directions const& by,
                                       std::span<Position<Word> const* const> starts, Rng& rng, std::size_t& begun,
                                       std::span<std::optional<Seat>> winners, Game& game) {
  for (; begun < starts.size(); ++begun) {
    auto const& start = *starts[begun];
    game.planes = start.planes;
    game.rng = Rng(rng.next());
    game.ply = start.ply;
    game.turn = start.turn;
    game.next = start.next;
    game.index = begun;
    if (start.turn != kNobody) {
      find_legal(setup, by, game, start.turn);
      ++begun;
      return true;
    }
    winners[begun] = winner_of(setup, game.planes);
  }
  return false;
}

}  // namespace

bool has_wide() {
  static bool const has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2");
  return has;
}

[[ENGAWA_WIDE, gnu::flatten]] void play_out_wide(Setup<Word> const& setup,
                                                 std::span<Position<Word> const* const> starts, Rng& rng,
                                                 std::span<std::optional<Seat>> winners) {
  auto const by = directions_of(setup.geometry);
  bool green_alone = true;
  for (auto const kept : setup.permanent) green_alone = green_alone && kept == 0;
  std::array<Game, kGames> games;
  std::size_t begun = 0, running = 0;
  while (running < kGames && begin_next(setup, by, starts, rng, begun, winners, games[running])) ++running;
  while (running > 0) {
    for (std::size_t i = 0; i < running; ++i) {
      auto& game = games[i];
      play_ply(setup, by, green_alone, game);
      if (game.turn != kNobody) continue;
      winners[game.index] = winner_of(setup, game.planes);
      if (!begin_next(setup, by, starts, rng, begun, winners, game)) game = games[--running];
    }
  }
}

}  // namespace engawa::games::reversi

#else

namespace engawa::games::reversi {

bool has_wide() { return false; }
void play_out_wide(Setup<std::uint64_t> const&, std::span<Position<std::uint64_t> const* const>, Rng&,
                   std::span<std::optional<Seat>>) {}

}  // namespace engawa::games::reversi

#endif
