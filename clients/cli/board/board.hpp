// A game's board as the client reads it: what games/core/terminal.hpp says, applied to the room's document. The client
// knows no rules: what is possible comes from the server (`legal`), and so does what a move did. Pure functions; any
// thread.
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

// What there is to see, and who looks.
struct Look {
  Table const& table;
  std::optional<int> me;  // our seat
  Phrases const& say;
  std::int64_t now = 0;  // game time in ms, in games that know time

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
  std::vector<Run> legal = {};                      // what we may play, in the order in which one reads
  std::optional<Run> last = {};                     // the last move
  int across = 0, down = 0;
  bool shifted = false;

  // Empty outside.
  std::string_view at(Cell cell) const;
  games::terminal::Piece const* piece(Cell cell) const;  // nullptr: none is described for it
  bool is_cell(Cell cell) const;                         // there is something to point at
  std::optional<std::size_t> legal_at(Cell cell) const;
  bool is_legal(Cell cell) const { return legal_at(cell).has_value(); }
  std::optional<Cell> find(std::string_view text) const;
};

// Of that seat; of any where all share one board. None before the first start.
std::optional<Grid> grid_of(Look const& look, int seat);

// A cell as on the wire: f7, r4c3, or its number row by row.
std::optional<Cell> read_cell(Grid const& grid, std::string_view word);

// The board of that game, or a plain one that shows the view as a table and numbers the moves.
Board const& board_of(std::string_view game);
games::terminal::Ink ink_of(Board const& board, char letter);
// Colours, scores and who competes.
void describe_seats(std::string_view game, Json const& view, std::vector<SeatRow>& seats);
// Whether several seats play at the same time.
bool is_simultaneous(Table const& table);

// A text of the board for that seat. `about`: an event, a hint; `known`: what else has a name.
std::string fill(Look const& look, int seat, games::Text const& text, Json const& about, Json const& known);
std::string fill(Look const& look, int seat, std::string_view text, Json const& about, Json const& known);
// The same in lines, with pieces as letters; in colours when lines have them.
std::vector<std::string> fill_lines(Look const& look, games::Text const& text, Json const& about, Json const& known);
std::vector<std::string> hint_lines(Look const& look, Json const& hint);
// Differs from one turn of ours to the next, and only then.
std::string turn_of(Look const& look);

}  // namespace engawa::cli
