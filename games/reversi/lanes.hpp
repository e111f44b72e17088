// Eight boards side by side with AVX-512: lane i of a register is a word of board i, so that a fill needs no step
// across lanes and eight boards cost little more than one. Only for files compiled with ENGAWA_LANES functions; x86-64
// only.
#pragma once
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false alarms from the header below: GCC bug 105593
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>

#include <utility>

#include "games/reversi/kernel.hpp"

#define ENGAWA_LANES gnu::target("avx512f,avx512dq,popcnt,bmi,bmi2")

namespace engawa::games::reversi::lanes {

using Lanes = __m512i;
using LaneSet = __mmask8;
inline constexpr std::size_t kLanes = 8;

// The three-input truth table that vpternlog applies to its operands.
inline constexpr int kOrOfAnd = 0xf8;  // a | (b & c)

[[ENGAWA_LANES]] inline Lanes all(std::uint64_t word) { return _mm512_set1_epi64(static_cast<long long>(word)); }
[[ENGAWA_LANES]] inline Lanes load(std::uint64_t const* words) { return _mm512_loadu_si512(words); }
[[ENGAWA_LANES]] inline void store(std::uint64_t* words, Lanes lanes) { _mm512_storeu_si512(words, lanes); }
[[ENGAWA_LANES]] inline Lanes either(Lanes a, Lanes b) { return _mm512_or_si512(a, b); }
[[ENGAWA_LANES]] inline Lanes both(Lanes a, Lanes b) { return _mm512_and_si512(a, b); }
[[ENGAWA_LANES]] inline Lanes without(Lanes a, Lanes b) { return _mm512_andnot_si512(b, a); }
[[ENGAWA_LANES]] inline LaneSet nonzero(Lanes a) { return _mm512_test_epi64_mask(a, a); }

// A geometry in the form that the lanes need. Stride 0: the rotations are data, as in Shape.
struct Compass {
  std::array<std::uint64_t, kDirections> enter, once, twice, four_times;
};

inline Compass compass_of(Geometry<std::uint64_t> const& geometry) {
  Compass compass{geometry.enter, {}, {}, {}};
  for (std::size_t d = 0; d < kDirections; ++d) {
    compass.once[d] = static_cast<std::uint64_t>(geometry.turn[d]);
    compass.twice[d] = 2 * compass.once[d] % 64;
    compass.four_times[d] = 4 * compass.once[d] % 64;
  }
  return compass;
}

// `times` (1, 2 or 4) steps in direction D.
template <int Stride, std::size_t D, int Times>
[[ENGAWA_LANES]] inline Lanes step(Compass const& compass, Lanes lanes) {
  if constexpr (Stride != 0) {
    constexpr int count = ((kColumnStep[D] + Stride * kRowStep[D]) * Times % 64 + 64) % 64;
    return _mm512_rol_epi64(lanes, count);
  } else {
    return _mm512_rolv_epi64(lanes, all((Times == 1   ? compass.once
                                         : Times == 2 ? compass.twice
                                                      : compass.four_times)[D]));
  }
}

// fill() of kernel.hpp with three doublings. (Parentheses around arguments with commas: intrinsics may be macros.)
template <int Stride, std::size_t D>
[[ENGAWA_LANES]] inline Lanes fill(Compass const& compass, Lanes from, Lanes through) {
  Lanes reached = both(step<Stride, D, 1>(compass, from), through);
  reached = _mm512_ternarylogic_epi64(reached, through, (step<Stride, D, 1>(compass, reached)), kOrOfAnd);
  through = both(through, step<Stride, D, 1>(compass, through));
  reached = _mm512_ternarylogic_epi64(reached, through, (step<Stride, D, 2>(compass, reached)), kOrOfAnd);
  through = both(through, step<Stride, D, 2>(compass, through));
  return _mm512_ternarylogic_epi64(reached, through, (step<Stride, D, 4>(compass, reached)), kOrOfAnd);
}

struct LaneFills {
  Lanes by[kDirections];
};

template <int Stride, std::size_t... D>
[[ENGAWA_LANES]] inline Lanes neighbours_of_fills(Compass const& compass, Lanes source, Lanes others, LaneFills& fills,
                                                  std::index_sequence<D...>) {
  Lanes cells = all(0);
  ((fills.by[D] = fill<Stride, D>(compass, source, both(others, all(compass.enter[D]))),
    cells =
        _mm512_ternarylogic_epi64(cells, (step<Stride, D, 1>(compass, fills.by[D])), all(compass.enter[D]), kOrOfAnd)),
   ...);
  return cells;
}

// legal_cells() of kernel.hpp: `source` are the own discs and greens, `others` all discs but the own.
template <int Stride>
[[ENGAWA_LANES]] inline Lanes legal_cells(Compass const& compass, Lanes source, Lanes others, Lanes empty,
                                          LaneFills& fills) {
  return both(neighbours_of_fills<Stride>(compass, source, others, fills, std::make_index_sequence<kDirections>()),
              empty);
}

struct LaneFlips {
  Lanes flanked;
  Lanes flankers;
};

template <int Stride, std::size_t D>
[[ENGAWA_LANES]] inline void flip_in(Compass const& compass, Lanes at, LaneFills const& fills, LaneFlips& flips) {
  Lanes const line = fill<Stride, D>(compass, at, both(fills.by[D ^ 1], all(compass.enter[D])));
  Lanes const stop = _mm512_andnot_si512(line, step<Stride, D, 1>(compass, line));
  flips.flanked = either(flips.flanked, line);
  flips.flankers = _mm512_ternarylogic_epi64(flips.flankers, stop, all(compass.enter[D]), kOrOfAnd);
}

template <int Stride, std::size_t... D>
[[ENGAWA_LANES]] inline LaneFlips flips(Compass const& compass, Lanes at, LaneFills const& fills,
                                        std::index_sequence<D...>) {
  LaneFlips all_lines{all(0), all(0)};
  (flip_in<Stride, D>(compass, at, fills, all_lines), ...);
  return all_lines;
}

// flips() of kernel.hpp: nothing in lanes where `at` is empty.
template <int Stride>
[[ENGAWA_LANES]] inline LaneFlips flips(Compass const& compass, Lanes at, LaneFills const& fills) {
  return flips<Stride>(compass, at, fills, std::make_index_sequence<kDirections>());
}

}  // namespace engawa::games::reversi::lanes
