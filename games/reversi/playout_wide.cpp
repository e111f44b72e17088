#include "games/reversi/playout_wide.hpp"

#if defined(__x86_64__)
#include "games/reversi/lanes.hpp"

namespace engawa::games::reversi {
namespace {

using namespace lanes;
using Word = std::uint64_t;

// The parts of a setup that the lanes need.
struct Table {
  Compass compass;
  Word board, tips, edges;
  std::array<Word, kPlayerCount> permanent;
  bool green_alone = true;  // only wildcards are permanent
  bool skip_stuck = false;
  Word rotating;
  alignas(64) std::array<Word, kLanes> rotation{};
  std::vector<Word> const& cut_ins;

  explicit Table(Setup<Word> const& setup)
      : compass(compass_of(setup.geometry)),
        board(setup.geometry.board),
        tips(setup.geometry.tips),
        edges(setup.geometry.edges),
        permanent(setup.permanent),
        skip_stuck(setup.variant.skip_stuck_cut_in),
        rotating(setup.rotation.size()),
        cut_ins(setup.cut_ins) {
    for (auto const kept : permanent) green_alone = green_alone && kept == 0;
    for (std::size_t i = 0; i < setup.rotation.size(); ++i) rotation[i] = setup.rotation[i];
  }
};

// Eight games in progress, lane by lane. A pass is a step without change: no lane waits for another.
struct Games {
  alignas(64) Word planes[8][kLanes];
  alignas(64) Word random[kLanes];  // the state of Rng
  alignas(64) Word ply[kLanes];
  alignas(64) Word next[kLanes];
  alignas(64) Word stuck[kLanes];  // how many players of the rotation have passed since the last disc
  std::size_t index[kLanes];       // into starts
  LaneSet asked = 0;               // the cut-in player of this ply was asked and could not move
  LaneSet active = 0;
};

// Rng::next in the lanes of `drawing`; the states of the others stay.
[[ENGAWA_LANES]] inline Lanes draw(Games& games, LaneSet drawing) {
  Lanes state = load(games.random);
  state = _mm512_mask_add_epi64(state, drawing, state, all(0x9e3779b97f4a7c15u));
  store(games.random, state);
  Lanes z = _mm512_mullo_epi64(_mm512_xor_si512(state, _mm512_srli_epi64(state, 30)), all(0xbf58476d1ce4e5b9u));
  z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 27)), all(0x94d049bb133111ebu));
  return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

// A random cell of each lane's pool, by Rng::below; none where the pool is empty.
[[ENGAWA_LANES]] inline Lanes pick(Lanes pool, Lanes random) {
  alignas(64) Word pools[kLanes], numbers[kLanes], cells[kLanes];
  store(pools, pool);
  store(numbers, _mm512_srli_epi64(random, 32));
  for (std::size_t i = 0; i < kLanes; ++i) {
    auto const nth = numbers[i] * static_cast<Word>(_mm_popcnt_u64(pools[i])) >> 32;
    cells[i] = _pdep_u64(Word{1} << nth, pools[i]);
  }
  return load(cells);
}

// pool_of() of playout.cpp.
template <Playing How>
[[ENGAWA_LANES]] inline Lanes pool_of(Table const& table, Lanes legal, Lanes random) {
  if constexpr (How == Playing::kUniform) return legal;
  Lanes const tips = both(legal, all(table.tips)), edges = both(legal, all(table.edges));
  LaneSet const coin = _mm512_test_epi64_mask(random, all(1));
  Lanes const pool = _mm512_mask_mov_epi64(legal, _mm512_mask_test_epi64_mask(coin, edges, edges), edges);
  return _mm512_mask_mov_epi64(pool, nonzero(tips), tips);
}

struct Movers {
  Lanes color;
  LaneSet cut_in;
};

