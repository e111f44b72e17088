// A position on the board and whose turn it is, the tables of its variant, and the two steps of a ply: put() and
// seek().
//
// Positions are trivially copyable; a Setup is immutable and may be shared by threads.
#pragma once
#include <cstdint>

#include "games/core/seat.hpp"
#include "games/reversi/kernel.hpp"

namespace engawa::games::reversi {

// Index into kDiscs. The players are 0..4.
using Disc = std::uint8_t;
inline constexpr Disc kGreen = 5;
inline constexpr Disc kRed = 6;
inline constexpr std::size_t kEmpty = 7;  // the plane of empty cells
inline constexpr Disc kNobody = 7;

enum class End : std::uint8_t { kNotYet, kAllPass, kCutInStuck };

template <class Word>
struct Position {
  std::array<Word, 8> planes{};  // by Disc, then kEmpty
  Word legal{};                  // the moves of `turn`
  std::uint32_t ply = 0;         // placements made
  std::int16_t last = -1;        // the cell played last
  Disc turn = kNobody;           // the next player; kNobody when the game is over
  std::uint8_t next = 0;         // index into the rotation: the player of the next ply that is not a cut-in
  End end = End::kNotYet;

  Word const& empty() const { return planes[kEmpty]; }
  friend bool operator==(Position const&, Position const&) = default;
};

template <class Word>
struct Setup {
  Variant variant;
  Geometry<Word> geometry;
  std::vector<Disc> rotation;
  std::vector<std::uint64_t> cut_ins;          // by ply, one Disc each: kNobody without a cut-in, and at the end
  std::array<Word, kPlayerCount> permanent{};  // by player: all ones if that colour is permanent, else zero
  std::vector<Disc> compete;
  std::vector<Disc> color_of;     // by seat
  std::array<Seat, 8> seat_of{};  // by Disc
  Position<Word> start;

  Disc cut_in_at(std::uint32_t ply) const { return ply < cut_ins.size() ? static_cast<Disc>(cut_ins[ply]) : kNobody; }
  // The next index into the rotation.
  std::uint8_t after(std::uint8_t index) const {
    return index + 1u == rotation.size() ? 0 : static_cast<std::uint8_t>(index + 1);
  }
};

// REQUIRES: `variant` is valid; for 64 bits find_stride finds one.
template <class Word>
Setup<Word> make_setup(Variant const& variant);

// The legal cells of `mover`, with the fills for put().
template <class Shape, class Word>
inline Word legal_for(Setup<Word> const& setup, Position<Word> const& position, Disc mover, Fills<Word>& fills) {
  auto const& planes = position.planes;
  Word const own = planes[mover];
  Word const others = setup.geometry.board & ~(position.empty() | own);
  return legal_cells<Shape>(setup.geometry, own, others, planes[kGreen], position.empty(), fills);
}

// Plays the single bit `at` for the player whose turn it is; `fills` are that player's. The next turn is not known
// until seek() is called.
template <class Shape, class Word>
inline void put(Setup<Word> const& setup, Position<Word>& position, Word at, Fills<Word> const& fills) {
  auto& planes = position.planes;
  Fills<Word> lines;
  Word const flanked = flanked_cells<Shape>(setup.geometry, at, fills, lines);
  if (bits::any(flanked & planes[kRed])) {
    Word const erased = flanked | flankers_of<Shape>(setup.geometry, lines);
    for (std::size_t i = 0; i < kEmpty; ++i) planes[i] &= ~erased;
    planes[kEmpty] |= erased;
  } else {
    Word kept = planes[kGreen];
    for (std::size_t i = 0; i < kPlayerCount; ++i) kept |= planes[i] & setup.permanent[i];
    Word const turned = flanked & ~kept;
    for (std::size_t i = 0; i < kPlayerCount; ++i) planes[i] &= ~turned;
    planes[position.turn] |= turned | at;
    planes[kEmpty] &= ~at;
  }
  // seek() considers the cut-in player first, so a player who moves at their own cut-in ply uses the cut-in.
  bool const cut_in = setup.cut_in_at(position.ply + 1) == position.turn;
  if (!cut_in) position.next = setup.after(position.next);
  ++position.ply;
}

// Finds the player of the next ply (rules 11-14 of docs/reference/rules.md): a cut-in player, else the next player of
// the rotation who can move, else nobody.
template <class Shape, class Word>
inline void seek(Setup<Word> const& setup, Position<Word>& position, Fills<Word>& fills) {
  position.end = End::kNotYet;
  if (auto const cut_in = setup.cut_in_at(position.ply + 1); cut_in != kNobody) {
    position.turn = cut_in;
    position.legal = legal_for<Shape>(setup, position, cut_in, fills);
    if (bits::any(position.legal)) return;
    if (!setup.variant.skip_stuck_cut_in) {
      position.turn = kNobody;
      position.end = End::kCutInStuck;
      return;
    }
  }
  position.legal = Word{};
  // Most games end with a full board: no player needs to be checked.
  for (std::size_t i = 0; i < setup.rotation.size() && bits::any(position.empty()); ++i) {
    position.turn = setup.rotation[position.next];
    position.legal = legal_for<Shape>(setup, position, position.turn, fills);
    if (bits::any(position.legal)) return;
    position.next = setup.after(position.next);
  }
  position.turn = kNobody;
  position.end = End::kAllPass;
}

}  // namespace engawa::games::reversi
