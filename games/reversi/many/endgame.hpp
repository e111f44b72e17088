// Solves the end of a game exactly: max^n over every continuation of a position without bombs, where each ply fills a
// cell.
//
// Every player maximises rank, then own discs, then minimises the leader's discs (the most of any other player). A
// player who is certain to come first alone takes the first move found that achieves it; only at the root is the best
// of them chosen. A transposition table stores positions that are reached in several ways; its memory is reused.
//
// One thread at a time. The work can be paused at any position and resumed, and gives the same answer wherever it was
// paused.
#pragma once
#include <memory>

#include "games/core/spares.hpp"
#include "games/reversi/many/playout.hpp"
#include "games/reversi/processor.hpp"
#include "games/reversi/rules.hpp"

namespace engawa::games::reversi {

// Solved positions by hash. Entries of another root are never found again.
class EndgameTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    Discs discs{};
  };

  EndgameTable() : entries_(kEntries) {}
  // REQUIRES: `key` is a uniformly distributed 64-bit hash.
  Entry& at(std::uint64_t key) { return entries_[key % kEntries]; }
  // Unique for every root.
  std::uint64_t salt() const { return salt_; }
  void clear() { salt_ += 0x9e3779b97f4a7c15u; }
  std::size_t bytes() const { return kEntries * sizeof(Entry); }

 private:
  static constexpr std::size_t kEntries = 1u << 16;  // 1.5 MB

  std::vector<Entry> entries_;
  std::uint64_t salt_ = 0x9e3779b97f4a7c15u;
};

template <class Word>
class Endgame {
 public:
  static constexpr int kMostEmpty = 16;

  struct Line {
    Move move;
    Discs discs;  // at the end, with best play by everyone afterwards
  };

  // Whether the position can be solved: a player is to move, at most `most_empty` cells are empty, and no bomb is left.
  static bool solvable(Position<Word> const& position, int most_empty);

  // REQUIRES: solvable(position, kMostEmpty); `setup` outlives this.
  Endgame(Setup<Word> const& setup, Position<Word> const& position);

  // Visits about `most` more positions. Returns true once every move is solved.
  bool advance(std::uint64_t most);

  // Positions visited so far.
  std::uint64_t looked_at() const { return looked_at_; }
  // Every move, best first; equal moves in the order of the game's moves. REQUIRES: advance() returned true.
  std::vector<Line> lines() const;

 private:
  struct Frame {
    Position<Word> position;
    Fills<Word> fills;
    std::array<std::uint8_t, kMostEmpty> moves;  // bits; the next one to try is last
    std::uint8_t left = 0;                       // number of moves left
    bool any = false;
    Discs best;
    std::uint64_t key;
  };

  template <class Shape>
  void run(std::uint64_t until);
  template <class Shape>
  [[gnu::flatten, ENGAWA_BMI]] void run_bmi(std::uint64_t until);
  template <class Shape>
  bool try_next(Frame& frame);
  void begin();
  // Lists the moves for try_next(), which takes the last one first: tips, then edges, then the others.
  void arrange(Frame& frame);
  void finish(Frame const& frame);
  void deliver(Discs const& discs);
  std::uint64_t key_of(Position<Word> const& position);

  Setup<Word> const& setup_;
  std::array<Frame, kMostEmpty + 1> frames_;
  std::size_t depth_ = 0;  // frames in use; 0: not begun, or solved
  std::vector<Line> lines_;
  std::uint64_t looked_at_ = 0;
  Spare<EndgameTable> table_;
};

// Whether `mover` prefers the end `a` to the end `b`.
template <class Word>
bool prefers(Setup<Word> const& setup, Disc mover, Discs const& a, Discs const& b);

}  // namespace engawa::games::reversi