[[ENGAWA_LANES]] inline Movers movers_of(Table const& table, Games const& games) {
  Movers movers{_mm512_permutexvar_epi64(load(games.next), load(table.rotation.data())), 0};
  if (table.cut_ins.empty()) return movers;
  Lanes const last = all(table.cut_ins.size() - 1);
  Lanes const ply = _mm512_min_epu64(_mm512_add_epi64(load(games.ply), all(1)), last);
  Lanes const cut_in = _mm512_i64gather_epi64(ply, table.cut_ins.data(), 8);
  movers.cut_in = _mm512_cmpneq_epi64_mask(cut_in, all(kNobody)) & static_cast<LaneSet>(~games.asked);
  movers.color = _mm512_mask_mov_epi64(movers.color, movers.cut_in, cut_in);
  return movers;
}

// put() of position.hpp, for `own[i]` the lanes in which player i moves.
[[ENGAWA_LANES]] inline void put(Table const& table, Word (*planes)[kLanes], LaneSet const* own, Lanes at,
                                 LaneFlips const& lines) {
  Lanes kept = load(planes[kGreen]);
  if (!table.green_alone)
    for (std::size_t i = 0; i < kPlayerCount; ++i) kept = either(kept, both(load(planes[i]), all(table.permanent[i])));
  LaneSet const bomb = _mm512_test_epi64_mask(lines.flanked, load(planes[kRed]));
  Lanes const turned = either(without(lines.flanked, kept), at);
  Lanes const change = _mm512_mask_or_epi64(turned, bomb, lines.flanked, lines.flankers);
  for (std::size_t i = 0; i < kPlayerCount; ++i) {
    Lanes const rest = without(load(planes[i]), change);
    store(planes[i], _mm512_mask_or_epi64(rest, own[i] & static_cast<LaneSet>(~bomb), rest, change));
  }
  store(planes[kGreen], without(load(planes[kGreen]), change));
  store(planes[kRed], without(load(planes[kRed]), change));
  Lanes const empty = load(planes[kEmpty]);
  store(planes[kEmpty], _mm512_mask_or_epi64(without(empty, turned), bomb, empty, change));
}

// seek() of position.hpp without the parts that need the board: the next player, and the lanes whose games are over.
[[ENGAWA_LANES]] inline LaneSet turn_over(Table const& table, Games& games, LaneSet moved, LaneSet cut_in) {
  LaneSet const rotated = static_cast<LaneSet>(~cut_in), failed = static_cast<LaneSet>(cut_in & ~moved);
  Lanes const next = load(games.next), one = all(1);
  Lanes const after = _mm512_mask_add_epi64(next, rotated, next, one);
  store(games.next, _mm512_maskz_mov_epi64(_mm512_cmplt_epu64_mask(after, all(table.rotating)), after));
  store(games.ply, _mm512_mask_add_epi64(load(games.ply), moved, load(games.ply), one));
  Lanes const stuck = load(games.stuck);
  Lanes const passes = _mm512_mask_add_epi64(stuck, static_cast<LaneSet>(rotated & ~moved), stuck, one);
  Lanes const since = _mm512_maskz_mov_epi64(static_cast<LaneSet>(~moved), passes);
  store(games.stuck, since);
  games.asked = static_cast<LaneSet>((games.asked & ~moved) | failed);
  LaneSet over = _mm512_cmpge_epu64_mask(since, all(table.rotating)) |
                 _mm512_testn_epi64_mask(load(games.planes[kEmpty]), load(games.planes[kEmpty]));
  if (!table.skip_stuck) over |= failed;
  return over & games.active;
}

// One step of every game: a disc, or a pass. Returns the games that ended.
template <int Stride, Playing How>
[[ENGAWA_LANES]] inline LaneSet play_step(Table const& table, Games& games) {
  auto const movers = movers_of(table, games);
  LaneSet own[kPlayerCount];
  Lanes discs = all(0);
  for (std::size_t i = 0; i < kPlayerCount; ++i) {
    own[i] = _mm512_cmpeq_epi64_mask(movers.color, all(i));
    discs = _mm512_mask_mov_epi64(discs, own[i], load(games.planes[i]));
  }
  Lanes const empty = load(games.planes[kEmpty]);
  Lanes const others = without(all(table.board), either(empty, discs));
  LaneFills fills;
  Lanes const legal =
      legal_cells<Stride>(table.compass, either(discs, load(games.planes[kGreen])), others, empty, fills);
  LaneSet const moved = nonzero(legal);
  Lanes const random = draw(games, moved);
  Lanes const at = pick(pool_of<How>(table, legal, random), random);
  put(table, games.planes, own, at, flips<Stride>(table.compass, at, fills));
  return turn_over(table, games, moved, movers.cut_in);
}

