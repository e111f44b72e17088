// How a game shows itself on a terminal, as data: one value in games/NAME/terminal.cpp, which its line in the catalogue
// points to. The client draws, reads keys and typed lines, and says what happens by it; it knows no game by name.
//
// Texts that say something are templates:
//   <path>        the member there, such as `optimal/steps`; looked for in the event or hint, then in the seat's board,
//                 then in the view. `*` is every member, `$` the seat. Lists are written with spaces between.
//   <a+b-1>       numbers added up
//   <path:filter> count: of words or members - first: the first twelve - s: "s" unless it is 1 - seconds: ms as "4.2" - ceil: ms as whole seconds
//                 degrees: hundredths - percent, chart: a share from 0 to 1 - spaced: digits apart - places: the
//                 values of the ones in a binary number - player: a seat as "black (taro)" - name: who sits there
//                 short: its colour in a word, or who sits there
//                 disc: the piece of that seat - piece: a letter as it is drawn - color: the name of a letter's
//                 piece - row, column: of a cell such as r5c0, counted from 1
//   <?path> <!path> nothing, but asks that it is there and more than zero, or that it is not; <?path=word>
//   [...]         left out when a field in it is missing or what it asks for is not so
//   <path|, |...> once for each member of a list, with the separator between
// What the client knows is a field, too: who (the event's seat), concerns (the event has our seat, or nobody plays here), color (ours), ply, clock (game time in ms), legal,
// possible (what can be played, as it is typed), typed, aim (the angle), run (what is marked), and of a move its cell,
// row, column, index (row by row), from, count, tile, angle.
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
  Possible,     // what can be played now
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

// What a letter of the wire is drawn as.
struct Piece {
  char letter;
  Ink ink = Ink::Square;  // Square: that of the chequered board
  Text name = {};         // of its colour
  bool drawn = true;      // false: there is no cell, or nothing in it
  char shown = 0;         // 0: the letter itself
};

// Of a cell, in characters; of its columns `gap` stay free, or show the square below.
struct Scale {
  int rows, columns, gap;
};

enum class Labels { none, letters, from_one };

// What a player points with; it also says what a typed line may be, and how `legal` is written.
enum class Cursor {
  none,   // a legal move is chosen by its number
  cell,   // f7; legal: "e3 f7", or indexes row by row
  run,    // row, first cell, how many: 1 2 3; legal: "0:3-5 1:0-2"
  tile,   // slides towards the hole, the cell that holds 0; legal: "s0:4 8;s1:2"
  angle,  // degrees, from the middle below the board
};

// A point of the board, counted in cells from the middle of its first.
struct Spot {
  double row, column;
};

struct Sentence {
  std::string_view id;  // an event's kind, or a result's reason
  Text text;
};

// A game on the terminal.
struct Board {
  // Where things are: paths in the view, or in the seat's board where each seat has one.
  std::string_view boards = {};     // the boards, by seat; empty: the view is the one board
  std::string_view cells = "rows";  // texts r0, r1, ... with a letter a cell, `.` if it is empty; or one text of words,
  std::string_view across = {};     // of which so many are a row
  int first_row = 0;                // the number of the first of those texts
  int columns_at_least = 0;         // when rows may be short or missing
  std::string_view down = {};       // how many rows there may be, when empty ones are not written
  std::string_view shift = {};      // odd rows are half a cell to the right; even ones when this is odd
  std::string_view last = "last";   // the last move: a cell, or a run
  std::string_view color = {}, score = {}, competes = {};  // of a seat; the seats that compete: "s0 s2"
  std::string_view turn = "ply";                           // differs from one turn of ours to the next, and only then

  // The board
  std::span<Piece const> pieces = {};
  std::span<Scale const> scales;  // largest first
  Scale lines{1, 2, 1};           // as lines of text
  Scale others{1, 1, 0};          // the other seats' boards
  bool squares = false;           // pieces lie on squares that are seen beside them
  bool floor = false;             // a line below the board
  Labels column_labels = Labels::none, row_labels = Labels::none;
  int label_end = 2;  // where the labels of rows end
  Text title = {};    // above our own board, and above others without it
  Text middle = {};   // below its middle
  Text below = {};    // below each board
  Text below_others = {};
  Text note = {};  // below everything

  // Play
  Cursor cursor = Cursor::none;
  std::string_view move = {};    // the move as JSON
  int most_angle = 0;            // to either side, hundredths of a degree
  bool keys_wait = false;        // a key means another move once the last one is made: it waits for that
  std::string_view hinted = {};  // the cells that a hint names, the best first
  // The way from the barrel up to what it meets. `rows` as they are in the view.
  std::vector<Spot> (*way)(std::span<std::string const> rows, bool shifted, int down, int angle) = nullptr;

  // Texts
  Text possible = {}, status = {}, hint = {};
  std::span<Sentence const> events = {}, reasons = {};
  std::span<Text const> commands = {}, keys = {};  // lines for `help` and for `?`: no templates
  Text key_line = {};
};

}  // namespace engawa::games::terminal
