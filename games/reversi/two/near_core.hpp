// The code that near.cpp and near_wide.cpp compile, once each, with
// - ENGAWA_NEAR: the namespace
// - ENGAWA_NEAR_FOR: the attributes of every function
// - moves_of(Board, Bits empty) and turned_by(Board, Bits at) in it: the same as legal_moves and flips_of.
//
// No include guard, on purpose: a template could not have another target than the file that instantiates it.
namespace engawa::games::reversi::duel {
namespace ENGAWA_NEAR {

constexpr Bits kCorners = 0x8100000000000081;
constexpr std::array<Bits, 4> kQuarters = {0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000,
                                           0xf0f0f0f000000000};
// For the order of moves only: corners first, cells next to them last.
constexpr std::array<std::int8_t, 64> kCellRank = {9, 1, 6, 5, 5, 6, 1, 9, 1, 0, 2, 2, 2, 2, 0, 1, 6, 2, 5, 4, 4, 5,
                                                   2, 6, 5, 2, 4, 4, 4, 4, 2, 5, 5, 2, 4, 4, 4, 4, 2, 5, 6, 2, 5, 4,
                                                   4, 5, 2, 6, 1, 0, 2, 2, 2, 2, 0, 1, 9, 1, 6, 5, 5, 6, 1, 9};

[[ENGAWA_NEAR_FOR]] inline int evaluate(Evaluation const& evaluation, Node const& node) {
  auto const& patterns = evaluation.patterns;
  int const empty = std::popcount(patterns.field & ~(node.board.own | node.board.other));
  auto const* const weights = evaluation.of_phase(empty);
  int sum = evaluation.by_empty[static_cast<std::size_t>(empty)];
  if (node.second) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum += weights[patterns.last[lane] - node.lines.at[lane]];
  } else {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sum += weights[patterns.first[lane] + node.lines.at[lane]];
  }
  return std::clamp(sum, -kMostValue, kMostValue);
}

[[ENGAWA_NEAR_FOR]] inline Node after_move(Evaluation const& evaluation, Node const& node, Bits at, Bits flips) {
  auto const& step = evaluation.patterns.step;
  Node next{after(node.board, at, flips), !node.second, node.lines};
  auto& lines = next.lines.at;
  // A flipped disc changes its digit by two, a new one by one.
  Lines change{};
  for (Bits left = flips; left != 0; left &= left - 1) {
    auto const& of_cell = step[static_cast<std::size_t>(std::countr_zero(left))].at;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      change.at[lane] = static_cast<std::uint16_t>(change.at[lane] + of_cell[lane]);
  }
  auto const& of_move = step[static_cast<std::size_t>(std::countr_zero(at))].at;
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    change.at[lane] = static_cast<std::uint16_t>(2 * change.at[lane] + of_move[lane]);
  if (node.second) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      lines[lane] = static_cast<std::uint16_t>(lines[lane] - change.at[lane]);
  } else {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      lines[lane] = static_cast<std::uint16_t>(lines[lane] + change.at[lane]);
  }
  return next;
}

struct Ordered {
  Bits at, flips;
  int rank;
};

// The moves, best first: those that leave the opponent the fewest replies.
[[ENGAWA_NEAR_FOR]] inline std::size_t order(Board const& board, Bits legal, Bits empty, Bits odd, Ordered* list) {
  std::size_t count = 0;
  for (; legal != 0; legal &= legal - 1) {
    Bits const at = legal & -legal, flips = turned_by(board, at);
    Bits const replies = moves_of(after(board, at, flips), empty ^ at);
    int const rank = kCellRank[static_cast<std::size_t>(std::countr_zero(at))] + ((at & odd) != 0 ? 3 : 0) -
                     4 * std::popcount(replies) - 3 * std::popcount(replies & kCorners);
    auto place = count++;
    for (; place > 0 && list[place - 1].rank < rank; --place) list[place] = list[place - 1];
    list[place] = {at, flips, rank};
  }
  return count;
}

