#include "games/tictactoe/wire.hpp"

#include "base/fnv.hpp"
#include "games/core/wire_text.hpp"

namespace engawa::games {

using tictactoe::Move;
using tictactoe::TicTacToe;

namespace {

// The members r0 to r2: all, or those that differ from `old`.
void write_rows(TicTacToe::State const& now, TicTacToe::State const* old, std::string& out) {
  auto const row_of = [](TicTacToe::State const& state, int row) {
    std::string text;
    for (int cell = 3 * row; cell < 3 * row + 3; ++cell)
      text += (state.marks[0] >> cell & 1u) != 0 ? 'X' : (state.marks[1] >> cell & 1u) != 0 ? 'O' : '.';
    return text;
  };
  out += R"("rows":{)";
  auto const open = out.size();
  for (int row = 0; row < 3; ++row) {
    if (old != nullptr && row_of(*old, row) == row_of(now, row)) continue;
    comma(out, open);
    json_write::key(out, "r" + std::to_string(row));
    json_write::string(out, row_of(now, row));
  }
  out += '}';
}

}  // namespace

Result<Move> Wire<TicTacToe>::read_move(State const&, Json const& json) {
  if (!json.is_object()) return refuse("bad_message", "a move is an object such as {\"cell\":4}");
  auto const cell = read_int(json, "cell", 0, 8);
  if (!cell) return cell.error();
  if (!*cell) return refuse("bad_message", "cell is missing: 0 to 8, row by row from the top left");
  return Move{static_cast<std::uint8_t>(**cell)};
}

void Wire<TicTacToe>::write_move(State const&, Move const& move, std::string& out) {
  out += R"({"cell":)" + std::to_string(move.cell) + "}";
}

std::string Wire<TicTacToe>::why_illegal(State const&, Seat, Move const& move) {
  return "cell " + std::to_string(move.cell) + " is taken; a mark goes into an empty cell";
}

void Wire<TicTacToe>::write_legal(State const& state, std::string& out) {
  out += '"';
  auto const open = out.size();
  for (auto const& move : TicTacToe::moves(state, state.ply % 2)) {
    if (out.size() > open) out += ' ';
    out += std::to_string(move.cell);
  }
  out += '"';
}

void Wire<TicTacToe>::write_view(State const& state, std::string& out) {
  out += '{';
  write_rows(state, nullptr, out);
  out += '}';
}

void Wire<TicTacToe>::write_change(State const& before, State const& after, std::string& out) {
  write_rows(after, &before, out);
}

void Wire<TicTacToe>::write_events(State const&, State const&, Seat seat, Move const& move, std::string& out) {
  out += R"({"kind":"mark","seat":)";
  put_seat(seat, out);
  out += R"(,"cell":)" + std::to_string(move.cell) + "}";
}

std::uint64_t Wire<TicTacToe>::hash(State const& state) {
  return Fnv().add(std::uint64_t{state.marks[0]}).add(std::uint64_t{state.marks[1]}).value();
}

}  // namespace engawa::games