// The games to play, started one after the other as lanes become free.
struct Queue {
  Setup<Word> const& setup;
  std::span<Position<Word> const* const> starts;
  Rng& rng;
  std::span<Discs> finals;
  std::size_t begun = 0;
};

void clear_lane(Games& games, std::size_t lane) {
  for (auto& plane : games.planes) plane[lane] = 0;
  games.random[lane] = games.ply[lane] = games.next[lane] = games.stuck[lane] = 0;
  games.active = static_cast<LaneSet>(games.active & ~(1u << lane));
}

// Puts the next unfinished game into the lane; if there is none, the lane stays empty.
void begin_next(Queue& queue, Games& games, std::size_t lane) {
  clear_lane(games, lane);
  while (queue.begun < queue.starts.size()) {
    auto const index = queue.begun++;
    auto const& start = *queue.starts[index];
    auto const seed = queue.rng.next();
    if (start.turn == kNobody) {
      queue.finals[index] = count_discs(start.planes);
      continue;
    }
    for (std::size_t i = 0; i < start.planes.size(); ++i) games.planes[i][lane] = start.planes[i];
    games.random[lane] = seed;
    games.ply[lane] = start.ply;
    games.next[lane] = start.next;
    games.index[lane] = index;
    auto const bit = static_cast<LaneSet>(1u << lane);
    auto const cut_in = queue.setup.cut_in_at(start.ply + 1);
    games.asked = static_cast<LaneSet>(games.asked & ~bit);
    if (cut_in != kNobody && cut_in != start.turn) games.asked |= bit;
    games.active |= bit;
    return;
  }
}

[[gnu::noinline]] void finish(Queue& queue, Games& games, LaneSet over) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if ((over >> lane & 1) == 0) continue;
    auto& discs = queue.finals[games.index[lane]];
    for (std::size_t i = 0; i < kPlayerCount; ++i)
      discs[i] = static_cast<std::uint16_t>(bits::count(games.planes[i][lane]));
    begin_next(queue, games, lane);
  }
}

template <int Stride, Playing How>
[[ENGAWA_LANES, gnu::flatten]] void play_all(Table const& table, Queue& queue, Games& games) {
  while (games.active != 0)
    if (LaneSet const over = play_step<Stride, How>(table, games); over != 0) finish(queue, games, over);
}

template <int Stride>
void play_with(Playing playing, Table const& table, Queue& queue, Games& games) {
  if (playing == Playing::kUniform) {
    play_all<Stride, Playing::kUniform>(table, queue, games);
  } else {
    play_all<Stride, Playing::kTiers>(table, queue, games);
  }
}

// One position, in every lane.
struct Root {
  alignas(64) Word planes[8][kLanes];
  LaneSet own[kPlayerCount];
  LaneFills fills;
};

template <int Stride>
[[ENGAWA_LANES]] inline void spread(Table const& table, Position<Word> const& position, Root& root) {
  for (std::size_t i = 0; i < 8; ++i) store(root.planes[i], all(position.planes[i]));
  for (std::size_t i = 0; i < kPlayerCount; ++i) root.own[i] = i == position.turn ? 0xff : 0;
  Word const own = position.planes[position.turn];
  legal_cells<Stride>(table.compass, all(own | position.planes[kGreen]), all(table.board & ~(position.empty() | own)),
                      all(position.empty()), root.fills);
}

