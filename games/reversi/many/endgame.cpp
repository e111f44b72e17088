#include "games/reversi/many/endgame.hpp"

#include <algorithm>

#include "base/expect.hpp"

namespace engawa::games::reversi {
namespace {

constexpr int kLeastStored = 3;  // empty cells: with fewer, solving is faster than a lookup

// A player's standing at the end.
struct Standing {
  int place =
      0;  // two points for each player ahead and one for each tie, lower is better; 0 for players who do not compete
  int own = 0;
  int leader = 0;  // the most discs of another competitor
};

template <class Word>
Standing standing_of(Setup<Word> const& setup, Disc mover, Discs const& discs) {
  Standing standing{0, discs[mover], 0};
  bool competes = false;
  for (Disc const color : setup.compete) {
    if (color == mover) {
      competes = true;
      continue;
    }
    standing.leader = std::max<int>(standing.leader, discs[color]);
    standing.place += discs[color] > discs[mover] ? 2 : discs[color] == discs[mover] ? 1 : 0;
  }
  if (!competes) standing.place = 0;
  return standing;
}

template <class Word>
bool first_alone(Setup<Word> const& setup, Disc mover, Discs const& discs) {
  bool competes = false;
  for (Disc const color : setup.compete) {
    if (color == mover) {
      competes = true;
    } else if (discs[color] >= discs[mover]) {
      return false;
    }
  }
  return competes;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0xff51afd7ed558ccdu;
  return hash ^ hash >> 32;
}
std::uint64_t mixed(std::uint64_t hash, Word256 const& word) {
  for (auto const limb : word.limbs) hash = mixed(hash, limb);
  return hash;
}

}  // namespace

template <class Word>
bool prefers(Setup<Word> const& setup, Disc mover, Discs const& a, Discs const& b) {
  auto const left = standing_of(setup, mover, a), right = standing_of(setup, mover, b);
  if (left.place != right.place) return left.place < right.place;
  if (left.own != right.own) return left.own > right.own;
  return left.leader < right.leader;
}

template <class Word>
bool Endgame<Word>::solvable(Position<Word> const& position, int most_empty) {
  return position.turn != kNobody && !bits::any(position.planes[kRed]) && bits::count(position.empty()) <= most_empty;
}

template <class Word>
Endgame<Word>::Endgame(Setup<Word> const& setup, Position<Word> const& position) : setup_(setup) {
  EXPECT(solvable(position, kMostEmpty));
  frames_[0].position = position;
}

template <class Word>
void Endgame<Word>::begin() {
  auto& root = frames_[0];
  root.key = key_of(root.position);
  legal_for<AnyShape>(setup_, root.position, root.position.turn, root.fills);
  arrange(root);
  depth_ = 1;
}

template <class Word>
bool Endgame<Word>::advance(std::uint64_t most) {
  if (looked_at_ == 0) begin();
  auto const until = looked_at_ + most;
  with_shape(setup_.geometry, [&](auto shape) {
    if (has_bmi()) return run_bmi<decltype(shape)>(until);
    run<decltype(shape)>(until);
  });
  return depth_ == 0;
}

template <class Word>
auto Endgame<Word>::lines() const -> std::vector<Line> {
  EXPECT(looked_at_ > 0 && depth_ == 0, looked_at_, depth_);
  auto sorted = lines_;
  auto const turn = frames_[0].position.turn;
  std::sort(sorted.begin(), sorted.end(), [&](auto const& a, auto const& b) {
    if (prefers(setup_, turn, a.discs, b.discs)) return true;
    return !prefers(setup_, turn, b.discs, a.discs) && a.move < b.move;
  });
  return sorted;
}

template <class Word>
template <class Shape>
void Endgame<Word>::run(std::uint64_t until) {
  while (depth_ > 0 && looked_at_ < until)
    if (!try_next<Shape>(frames_[depth_ - 1])) finish(frames_[depth_ - 1]);
}

template <class Word>
template <class Shape>
[[gnu::flatten, ENGAWA_BMI]] void Endgame<Word>::run_bmi(std::uint64_t until) {
  run<Shape>(until);
}

// Plays the frame's next move: to the end, to a known position, or into a new frame. Returns false when no move is
// left.
template <class Word>
template <class Shape>
bool Endgame<Word>::try_next(Frame& frame) {
  if (frame.left == 0) return false;
  auto& next = frames_[depth_];
  next.position = frame.position;
  put<Shape>(setup_, next.position, bits::single<Word>(frame.moves[--frame.left]), frame.fills);
  ++looked_at_;
  if (bits::any(next.position.empty())) {
    seek<Shape>(setup_, next.position, next.fills);
  } else {
    next.position.turn = kNobody;
  }
  if (next.position.turn == kNobody) {
    deliver(count_discs(next.position.planes));
    return true;
  }
  if (bits::count(next.position.empty()) >= kLeastStored) {
    next.key = key_of(next.position);
    if (auto const& known = table_->at(next.key); known.key == next.key) {
      deliver(known.discs);
      return true;
    }
  }
  arrange(next);
  ++depth_;
  return true;
}

// The order in which the moves are tried: first discs that no player can flip again.
template <class Word>
void Endgame<Word>::arrange(Frame& frame) {
  auto const& geometry = setup_.geometry;
  auto const& legal = frame.position.legal;
  frame.left = 0;
  frame.any = false;
  Word const quiet = ~(geometry.tips | geometry.edges);
  for (Word rest : {legal & quiet, legal & geometry.edges, legal & geometry.tips})
    for (; bits::any(rest); bits::drop_lowest(rest))
      frame.moves[frame.left++] = static_cast<std::uint8_t>(bits::lowest(rest));
}

template <class Word>
void Endgame<Word>::finish(Frame const& frame) {
  if (bits::count(frame.position.empty()) >= kLeastStored) table_->at(frame.key) = {frame.key, frame.best};
  --depth_;
  if (depth_ > 0) deliver(Discs(frame.best));
}

// The end reached by the last move of the last frame.
template <class Word>
void Endgame<Word>::deliver(Discs const& discs) {
  auto& frame = frames_[depth_ - 1];
  auto const mover = frame.position.turn;
  if (depth_ == 1) lines_.push_back({Move{setup_.geometry.cell_of[frame.moves[frame.left]]}, discs});
  if (!frame.any || prefers(setup_, mover, discs, frame.best)) frame.best = discs;
  frame.any = true;
  if (depth_ > 1 && first_alone(setup_, mover, discs)) frame.left = 0;
}

template <class Word>
std::uint64_t Endgame<Word>::key_of(Position<Word> const& position) {
  auto hash = table_->salt();
  for (std::size_t i = 0; i < kPlayers.size(); ++i) hash = mixed(hash, position.planes[i]);
  return mixed(hash, std::uint64_t{position.turn} << 8 | position.next);
}

template bool prefers(Setup<std::uint64_t> const&, Disc, Discs const&, Discs const&);
template bool prefers(Setup<Word256> const&, Disc, Discs const&, Discs const&);
template class Endgame<std::uint64_t>;
template class Endgame<Word256>;

}  // namespace engawa::games::reversi
