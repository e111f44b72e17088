#include "games/reversi/two/board.hpp"

#include "base/expect.hpp"

namespace engawa::games::reversi::duel {

std::optional<Bits> field_of(Variant const& variant) {
  bool const two = variant.rotation.size() == 2 && variant.compete.size() == 2 && variant.cut_ins.empty();
  bool const plain = variant.permanent == "G" || variant.permanent.empty();
  if (!two || !plain || variant.rows.size() > 8 || variant.columns() > 8) return std::nullopt;
  auto const discs = variant.rotation + ".H";
  Bits field = 0;
  for (std::size_t row = 0; row < variant.rows.size(); ++row) {
    if (variant.rows[row].find_first_not_of(discs) != std::string::npos) return std::nullopt;
    for (std::size_t column = 0; column < variant.rows[row].size(); ++column)
      if (variant.rows[row][column] != 'H') field |= Bits{1} << (column + 8 * row);
  }
  return field;
}

Board board_of(Reversi<std::uint64_t>::State const& state) {
  auto const& geometry = state.setup->geometry;
  auto const& position = state.position;
  EXPECT(field_of(state.setup->variant) && position.turn != kNobody, position.turn);
  Board board;
  for (Cell const cell : geometry.cells) {
    auto const bit = std::uint64_t{1} << geometry.bit_of[cell];
    if ((position.empty() & bit) != 0) continue;
    ((position.planes[position.turn] & bit) != 0 ? board.own : board.other) |= bit_of(cell);
  }
  return board;
}

}  // namespace engawa::games::reversi::duel