// Legal moves of `mover` after each of the moves `at`.
template <int Stride>
[[ENGAWA_LANES]] inline Lanes replies(Table const& table, Root const& root, Disc mover, Lanes at) {
  alignas(64) Word planes[8][kLanes];
  for (std::size_t i = 0; i < 8; ++i) store(planes[i], load(root.planes[i]));
  put(table, planes, root.own, at, flips<Stride>(table.compass, at, root.fills));
  Lanes const own = load(planes[mover]), empty = load(planes[kEmpty]);
  LaneFills fills;
  return legal_cells<Stride>(table.compass, either(own, load(planes[kGreen])),
                             without(all(table.board), either(empty, own)), empty, fills);
}

// The first player who is asked after the mover of `position` has played.
Disc first_asked(Setup<Word> const& setup, Position<Word> const& position) {
  if (auto const cut_in = setup.cut_in_at(position.ply + 2); cut_in != kNobody) return cut_in;
  bool const cut_in = setup.cut_in_at(position.ply + 1) == position.turn;
  return setup.rotation[cut_in ? position.next : setup.after(position.next)];
}

// The moves of a later player, when `mover` has none. `at` is the move played.
std::uint64_t replies_after_passes(Setup<Word> const& setup, Position<Word> next, Word at) {
  Fills<Word> fills;
  legal_for<AnyShape>(setup, next, next.turn, fills);
  put<AnyShape>(setup, next, at, fills);
  seek<AnyShape>(setup, next, fills);
  return next.turn == kNobody ? 0 : static_cast<std::uint64_t>(bits::count(next.legal));
}

template <int Stride>
[[ENGAWA_LANES, gnu::flatten]] std::uint64_t count_two(Setup<Word> const& setup, Table const& table,
                                                       Position<Word> const& position) {
  Root root;
  spread<Stride>(table, position, root);
  Disc const mover = first_asked(setup, position);
  std::uint64_t total = 0;
  for (Word rest = position.legal; rest != 0;) {
    alignas(64) Word cells[kLanes] = {}, legal[kLanes];
    std::size_t count = 0;
    for (; count < kLanes && rest != 0; rest &= rest - 1) cells[count++] = rest & (~rest + 1);
    store(legal, replies<Stride>(table, root, mover, load(cells)));
    for (std::size_t i = 0; i < count; ++i)
      total +=
          legal[i] != 0 ? static_cast<Word>(_mm_popcnt_u64(legal[i])) : replies_after_passes(setup, position, cells[i]);
  }
  return total;
}

bool has_instructions() {
  static bool const has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                          __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2");
  return has;
}

}  // namespace

bool has_wide(Setup<Word> const& setup) { return setup.geometry.doublings <= 3 && has_instructions(); }

void play_out_wide(Setup<Word> const& setup, Playing playing, std::span<Position<Word> const* const> starts, Rng& rng,
                   std::span<Discs> finals) {
  Table const table(setup);
  Queue queue{setup, starts, rng, finals};
  Games games;
  for (std::size_t lane = 0; lane < kLanes; ++lane) begin_next(queue, games, lane);
  if (setup.geometry.stride == 14) {
    play_with<14>(playing, table, queue, games);
  } else if (setup.geometry.stride == 8) {
    play_with<8>(playing, table, queue, games);
  } else {
    play_with<0>(playing, table, queue, games);
  }
}

std::uint64_t perft_two_wide(Setup<Word> const& setup, Position<Word> const& position) {
  Table const table(setup);
  if (setup.geometry.stride == 14) return count_two<14>(setup, table, position);
  if (setup.geometry.stride == 8) return count_two<8>(setup, table, position);
  return count_two<0>(setup, table, position);
}

}  // namespace engawa::games::reversi

#else

namespace engawa::games::reversi {

bool has_wide(Setup<std::uint64_t> const&) { return false; }
void play_out_wide(Setup<std::uint64_t> const&, Playing, std::span<Position<std::uint64_t> const* const>, Rng&,
                   std::span<Discs>) {}
std::uint64_t perft_two_wide(Setup<std::uint64_t> const&, Position<std::uint64_t> const&) { return 0; }

}  // namespace engawa::games::reversi

#endif
