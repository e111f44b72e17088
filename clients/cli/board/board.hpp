// A game's board as the client reads it: the description of games/core/terminal.hpp, applied to the room's document.
// The client knows no rules: the server sends the legal moves (`legal`) and the effects of each move. Pure functions;
// any thread.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.hpp"
#include "clients/cli/board/phrases.hpp"
#include "clients/cli/board/table.hpp"
#include "games/core/terminal.hpp"

namespace engawa::cli {

using games::terminal::Board;
using games::terminal::Cursor;

// What is to be shown, and for which viewer.
struct Look {
  Table const& table;
  std::optional<int> me;  // our seat
  Phrases const& say;
  std::int64_t now = 0;  // game time in ms, in timed games

  Board const& board() const;
  bool my_turn() const { return table.my_turn(me); }
  bool each_has_one() const { return !board().boards.empty(); }  // a board for each seat
};

// Cells of one row, both ends included.
struct Run {
  int row = 0, first = 0, last = 0;

  bool holds(Cell cell) const { return cell.row == row && first <= cell.column && cell.column <= last; }
  bool holds(Run const& part) const { return part.row == row && first <= part.first && part.last <= last; }
  int count() const { return last - first + 1; }
};

struct Grid {
  Board const& board;
  std::vector<std::vector<std::string>> rows = {};  // from the top
  std::vector<Run> legal = {};                      // our legal moves, in reading order
  std::optional<Run> last = {};                     // the last move
  int across = 0, down = 0;
  bool shifted = false;

  // Empty outside the board.
  std::string_view at(Cell cell) const;
  games::terminal::Piece const* piece(Cell cell) const;  // nullptr: the game describes none
  bool is_cell(Cell cell) const;                         // there are cells to point at
  std::optional<std::size_t> legal_at(Cell cell) const;
  bool is_legal(Cell cell) const { return legal_at(cell).has_value(); }
  std::optional<Cell> find(std::string_view text) const;
};

// The grid of that seat; of any seat if all share one board. None before the first start.
std::optional<Grid> grid_of(Look const& look, int seat);

// A cell in the form of the wire: f7, r4c3, or its number row by row.
std::optional<Cell> read_cell(Grid const& grid, std::string_view word);

// The board of that game, or a plain one that shows the view as a table and numbers the moves.
Board const& board_of(std::string_view game);
games::terminal::Ink ink_of(Board const& board, char letter);
// Colours, scores and competing seats.
void describe_seats(std::string_view game, Json const& view, std::vector<SeatRow>& seats);
// Whether several seats play at the same time.
bool is_simultaneous(Table const& table);

// A text of the board for that seat. `about`: an event or a hint; `known`: further fields.
std::string fill(Look const& look, int seat, games::Text const& text, Json const& about, Json const& known);
std::string fill(Look const& look, int seat, std::string_view text, Json const& about, Json const& known);
// The same as lines, with pieces as letters; coloured if the lines have colours.
std::vector<std::string> fill_lines(Look const& look, games::Text const& text, Json const& about, Json const& known);
std::vector<std::string> hint_lines(Look const& look, Json const& hint);
// Changes with every turn of ours, and only then.
std::string turn_of(Look const& look);

}  // namespace engawa::cli