[[ENGAWA_NEAR_FOR]] inline int look(Evaluation const& evaluation, Node const& node, int depth, int alpha, int beta,
                                    std::uint64_t& nodes) {
  ++nodes;
  Bits const empty = evaluation.patterns.field & ~(node.board.own | node.board.other);
  Bits const legal = moves_of(node.board, empty);
  if (legal == 0) {
    auto const other = swapped(node.board);
    if (moves_of(other, empty) == 0) return kUnit * lead(node.board);
    return -look(evaluation, {other, !node.second, node.lines}, depth, -beta, -alpha, nodes);
  }
  if (depth == 0) return evaluate(evaluation, node);
  int best = -64 * kUnit - 1;
  if (depth == 1) {
    for (Bits left = legal; left != 0 && best < beta; left &= left - 1) {
      Bits const at = left & -left;
      auto const next = after_move(evaluation, node, at, turned_by(node.board, at));
      best = std::max(best, -look(evaluation, next, 0, -beta, -std::max(alpha, best), nodes));
    }
    return best;
  }
  Ordered list[64];
  auto const count = order(node.board, legal, empty, 0, list);
  for (std::size_t i = 0; i < count && best < beta; ++i) {
    auto const next = after_move(evaluation, node, list[i].at, list[i].flips);
    int const low = std::max(alpha, best);
    int value = i == 0 ? low + 1 : -look(evaluation, next, depth - 1, -low - 1, -low, nodes);
    if (value > low && (i == 0 || value < beta)) value = -look(evaluation, next, depth - 1, -beta, -low, nodes);
    best = std::max(best, value);
  }
  return best;
}

// The cells next to each cell: a legal move has an opponent's disc on one of them.
constexpr auto kAround = [] {
  std::array<Bits, 64> table{};
  for (std::size_t cell = 0; cell < 64; ++cell) {
    Bits const at = Bits{1} << cell;
    Bits const row = at | (at << 1 & 0xfefefefefefefefe) | (at >> 1 & 0x7f7f7f7f7f7f7f7f);
    table[cell] = (row | row << 8 | row >> 8) ^ at;
  }
  return table;
}();

// One empty cell is left.
[[ENGAWA_NEAR_FOR]] inline int last_cell(Board const& board, Bits at) {
  int const now = lead(board);
  if (Bits const mine = turned_by(board, at); mine != 0) return now + 2 * std::popcount(mine) + 1;
  if (Bits const theirs = turned_by(swapped(board), at); theirs != 0) return now - 2 * std::popcount(theirs) - 1;
  return now;
}

// The quarters of the board with an odd number of empty cells: the player who moves there also has the last move there.
[[ENGAWA_NEAR_FOR]] inline Bits odd_quarters(Bits empty) {
  Bits odd = 0;
  for (auto const quarter : kQuarters)
    if ((std::popcount(empty & quarter) & 1) != 0) odd |= quarter;
  return odd;
}

// Up to four remaining cells, as bit numbers, in the order in which they are tried.
template <std::size_t kLeft>
using Cells = std::array<int, kLeft>;

// Whether two cells are in one quarter of the board.
constexpr bool together(int a, int b) { return ((a ^ b) & 0b100100) == 0; }

// Of three cells, one that is alone in its quarter is tried first.
constexpr Cells<3> odd_first(Cells<3> const& cells) {
  auto const [a, b, c] = cells;
  if (together(a, b)) return {c, a, b};
  if (together(a, c)) return {b, a, c};
  return cells;
}

template <std::size_t kLeft>
constexpr Cells<kLeft - 1> without(Cells<kLeft> const& cells, std::size_t gone) {
  Cells<kLeft - 1> rest{};
  for (std::size_t i = 0; i < kLeft - 1; ++i) rest[i] = cells[i < gone ? i : i + 1];
  if constexpr (kLeft == 4) return odd_first(rest);
  return rest;
}

constexpr int kNoMove = -65;

template <std::size_t kLeft>
[[ENGAWA_NEAR_FOR]] int last_cells(Board const& board, Cells<kLeft> const& cells, int alpha, int beta,
                                   std::uint64_t& nodes);

