// Facts that the loops of reversi may use before they run: the shape of the board, and the processor.
//
// popcnt and bmi2 are in every x86-64 server since 2013, but portable builds must not assume them. A loop is compiled a
// second time with [[gnu::flatten, ENGAWA_BMI]] and used if has_bmi(): nearly twice as fast.
#pragma once
#include "games/reversi/kernel.hpp"

namespace engawa::games::reversi {

#if defined(__x86_64__)
#define ENGAWA_BMI gnu::target("popcnt,bmi,bmi2")

inline bool has_bmi() {
  static bool const has =
      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  return has;
}
#else
#define ENGAWA_BMI gnu::hot

constexpr bool has_bmi() { return false; }
#endif

// Calls `run` with the most specific Shape for the geometry.
template <class Word, class Run>
auto with_shape(Geometry<Word> const& geometry, Run run) {
  if constexpr (bits::kWidth<Word> == 64) {
    if (geometry.doublings == 3 && geometry.stride == 14) return run(Shape<3, 14>{});
    if (geometry.doublings == 3 && geometry.stride == 8) return run(Shape<3, 8>{});
  }
  return run(AnyShape{});
}

}  // namespace engawa::games::reversi
