// The terminal form of a game, as data: one value in games/NAME/terminal.cpp, which its line in the catalogue points
// to. From it the client draws the board, reads keys and typed lines, and describes events, without knowing the game.
//
// Texts with fields are templates:
//   <path>        the member there, such as `optimal/steps`; looked up in the event or hint, then in the seat's board,
//                 then in the view. `*` is every member, `$` the seat. Lists are written with spaces.
//   <a+b-1>       a sum of numbers
//   <path:filter> count: of words or members - first: the first twelve - s: "s" unless it is 1 - seconds: ms as "4.2" -
//                 ceil: ms as whole seconds - degrees: hundredths - percent, chart: a share from 0 to 1 -
//                 spaced: digits with spaces - places: the values of the ones in a binary number -
//                 player: a seat as "black (taro)" - name: the player's name - short: the colour in one word, or the
//                 player's name - disc: the piece of that seat - piece: a letter as it is drawn - color: the name of a
//                 letter's piece - row, column: of a cell such as r5c0, counted from 1
//   <?path> <!path> a condition without text: the member exists and is more than zero, or not; <?path=word>
//   [...]         left out if a field in it is missing or a condition in it is false
//   <path|, |...> once for each member of a list, with the separator between
// The client adds fields: who (the event's seat), concerns (the event has our seat, or nobody plays here), color
// (ours), ply, clock (game time in ms), legal, possible (the legal moves, as they are typed), typed, aim (the angle),
// run (the marked cells), and for a move its cell, row, column, index (row by row), from, count, tile, angle.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/core/info.hpp"

namespace engawa::games::terminal {

enum class Ink {
  Plain,
  Title,
  Faint,
  Good,
  Alarm,
  Accent,
  Square,       // of the board
  OtherSquare,  // every second one
  Possible,     // legal now
  Black,
  White,
  Ash,
  Cyan,
  Yamabuki,
  Green,
  Red,
  Violet,
  Orange,
};

// How a letter of the wire is drawn.
struct Piece {
  char letter;
  Ink ink = Ink::Square;  // Square: the ink of the chequered board
  Text name = {};         // name of its colour
  bool drawn = true;      // false: the cell does not exist, or is empty
  char shown = 0;         // 0: the letter itself
};

// The size of a cell in characters; `gap` of its columns are empty, or show the square below.
struct Scale {
  int rows, columns, gap;
};

enum class Labels { none, letters, from_one };

// How a player points; it also decides which lines may be typed, and how `legal` is written.
enum class Cursor {
  none,   // a legal move is chosen by its number
  cell,   // f7; legal: "e3 f7", or indexes row by row
  run,    // row, first cell, count: 1 2 3; legal: "0:3-5 1:0-2"
  tile,   // slides towards the hole, which is the cell with 0; legal: "s0:4 8;s1:2"
  angle,  // degrees; the barrel is below the middle of the board
};

// A point of the board, counted in cells from the centre of the first cell.
struct Spot {
  double row, column;
};

struct Sentence {
  std::string_view id;  // an event's kind, or a result's reason
  Text text;
};

// The terminal form of a game.
struct Board {
  // Paths in the view, or in the seat's board if each seat has one.
  std::string_view boards = {};     // the boards, by seat; empty: the view is the one board
  std::string_view cells = "rows";  // texts r0, r1, ... with one letter per cell, `.` if empty; or one text of words,
  std::string_view across = {};     // with this many words per row
  int first_row = 0;                // the number of the first of those texts
  int columns_at_least = 0;         // if rows may be short or missing
  std::string_view down = {};       // the number of rows, if empty ones are not written
  std::string_view shift = {};      // odd rows are half a cell to the right; even rows if this is odd
  std::string_view last = "last";   // the last move: a cell, or a run
  std::string_view color = {}, score = {}, competes = {};  // of a seat; the competing seats: "s0 s2"
  std::string_view turn = "ply";                           // changes with every turn of ours, and only then

  // The board
  std::span<Piece const> pieces = {};
  std::span<Scale const> scales;  // largest first
  Scale lines{1, 2, 1};           // as lines of text
  Scale others{1, 1, 0};          // the other seats' boards
  bool squares = false;           // pieces lie on squares that remain visible around them
  bool floor = false;             // a line below the board
  Labels column_labels = Labels::none, row_labels = Labels::none;
  int label_end = 2;  // where row labels end
  Text title = {};    // above our own board, and above the others without it
  Text middle = {};   // below its middle
  Text below = {};    // below each board
  Text below_others = {};
  Text note = {};  // below everything

  // Moves
  Cursor cursor = Cursor::none;
  std::string_view move = {};    // the move as JSON
  int most_angle = 0;            // to either side, hundredths of a degree
  bool keys_wait = false;        // a further key waits until the last move is made
  std::string_view hinted = {};  // the cells that a hint names, best first
  // The path from the barrel to the first obstacle. `rows` as in the view.
  std::vector<Spot> (*way)(std::span<std::string const> rows, bool shifted, int down, int angle) = nullptr;

  // Texts
  Text possible = {}, status = {}, hint = {};
  std::span<Sentence const> events = {}, reasons = {};
  std::span<Text const> commands = {}, keys = {};  // lines for `help` and for `?`; not templates
  Text key_line = {};
};

}  // namespace engawa::games::terminal