// The value if the player to move can move, otherwise kNoMove. The moves are not listed first, because most turn out to
// be legal when they are tried.
template <std::size_t kLeft>
[[ENGAWA_NEAR_FOR]] inline int try_cells(Board const& board, Cells<kLeft> const& cells, int alpha, int beta,
                                         std::uint64_t& nodes) {
  ++nodes;
  int best = kNoMove;
  for (std::size_t i = 0; i < kLeft && best < beta; ++i) {
    if ((kAround[static_cast<std::size_t>(cells[i])] & board.other) == 0) continue;
    Bits const at = Bits{1} << cells[i], flips = turned_by(board, at);
    if (flips == 0) continue;
    auto const next = after(board, at, flips);
    best = std::max(best, -last_cells(next, without(cells, i), -beta, -std::max(alpha, best), nodes));
  }
  return best;
}

// As play_out. REQUIRES: exactly these cells are empty.
template <std::size_t kLeft>
[[ENGAWA_NEAR_FOR]] int last_cells(Board const& board, Cells<kLeft> const& cells, int alpha, int beta,
                                   std::uint64_t& nodes) {
  if constexpr (kLeft == 1) {
    ++nodes;
    return last_cell(board, Bits{1} << cells[0]);
  } else {
    int const found = try_cells(board, cells, alpha, beta, nodes);
    if (found != kNoMove) return found;
    int const passed = try_cells(swapped(board), cells, -beta, -alpha, nodes);
    return passed != kNoMove ? -passed : lead(board);
  }
}

template <std::size_t kLeft>
[[ENGAWA_NEAR_FOR]] inline int last_of(Board const& board, Bits empty, Bits odd, int alpha, int beta,
                                       std::uint64_t& nodes) {
  Cells<kLeft> cells{};
  std::size_t count = 0;
  for (Bits part : {empty & odd, empty & ~odd})
    for (; part != 0; part &= part - 1) cells[count++] = std::countr_zero(part);
  return last_cells(board, cells, alpha, beta, nodes);
}

[[ENGAWA_NEAR_FOR]] int play_out(Board const& board, Bits empty, int alpha, int beta, std::uint64_t& nodes);

// With more empty cells: moves in the best order.
[[ENGAWA_NEAR_FOR]] inline int play_on(Board const& board, Bits empty, Bits odd, int alpha, int beta,
                                       std::uint64_t& nodes) {
  ++nodes;
  Bits const legal = moves_of(board, empty);
  if (legal == 0) {
    auto const other = swapped(board);
    if (moves_of(other, empty) == 0) return lead(board);
    return -play_on(other, empty, odd, -beta, -alpha, nodes);
  }
  int best = kNoMove;
  Ordered list[kNearEmpty + 8];
  auto const count = order(board, legal, empty, odd, list);
  for (std::size_t i = 0; i < count && best < beta; ++i)
    best = std::max(best, -play_out(after(board, list[i].at, list[i].flips), empty ^ list[i].at, -beta,
                                    -std::max(alpha, best), nodes));
  return best;
}

[[ENGAWA_NEAR_FOR]] inline int play_out(Board const& board, Bits empty, int alpha, int beta, std::uint64_t& nodes) {
  int const left = std::popcount(empty);
  Bits const odd = odd_quarters(empty);
  switch (left) {
    case 0:
      return lead(board);
    case 1:
      return last_of<1>(board, empty, odd, alpha, beta, nodes);
    case 2:
      return last_of<2>(board, empty, odd, alpha, beta, nodes);
    case 3:
      return last_of<3>(board, empty, odd, alpha, beta, nodes);
    case 4:
      return last_of<4>(board, empty, odd, alpha, beta, nodes);
    default:
      return play_on(board, empty, odd, alpha, beta, nodes);
  }
}

constexpr Near kNear = {evaluate, after_move, look, play_out};

}  // namespace ENGAWA_NEAR
}  // namespace engawa::games::reversi::duel
