#include "games/reversi/rules.hpp"

#include "base/expect.hpp"
#include "games/core/ranking.hpp"
#include "games/reversi/processor.hpp"

namespace engawa::games::reversi {

namespace {

template <class Shape, class Word>
inline void advance(Setup<Word> const& setup, Position<Word>& position, Word at) {
  Fills<Word> fills;
  legal_for<Shape>(setup, position, position.turn, fills);
  put<Shape>(setup, position, at, fills);
  seek<Shape>(setup, position, fills);
}

template <class Shape, class Word>
[[gnu::flatten, ENGAWA_BMI]] void advance_bmi(Setup<Word> const& setup, Position<Word>& position, Word at) {
  advance<Shape>(setup, position, at);
}

}  // namespace

template <class Word>
auto Reversi<Word>::start(Variant const& variant) -> State {
  auto setup = std::make_shared<Setup<Word> const>(make_setup<Word>(variant));
  auto const position = setup->start;
  return {std::move(setup), position};
}

template <class Word>
auto Reversi<Word>::moves(State const& state, Seat seat) -> Moves {
  Moves list;
  if (!to_act(state).has(seat)) return list;
  auto const& geometry = state.setup->geometry;
  for (Cell const cell : geometry.cells)
    if (bits::any(state.position.legal & bits::single<Word>(geometry.bit_of[cell]))) list.push_back({cell});
  return list;
}

template <class Word>
bool Reversi<Word>::legal(State const& state, Seat seat, Move move) {
  auto const& geometry = state.setup->geometry;
  if (!to_act(state).has(seat) || !geometry.on_board[move.cell]) return false;
  return bits::any(state.position.legal & bits::single<Word>(geometry.bit_of[move.cell]));
}

template <class Word>
void Reversi<Word>::apply(State& state, [[maybe_unused]] Seat seat, Move move) {
  EXPECT(legal(state, seat, move), seat, move.cell);
  auto const& setup = *state.setup;
  auto& position = state.position;
  auto const at = bits::single<Word>(setup.geometry.bit_of[move.cell]);
  with_shape(setup.geometry, [&](auto shape) {
    if (has_bmi()) return advance_bmi<decltype(shape)>(setup, position, at);
    advance<decltype(shape)>(setup, position, at);
  });
  position.last = move.cell;
}

template <class Word>
int Reversi<Word>::flanked(State const& state, Move move) {
  auto const& geometry = state.setup->geometry;
  EXPECT(bits::any(state.position.legal & bits::single<Word>(geometry.bit_of[move.cell])), move.cell);
  Fills<Word> fills, lines;
  legal_for<AnyShape>(*state.setup, state.position, state.position.turn, fills);
  return bits::count(flanked_cells<AnyShape>(geometry, bits::single<Word>(geometry.bit_of[move.cell]), fills, lines));
}

template <class Word>
Ranking Reversi<Word>::standing(State const& state) {
  std::vector<Ranking::Place> places;
  for (Disc const color : state.setup->compete) {
    auto const seat = state.setup->seat_of[color];
    places.push_back({seat, 0, score(state, seat)});
  }
  return rank_by_score(std::move(places), state.position.end == End::kCutInStuck ? "cutin_stuck" : "all_pass");
}

template <class Word>
std::optional<Ranking> Reversi<Word>::outcome(State const& state) {
  if (state.position.turn != kNobody) return std::nullopt;
  return standing(state);
}

template struct Reversi<std::uint64_t>;
template struct Reversi<Word256>;

}  // namespace engawa::games::reversi
