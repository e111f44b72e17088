#include "games/reversi/two/search.hpp"

#include <algorithm>
#include <cmath>

#include "base/expect.hpp"

namespace engawa::games::reversi::duel {
namespace {

// Stable, by insertion: there are few moves, and std::stable_sort of GCC 12 causes warnings under clang.
void best_first(auto& moves, auto const& value) {
  for (auto at = moves.begin(); at != moves.end(); ++at) {
    auto const place =
        std::upper_bound(moves.begin(), at, *at, [&](auto const& a, auto const& b) { return value(a) > value(b); });
    std::rotate(place, at, std::next(at));
  }
}

constexpr int kInfinite = 65 * kUnit;
constexpr int kAspiration = 3 * kUnit;
constexpr int kProbeFrom = 4;      // plies
constexpr int kKnownFrom = 5;      // plies from which the table is consulted for every move first
constexpr int kSelectiveEnd = 13;  // empty cells from which the end is searched selectively first

constexpr int kInside = kInfinite + 1;  // result of a probe that decides nothing

// How far outside the window a probe must be, in tenths of a standard deviation, by trust.
constexpr std::array<int, 2> kSureness = {13, 18};

// The standard deviation between a search of `depth` plies and one of `probe`, in units.
int deviation(int depth, int probe, int empty) {
  int const tenths = (16 + 3 * (depth - probe)) * (empty < 36 ? 12 : 10) / 10;
  return tenths * kUnit / 10;
}

// Plies of the shallow searches for one of `depth`: of the same parity, because the player who moves last looks better.
std::array<int, 2> probes_of(int depth) {
  int const shallow = depth / 4 * 2 - (depth >= 8 ? 2 : 0) + (depth & 1), deep = depth / 4 * 2 + (depth & 1);
  return {std::min(shallow, depth - 2), std::min(deep, depth - 2)};
}

int in_discs_below(int value) { return value >= 0 ? value / kUnit : -((-value + kUnit - 1) / kUnit); }
int in_discs_above(int value) { return -in_discs_below(-value); }

// Whether the next search should go to the end: the last one reached more than half of the way.
bool goes_to_end(int depth, int empty) { return 9 * depth >= 5 * empty; }

}  // namespace

Search::Search(Evaluation const& evaluation, Board const& board, Settings const& settings)
    : evaluation_(evaluation),
      near_(near()),
      root_{board, false, evaluation.patterns.lines_of(board, false)},
      settings_(settings) {
  EXPECT(legal_moves(root_.board, empty_of(root_.board)) != 0);
}

void Search::begin(Thinking& thinking) {
  Rng rng(thinking.rng.next());
  Bits const empty = empty_of(root_.board);
  for (Bits left = legal_moves(root_.board, empty); left != 0; left &= left - 1) {
    Candidate move;
    move.at = left & -left;
    move.flips = flips_of(root_.board, move.at);
    if (settings_.variety > 0) move.favour = static_cast<int>(rng.below(static_cast<std::uint32_t>(settings_.variety)));
    auto const next = near_.after(evaluation_, root_, move.at, move.flips);
    move.value = -near_.look(evaluation_, next, 0, -kInfinite, kInfinite, nodes_);
    moves_.push_back(move);
  }
  best_first(moves_, [](auto const& move) { return move.value + move.favour; });
  depth_ = 1;
  if (moves_.size() == 1 && !settings_.weigh_all) return;
  whole_.emplace(deepen());
  whole_->begin(track_);
}

bool Search::think(Thinking& thinking, std::uint64_t most) {
  if (moves_.empty()) begin(thinking);
  constexpr std::uint64_t kBetweenLooks = 1000;  // positions: a tenth of a millisecond
  while (track_.current && nodes_ < most) {
    if (nodes_ - checked_ >= kBetweenLooks) {
      checked_ = nodes_;
      if (thinking.pausing()) return thinking.over();
    }
    track_.current.resume();
  }
  return true;
}

Task Search::deepen() {
  int const empty = std::popcount(empty_of(root_.board));
  int depth = 2;
  for (; depth < empty && !goes_to_end(depth - 1, empty); ++depth) {
    Task search = iterate(depth, -kInfinite, kInfinite);
    co_await search;
    depth_ = depth;
  }
  for (auto& move : moves_) move.favour = 0;
  if (empty >= kSelectiveEnd) {
    trust_ = 1;
    Task search = iterate(empty, -kInfinite, kInfinite);
    co_await search;
    depth_ = empty;
  }
  trust_ = Table::kFull;
  if (!settings_.weigh_all) {
    Task who_wins = iterate(empty, -1, 1);
    co_await who_wins;
  }
  Task by_how_many = iterate(empty, -kInfinite, kInfinite);
  co_await by_how_many;
  depth_ = empty;
  exact_ = true;
  co_return 0;
}

// Values the moves to `depth` plies, exactly only between `low` and `high`. The best so far is always the first.
Task Search::iterate(int depth, int low, int high) {
  bool const whole = low == -kInfinite;
  EXPECT(whole ? high == kInfinite : low == -1 && high == 1, low, high);
  EXPECT(whole || std::all_of(moves_.begin(), moves_.end(), [](auto const& move) { return move.favour == 0; }));
  int best = low;
  for (std::size_t i = 0; i < moves_.size() && best < high; ++i) {
    auto const move = moves_[i];
    auto const before = nodes_;
    auto const next = near_.after(evaluation_, root_, move.at, move.flips);
    int found = 0;
    if (settings_.weigh_all) {
      Task search = value(next, depth - 1, -kInfinite, kInfinite);
      found = -co_await search;
    } else if (i == 0) {
      int const under = whole ? move.value - kAspiration : low, over = whole ? move.value + kAspiration : high;
      Task search = value(next, depth - 1, -over, -under);
      found = -co_await search;
      if (whole && (found <= under || found >= over)) {
        Task again = value(next, depth - 1, -high, -low);
        found = -co_await again;
      }
    } else {
      int const cut = best - move.favour;
      Task search = value(next, depth - 1, -cut - 1, -cut);
      found = -co_await search;
      if (found > cut && found < high) {
        Task again = value(next, depth - 1, -high, -cut);
        found = -co_await again;
      }
    }
    // Knowing only the winner says nothing about the number of discs.
    int const sign = found > 0 ? 1 : found < 0 ? -1 : 0;
    moves_[i].value = whole ? found : sign * std::max(sign * move.value, kUnit);
    moves_[i].nodes += nodes_ - before;
    if (i > 0 && found + move.favour <= best) continue;
    best = found + move.favour;
    auto const at = moves_.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(moves_.begin(), at, at + 1);
  }
  if (settings_.weigh_all) best_first(moves_, [](auto const& move) { return move.value; });
  co_return best;
}

// Searches to `depth` plies, or to the end if that is nearer.
Task Search::value(Node const& node, int depth, int alpha, int beta) {
  Bits const empty = empty_of(node.board);
  int const left = std::popcount(empty);
  if (depth >= left && left <= kNearEmpty) {
    int const discs = near_.play_out(node.board, empty, in_discs_below(alpha), in_discs_above(beta), nodes_);
    return Task(kUnit * discs);
  }
  if (depth <= kNearDepth) return Task(near_.look(evaluation_, node, depth, alpha, beta, nodes_));
  return look(node, std::min(depth, left), alpha, beta);
}

Task Search::look(Node node, int depth, int alpha, int beta) {
  ++nodes_;
  Bits const empty = empty_of(node.board), legal = legal_moves(node.board, empty);
  if (legal == 0) {
    Node const passed{swapped(node.board), !node.second, node.lines};
    if (legal_moves(passed.board, empty) == 0) co_return kUnit* lead(node.board);
    Task search = value(passed, depth, -beta, -alpha);
    co_return -co_await search;
  }
  bool const to_end = depth >= std::popcount(empty);
  auto const key = Table::key_of(node.board, to_end);
  int hint = 64;
  if (auto const* const entry = table_->find(key)) {
    hint = entry->best;
    if (entry->depth >= depth && entry->trust >= trust_) {
      if (entry->low >= beta || entry->low == entry->high) co_return entry->low;
      if (entry->high <= alpha) co_return entry->high;
    }
  } else if (to_end) {
    if (auto const* const other = table_->find(Table::key_of(node.board, false))) hint = other->best;
  }
  if (trust_ != Table::kFull && beta - alpha == 1 && depth >= kProbeFrom) {
    Task probes = probe(node, depth, alpha, beta);
    int const found = co_await probes;
    if (found != kInside) co_return found;
  }
  auto const steps = order(node, legal, depth, to_end, hint);
  if (depth >= kKnownFrom && known_better(node, steps, empty, depth, beta)) co_return beta;

  int best = -kInfinite;
  Bits best_at = 0;
  for (std::size_t i = 0; i < steps.count && best < beta; ++i) {
    auto const& step = steps.list[i];
    auto const next = near_.after(evaluation_, node, step.at, step.flips);
    int const low = std::max(alpha, best);
    int found = beta;
    if (i > 0) {
      Task search = value(next, depth - 1, -low - 1, -low);
      found = -co_await search;
    }
    if (i == 0 || (found > low && found < beta)) {
      Task search = value(next, depth - 1, -beta, -low);
      found = -co_await search;
    }
    if (found <= best) continue;
    best = found;
    best_at = step.at;
  }
  auto& entry = table_->place(key);
  bool const same = entry.depth == depth && entry.trust == trust_;
  if (!same)
    entry = {key,        -32767,      32767, static_cast<std::uint8_t>(depth), static_cast<std::uint8_t>(trust_),
             entry.best, entry.search};
  if (best > alpha) entry.low = std::max(entry.low, static_cast<std::int16_t>(best));
  if (best < beta) entry.high = std::min(entry.high, static_cast<std::int16_t>(best));
  if (best > alpha || entry.best == 64) entry.best = static_cast<std::uint8_t>(std::countr_zero(best_at));
  co_return best;
}

// Multi-probability cut: returns a value outside the window if shallow searches predict that the deep one would be
// there too.
Task Search::probe(Node node, int depth, int alpha, int beta) {
  int const left = std::popcount(empty_of(node.board));
  int const guess = near_.evaluate(evaluation_, node);
  auto const sureness = kSureness[static_cast<std::size_t>(trust_)];
  int last = 0;
  for (int const plies : probes_of(depth)) {
    if (plies <= last) continue;
    last = plies;
    int const margin = sureness * deviation(depth, plies, left) / 10;
    int const over = beta + margin, under = alpha - margin;
    if (guess >= beta && over < 64 * kUnit) {
      Task search = value(node, plies, over - 1, over);
      int const found = co_await search;
      if (found >= over) co_return beta;
    }
    if (guess <= alpha && under > -64 * kUnit) {
      Task search = value(node, plies, under, under + 1);
      int const found = co_await search;
      if (found <= under) co_return alpha;
    }
  }
  co_return kInside;
}

// The table's hint first, then by the value of a shallow search and by the number of replies. Towards the end a small
// number of replies makes a small tree and counts for more than the value: this, with one ply less, saves a third of
// the time.
Search::Steps Search::order(Node const& node, Bits legal, int depth, bool to_end, int best) {
  Steps steps;
  int const plies = to_end ? (depth >= 14 ? 1 : 0) : depth >= 12 ? 2 : depth >= 8 ? 1 : 0;
  for (; legal != 0; legal &= legal - 1) {
    Bits const at = legal & -legal;
    Step step{at, flips_of(node.board, at), 0};
    auto const next = near_.after(evaluation_, node, at, step.flips);
    Bits const replies = legal_moves(next.board, empty_of(next.board));
    if (best < 64 && at == Bits{1} << best) {
      step.rank = 2 * kInfinite;
    } else {
      step.rank = -near_.look(evaluation_, next, plies, -kInfinite, kInfinite, nodes_) -
                  (to_end ? 3 * kUnit : kUnit / 4) * std::popcount(replies);
    }
    auto place = steps.count++;
    for (; place > 0 && steps.list[place - 1].rank < step.rank; --place) steps.list[place] = steps.list[place - 1];
    steps.list[place] = step;
  }
  return steps;
}

// Whether the table has a move that is good enough.
bool Search::known_better(Node const& node, Steps const& steps, Bits empty, int depth, int beta) {
  for (std::size_t i = 0; i < steps.count; ++i) {
    auto const& step = steps.list[i];
    bool const to_end = depth >= std::popcount(empty);
    auto const* const entry = table_->find(Table::key_of(after(node.board, step.at, step.flips), to_end));
    if (entry != nullptr && entry->depth >= depth - 1 && entry->trust >= trust_ && -entry->high >= beta) return true;
  }
  return false;
}

float spread_of(int empty) { return (1.2f + 0.08f * static_cast<float>(empty)) * static_cast<float>(kUnit); }

// The logistic distribution.
float chance_of(int value, int empty, bool exact) {
  if (exact) return value > 0 ? 1.0f : value < 0 ? 0.0f : 0.5f;
  return 1 / (1 + std::exp(-static_cast<float>(value) / spread_of(empty)));
}

}  // namespace engawa::games::reversi::duel
