// The kernel of evaluations on AVX-512: the eight directions of a fill lie in one register, as in playout_wide.cpp.
#pragma once
#include "games/reversi/evaluation_core.hpp"

#if defined(__x86_64__)
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // false alarms from the header below: GCC bug 105593
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#include <immintrin.h>

#define ENGAWA_EVALUATION_WIDE gnu::target("avx512f,avx512bw,avx512dq,avx512vl,popcnt,bmi,bmi2")

namespace engawa::games::reversi {

template <int Stride>
struct WideKernel {
  using Word = std::uint64_t;
  using Geo = Geometry<Word>;
  using Register = __m512i;

  [[ENGAWA_EVALUATION_WIDE]] static inline Word legal(Geo const& geometry, Word own, Word others, Word wild, Word empty,
                                                      Fills<Word>& fills) {
    Register const enter = _mm512_loadu_si512(geometry.enter.data()), once = turns(1);
    Register const reached = fill_all(own | wild, _mm512_and_si512(everywhere(others), enter));
    _mm512_storeu_si512(fills.data(), reached);
    return any_of(_mm512_and_si512(_mm512_rolv_epi64(reached, once), enter)) & empty;
  }

  // Goes back from `at` along the fills that reached it; the cells where the ways end are the flankers.
  [[ENGAWA_EVALUATION_WIDE]] static inline Flips<Word> flipped(Geo const& geometry, Word at, Fills<Word> const& fills) {
    Register const enter = _mm512_loadu_si512(geometry.enter.data());
    Register const back =
        _mm512_permutexvar_epi64(_mm512_set_epi64(6, 7, 4, 5, 2, 3, 0, 1), _mm512_loadu_si512(fills.data()));
    Register const lines = fill_all(at, _mm512_and_si512(back, enter));
    Register const stop = _mm512_andnot_si512(lines, _mm512_rolv_epi64(lines, turns(1)));
    return {any_of(lines), any_of(_mm512_and_si512(stop, enter))};
  }

  // exponential() of all at once, by the same operations.
  [[ENGAWA_EVALUATION_WIDE]] static inline void exponentials(std::array<float, 8>& all) {
    __m256 const binary =
        _mm256_mul_ps(_mm256_max_ps(_mm256_loadu_ps(all.data()), _mm256_set1_ps(-80)), _mm256_set1_ps(1.44269504f));
    __m256i const whole = _mm256_cvttps_epi32(binary);
    __m256 const y = _mm256_mul_ps(_mm256_sub_ps(binary, _mm256_cvtepi32_ps(whole)), _mm256_set1_ps(0.69314718f));
    __m256 part = _mm256_set1_ps(0.00138888889f);
    for (float const term : {0.00833333333f, 0.0416666667f, 0.166666667f, 0.5f, 1.0f, 1.0f})
      part = _mm256_add_ps(_mm256_set1_ps(term), _mm256_mul_ps(y, part));
    __m256i const power = _mm256_slli_epi32(_mm256_add_epi32(whole, _mm256_set1_epi32(127)), 23);
    _mm256_storeu_ps(all.data(), _mm256_mul_ps(part, _mm256_castsi256_ps(power)));
  }

 private:
  static constexpr int kOrOfAnd = 0xf8;  // vpternlog: a | (b & c)

  [[ENGAWA_EVALUATION_WIDE]] static inline Register everywhere(Word word) {
    return _mm512_set1_epi64(static_cast<long long>(word));
  }
  [[ENGAWA_EVALUATION_WIDE]] static inline Word any_of(Register words) {
    return static_cast<Word>(_mm512_reduce_or_epi64(words));
  }
  // The rotations of `steps` steps.
  [[ENGAWA_EVALUATION_WIDE]] static inline Register turns(long long steps) {
    return _mm512_set_epi64(turn(7) * steps % 64, turn(6) * steps % 64, turn(5) * steps % 64, turn(4) * steps % 64,
                            turn(3) * steps % 64, turn(2) * steps % 64, turn(1) * steps % 64, turn(0) * steps % 64);
  }
  static constexpr int turn(std::size_t d) { return (kColumnStep[d] + Stride * kRowStep[d] + 64) % 64; }
  // fill() of kernel.hpp in all directions.
  [[ENGAWA_EVALUATION_WIDE]] static inline Register fill_all(Word from, Register through) {
    Register reached = _mm512_and_si512(_mm512_rolv_epi64(everywhere(from), turns(1)), through);
    reached = _mm512_ternarylogic_epi64(reached, through, _mm512_rolv_epi64(reached, turns(1)), kOrOfAnd);
    through = _mm512_and_si512(through, _mm512_rolv_epi64(through, turns(1)));
    reached = _mm512_ternarylogic_epi64(reached, through, _mm512_rolv_epi64(reached, turns(2)), kOrOfAnd);
    through = _mm512_and_si512(through, _mm512_rolv_epi64(through, turns(2)));
    return _mm512_ternarylogic_epi64(reached, through, _mm512_rolv_epi64(reached, turns(4)), kOrOfAnd);
  }
};

inline bool has_wide_evaluation() {
  static bool const has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2");
  return has;
}

template <class Line, int Stride>
[[ENGAWA_EVALUATION_WIDE, gnu::flatten]] Value value_wide(ModelOf<Line> const& model,
                                                          Position<std::uint64_t> const& position) {
  return Core<Line, WideKernel<Stride>>::value(model, position);
}

template <class Line, int Stride>
[[ENGAWA_EVALUATION_WIDE, gnu::flatten]] std::size_t children_wide(ModelOf<Line> const& model,
                                                                   Position<std::uint64_t> const& position,
                                                                   std::span<Child> out) {
  return Core<Line, WideKernel<Stride>>::children(model, position, out);
}

}  // namespace engawa::games::reversi

#else

namespace engawa::games::reversi {

inline bool has_wide_evaluation() { return false; }
template <class Line, int Stride>
Value value_wide(ModelOf<Line> const& model, Position<std::uint64_t> const& position) {
  return Core<Line, PortableKernel<Stride>>::value(model, position);
}
template <class Line, int Stride>
std::size_t children_wide(ModelOf<Line> const& model, Position<std::uint64_t> const& position, std::span<Child> out) {
  return Core<Line, PortableKernel<Stride>>::children(model, position, out);
}

}  // namespace engawa::games::reversi

#endif
