// The heart of reversi on rotating bit boards: which cells are legal, and what a move flanks.
//
// Let src = own discs and greens, through = all other players' discs, greens and reds. The fill F_d holds the cells of
// `through` from which, walking against direction d, one meets only `through` until a cell of src. An empty cell is
// legal in direction d exactly if its neighbour in d is in F_opposite(d): that neighbour is an opponent, and somewhere
// behind it without a gap is an own disc or a further green (rules 3-6). Walking on from the cell while inside
// F_opposite(d) stops at the own disc if there is one, else at the farthest green: the flanker. Both "own disc first"
// and "farthest wildcard" fall out of it. Fills double their reach at each step (Kogge-Stone).
#pragma once
#include "games/core/bits.hpp"
#include "games/reversi/geometry.hpp"

namespace engawa::games::reversi {

// What the compiler may know of a geometry: the number of doublings, and the stride (0: look it up). Constant rotations
// make playouts half again as fast.
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

// What putting a disc on `at` (a single bit) flanks in direction `d`.
template <class Shape, class Word>
inline Flips<Word> flips_in(Geometry<Word> const& geometry, std::size_t d, Word at, Fills<Word> const& fills) {
  int const turn = Shape::turn(geometry, d);
  Word const flanked = fill<Shape::kDoublings>(at, fills[d ^ 1] & geometry.enter[d], turn);
  return {flanked, bits::rotate(flanked, turn) & ~flanked & geometry.enter[d]};
}

template <class Shape, class Word>
inline Flips<Word> flips(Geometry<Word> const& geometry, Word at, Fills<Word> const& fills) {
  Flips<Word> all;
#pragma GCC unroll 8
  for (std::size_t d = 0; d < kDirections; ++d) {
    auto const line = flips_in<Shape>(geometry, d, at, fills);
    all.flanked |= line.flanked;
    all.flankers |= line.flankers;
  }
  return all;
}

}  // namespace engawa::games::reversi
