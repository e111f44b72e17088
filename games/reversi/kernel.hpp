// The core of reversi on rotated bitboards: the legal cells, and the discs that a move flanks.
//
// Let src = own discs and greens, through = all other players' discs, greens and reds. The fill F_d holds the cells of
// `through` from which, walking against direction d, one meets only `through` until a cell of src. An empty cell is
// legal in direction d exactly if its neighbour in d is in F_opposite(d): that neighbour is an opponent, and somewhere
// behind it without a gap is an own disc or a further green (rules 3-6 of docs/reference/rules.md). Walking on from the
// cell while inside F_opposite(d) stops at the own disc if there is one, else at the farthest green: the flanker. Both
// "own disc first" and "farthest wildcard" fall out of it. Fills double their reach at each step (Kogge-Stone).
#pragma once
#include "games/core/bits.hpp"
#include "games/reversi/geometry.hpp"

namespace engawa::games::reversi {

// Compile-time facts of a geometry: the number of doublings, and the stride (0: look it up). Constant rotations make
// playouts 50 % faster.
template <int Doublings, int Stride>
struct Shape {
  static constexpr int kDoublings = Doublings;

  template <class Word>
  static constexpr int turn(Geometry<Word> const& geometry, std::size_t d) {
    constexpr int width = bits::kWidth<Word>;
    return Stride == 0 ? geometry.turn[d] : (kColumnStep[d] + Stride * kRowStep[d] + width) % width;
  }
};
using AnyShape = Shape<4, 0>;

template <class Word>
using Fills = std::array<Word, kDirections>;

template <class Word>
struct Flips {
  Word flanked{};
  Word flankers{};
};

// The cells of `through` reached from `from` without a gap; `from` itself is not included.
template <int Doublings, class Word>
inline Word fill(Word from, Word through, int turn) {
  Word reached = bits::rotate(from, turn) & through;
  reached |= through & bits::rotate(reached, turn);
  for (int i = 1; i < Doublings; ++i) {
    through &= bits::rotate(through, turn);
    turn = 2 * turn % bits::kWidth<Word>;
    reached |= through & bits::rotate(reached, turn);
  }
  return reached;
}

// The legal cells, and the fills that flips() needs.
template <class Shape, class Word>
inline Word legal_cells(Geometry<Word> const& geometry, Word own, Word others, Word wild, Word empty,
                        Fills<Word>& fills) {
  Word const source = own | wild;
  Word legal{};
#pragma GCC unroll 8
  for (std::size_t d = 0; d < kDirections; ++d) {
    int const turn = Shape::turn(geometry, d);
    fills[d] = fill<Shape::kDoublings>(source, others & geometry.enter[d], turn);
    legal |= bits::rotate(fills[d], turn) & geometry.enter[d];
  }
  return legal & empty;
}

// The cells flanked in direction `d` by a disc on `at` (a single bit).
template <class Shape, class Word>
inline Word flanked_in(Geometry<Word> const& geometry, std::size_t d, Word at, Fills<Word> const& fills) {
  return fill<Shape::kDoublings>(at, fills[d ^ 1] & geometry.enter[d], Shape::turn(geometry, d));
}

// The disc at the far end of the flanked run in direction `d`.
template <class Shape, class Word>
inline Word flanker_of(Geometry<Word> const& geometry, std::size_t d, Word flanked) {
  return bits::rotate(flanked, Shape::turn(geometry, d)) & ~flanked & geometry.enter[d];
}

// The cells flanked by a disc on `at`, in total and by direction.
template <class Shape, class Word>
inline Word flanked_cells(Geometry<Word> const& geometry, Word at, Fills<Word> const& fills, Fills<Word>& lines) {
  Word flanked{};
#pragma GCC unroll 8
  for (std::size_t d = 0; d < kDirections; ++d) flanked |= lines[d] = flanked_in<Shape>(geometry, d, at, fills);
  return flanked;
}

template <class Shape, class Word>
inline Word flankers_of(Geometry<Word> const& geometry, Fills<Word> const& lines) {
  Word flankers{};
#pragma GCC unroll 8
  for (std::size_t d = 0; d < kDirections; ++d) flankers |= flanker_of<Shape>(geometry, d, lines[d]);
  return flankers;
}

template <class Shape, class Word>
inline Flips<Word> flips(Geometry<Word> const& geometry, Word at, Fills<Word> const& fills) {
  Fills<Word> lines;
  Word const flanked = flanked_cells<Shape>(geometry, at, fills, lines);
  return {flanked, flankers_of<Shape>(geometry, lines)};
}

}  // namespace engawa::games::reversi
