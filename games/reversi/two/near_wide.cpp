#include "games/reversi/two/near_wide.hpp"

#include <algorithm>

#if defined(__x86_64__)

#define ENGAWA_NEAR wide
#define ENGAWA_NEAR_FOR gnu::target("avx2,bmi,bmi2,lzcnt,popcnt")

namespace engawa::games::reversi::duel::wide {

// The four axes side by side, each with the shift that is one step.
typedef std::uint64_t Axes __attribute__((vector_size(32)));
constexpr Axes kStep = {1, 8, 7, 9};
constexpr Axes kThrough = {kInner, ~Bits{0}, kInner, kInner};

[[ENGAWA_NEAR_FOR]] inline Bits moves_of(Board const& board, Bits empty) {
  Axes const own = {board.own, board.own, board.own, board.own};
  Axes const through = Axes{board.other, board.other, board.other, board.other} & kThrough;
  Axes up = through & own << kStep, down = through & own >> kStep;
  up |= through & up << kStep;
  down |= through & down >> kStep;
  Axes const pairs_up = through & through << kStep, pairs_down = through & through >> kStep;
  up |= pairs_up & up << 2 * kStep;
  down |= pairs_down & down >> 2 * kStep;
  up |= pairs_up & up << 2 * kStep;
  down |= pairs_down & down >> 2 * kStep;
  Axes const ends = up << kStep | down >> kStep;
  return empty & (ends[0] | ends[1] | ends[2] | ends[3]);
}

[[ENGAWA_NEAR_FOR]] inline Bits turned_by(Board const& board, Bits at) {
  Axes const from = {at, at, at, at};
  Axes const own = {board.own, board.own, board.own, board.own};
  Axes const through = Axes{board.other, board.other, board.other, board.other} & kThrough;
  Axes up = through & from << kStep, down = through & from >> kStep;
  up |= through & up << kStep;
  down |= through & down >> kStep;
  Axes const pairs_up = through & through << kStep, pairs_down = through & through >> kStep;
  up |= pairs_up & up << 2 * kStep;
  down |= pairs_down & down >> 2 * kStep;
  up |= pairs_up & up << 2 * kStep;
  down |= pairs_down & down >> 2 * kStep;
  up &= reinterpret_cast<Axes>((up << kStep & own) != Axes{});
  down &= reinterpret_cast<Axes>((down >> kStep & own) != Axes{});
  Axes const both = up | down;
  return both[0] | both[1] | both[2] | both[3];
}

}  // namespace engawa::games::reversi::duel::wide

#include "games/reversi/two/near_core.hpp"

namespace engawa::games::reversi::duel {

Near const* wide_near() {
  bool const has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("popcnt");
  return has ? &wide::kNear : nullptr;
}

}  // namespace engawa::games::reversi::duel

#else

namespace engawa::games::reversi::duel {

Near const* wide_near() { return nullptr; }

}  // namespace engawa::games::reversi::duel

#endif
