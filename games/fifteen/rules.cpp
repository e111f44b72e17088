#include "games/fifteen/rules.hpp"

#include <algorithm>
#include <bit>

#include "base/expect.hpp"

namespace engawa::games::fifteen {
namespace {

std::uint8_t finishers(Race const& race) {
  return static_cast<std::uint8_t>(
      std::count_if(race.boards.begin(), race.boards.end(), [](Board const& board) { return board.place > 0; }));
}

// First solved seats by place, then seats still playing, then seats that are out.
int rank_of(Race const& race, Board const& board) {
  if (board.place > 0) return board.place;
  int const solved = finishers(race);
  return board.out ? solved + Fifteen::to_act(race).size() + 1 : solved + 1;
}

}  // namespace

SeatSet Fifteen::to_act(State const& state) {
  SeatSet seats;
  for (Seat seat = 0; seat < state.seats; ++seat)
    if (state.boards[seat].playing()) seats.add(seat);
  return seats;
}

auto Fifteen::moves(State const& state, Seat seat) -> Moves {
  Moves list;
  if (!to_act(state).has(seat)) return list;
  auto const& puzzle = state.boards[seat].puzzle;
  std::uint32_t tiles = 0;  // one bit per tile, so that they come out in ascending order
  auto const cells = static_cast<Cell>(puzzle.cells());
  for (Cell cell = 0; cell < cells; ++cell) {
    bool const in_line =
        puzzle.row(cell) == puzzle.row(puzzle.hole) || puzzle.column(cell) == puzzle.column(puzzle.hole);
    if (in_line && cell != puzzle.hole) tiles |= std::uint32_t{1} << puzzle.tiles[cell];
  }
  for (; tiles != 0; tiles &= tiles - 1) list.push_back({static_cast<Tile>(std::countr_zero(tiles))});
  return list;
}

bool Fifteen::legal(State const& state, Seat seat, Move move) {
  return move.tile > 0 && to_act(state).has(seat) && slide_length(state.boards[seat].puzzle, move.tile) > 0;
}

void Fifteen::apply(State& state, Seat seat, Move move) {
  EXPECT(legal(state, seat, move), seat, move.tile);
  auto& board = state.boards[seat];
  board.steps += static_cast<std::uint32_t>(slide_length(board.puzzle, move.tile));
  slide(board.puzzle, move.tile);
  ++state.ply;
  if (is_solved(board.puzzle)) {
    board.place = static_cast<std::uint8_t>(finishers(state) + 1);
    board.solved_at = state.now;
  } else if (board.steps >= state.max_steps) {
    board.out = true;
  }
}

Ranking Fifteen::standing(State const& state) {
  Ranking ranking;
  for (Seat seat = 0; seat < state.seats; ++seat) {
    auto const& board = state.boards[seat];
    ranking.places.push_back({seat, rank_of(state, board), static_cast<int>(board.steps)});
  }
  std::sort(ranking.places.begin(), ranking.places.end(),
            [](auto const& a, auto const& b) { return a.rank != b.rank ? a.rank < b.rank : a.seat < b.seat; });
  ranking.lost = finishers(state) == 0;
  ranking.reason = ranking.lost ? "out" : "solved";
  return ranking;
}

std::optional<Ranking> Fifteen::outcome(State const& state) {
  if (!to_act(state).empty()) return std::nullopt;
  return standing(state);
}

std::optional<Due> Fifteen::due(State const& state) {
  auto const waiting = to_act(state);
  if (waiting.empty()) return std::nullopt;
  for (auto const& board : state.boards)
    if (board.place == 1) return Due{board.solved_at + state.finish_ms, waiting.first()};
  return std::nullopt;
}

void Fifteen::elapse(State& state) {
  auto const next = due(state);
  EXPECT(next && next->at <= state.now, state.now);
  state.boards[next->seat].out = true;
}

static_assert(Timed<Fifteen>);

}  // namespace engawa::games::fifteen
