#include "clients/cli/board/board_picture.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/choices.hpp"
#include "clients/cli/board/sentence.hpp"

namespace engawa::cli {
namespace {

using games::terminal::Labels;
using games::terminal::Scale;

constexpr int kLabel = 4;                 // columns before the board for row labels
constexpr int kPlainWidth = 78;           // columns of a board as lines
constexpr int kApart = 2;                 // columns between boards
constexpr std::string_view kEmpty = ".";  // an empty cell

std::string spaces(int count) { return std::string(static_cast<std::size_t>(std::max(0, count)), ' '); }

// One board while it is drawn into a picture.
struct Drawing {
  Look const& look;
  Aim const& aim;
  Grid const& grid;
  int seat;
  Scale scale;
  bool large;  // with its labels and the texts around it
  bool lines;  // as text, not on the full screen
  Picture picture = {};
  int width = 0;  // width left over by neighbours: lines below a large board may extend under small ones

  Board const& board() const { return grid.board; }
  bool mine() const { return look.me == seat; }
  bool pointed() const { return large && !lines && look.me.has_value(); }
  int left() const { return large && board().row_labels != Labels::none ? kLabel : 0; }
  int label_width() const { return board().cursor == Cursor::tile ? 2 : 1; }
  int margin() const { return scale.gap / 2; }
  int inner() const { return scale.columns - scale.gap; }
  // The offset of a cell's letter in its columns.
  int middle() const { return (inner() - label_width() + 1) / 2; }
  bool shifted(int row) const { return !board().shift.empty() && scale.columns > 1 && (row + grid.shifted) % 2 != 0; }
  int column_of(Cell cell) const {
    return left() + cell.column * scale.columns + (shifted(cell.row) ? scale.columns / 2 : 0);
  }
  int row_of(int row) const { return 1 + row * scale.rows; }
  // How many of a cell's lines are drawn: without squares, pieces have a gap below them, as on either side.
  int height() const {
    return scale.rows - (scale.rows > 1 && scale.gap > 0 && !board().squares && board().shift.empty());
  }
  // The line of a cell's letter. In shifted rows, round pieces have it on their first line.
  int letter_line() const { return board().shift.empty() ? (height() - 1) / 2 : 0; }
};

// Text with pieces in it.
void put_text(Drawing& drawing, int row, int column, std::string_view text, Style style) {
  while (!text.empty()) {
    auto const plain = text.substr(0, text.find(kPieceMark));
    if (!plain.empty()) drawing.picture.put(row, column, std::string(plain), style);
    column += width(plain);
    text.remove_prefix(plain.size());
    if (text.size() < 2) return;
    auto const room = spaces((drawing.inner() - 1) / 2);
    auto const piece = room + text[1] + room;
    drawing.picture.put(row, column, piece, {ink_of(drawing.board(), text[1]), true});
    column += width(piece);
    text.remove_prefix(2);
  }
}

std::string label_of(Labels kind, int number) {
  switch (kind) {
    case Labels::letters:
      return {static_cast<char>('a' + number)};
    case Labels::from_one:
      return std::to_string(number + 1);
    case Labels::none:
      break;
  }
  return {};
}

void put_labels(Drawing& drawing) {
  auto const& [board, scale] = std::pair(drawing.board(), drawing.scale);
  int const across = drawing.grid.across;
  for (int column = 0; board.column_labels != Labels::none && column < across; ++column) {
    bool const crowded = scale.columns < 3 && across > 9 && board.column_labels != Labels::letters;
    if (crowded && column != 0 && (column + 1) % 5 != 0) continue;
    auto const label = label_of(board.column_labels, column);
    int const at = drawing.left() + column * scale.columns + drawing.margin() + drawing.middle() + 1 - width(label);
    drawing.picture.put(0, at, label, {Ink::Faint});
  }
  for (int row = 0; board.row_labels != Labels::none && row < drawing.grid.down; ++row) {
    auto const label = label_of(board.row_labels, row);
    int const line = drawing.row_of(row) + drawing.letter_line();
    drawing.picture.put(line, std::max(0, board.label_end - width(label)), label, {Ink::Faint});
  }
}

// The content of one cell. The marks are next to the letter, so that the board is readable without colours.
struct Face {
  std::string text;
  Ink square, ink;
  std::string sides;
  bool bold;
  bool onto;  // a move may go onto the piece in this cell
};

// The mark of a legal cell: '+', or the rank that a hint gave it.
std::string legal_text(Drawing const& drawing, Cell cell) {
  auto const& aim = drawing.aim;
  auto const best = std::find(aim.hinted.begin(), aim.hinted.end(), cell);
  if (drawing.lines) return "*";
  if (best == aim.hinted.end() || !aim.hints(turn_of(drawing.look))) return "+";
  return std::to_string(best - aim.hinted.begin() + 1);
}

std::string sides_of(Drawing const& drawing, Cell cell, bool marked, bool onto) {
  if (drawing.pointed() && drawing.aim.cell == cell) return "[]";
  if (marked) return "==";
  if (onto) return legal_text(drawing, cell) + " ";
  return drawing.grid.last && drawing.grid.last->holds(cell) && !drawing.lines ? "()" : "  ";
}

Face look_of(Drawing const& drawing, Cell cell) {
  auto const& grid = drawing.grid;
  auto const kind = drawing.board().cursor;
  auto const* const piece = grid.piece(cell);
  auto const run = drawing.aim.marked();
  bool const marked = kind == Cursor::run && drawing.pointed() && run && run->holds(cell);
  bool const can = grid.is_legal(cell), legal = can && drawing.look.my_turn() && drawing.large;
  bool const chequered = piece == nullptr || piece->ink == Ink::Square;
  auto const square = legal ? Ink::Possible : (cell.row + cell.column) % 2 == 0 ? Ink::Square : Ink::OtherSquare;
  auto const own = piece != nullptr && !chequered ? piece->ink : square;
  auto const lies = piece != nullptr && piece->shown != 0 ? std::string(1, piece->shown) : std::string(grid.at(cell));
  bool const choice = legal && kind == Cursor::cell, onto = choice && lies != kEmpty;
  auto const text = choice && !onto ? legal_text(drawing, cell) : lies;
  bool const plain = drawing.lines && drawing.board().squares && chequered;  // lines show pieces only
  bool const coloured = onto && !chequered;                                  // its own colour shows the owner
  auto const ink = plain ? Ink::Plain : marked && can ? Ink::Yamabuki : legal && !coloured ? Ink::Possible : own;
  return {text, square, ink, sides_of(drawing, cell, marked, onto), text != kEmpty, onto};
}

void put_cell(Drawing& drawing, Cell cell) {
  auto const seen = look_of(drawing, cell);
  auto const scale = drawing.scale;
  auto const blank = spaces(drawing.inner());
  auto text = blank;
  auto const size = static_cast<int>(seen.text.size());
  int const at = drawing.middle() + std::max(0, drawing.label_width() - size);
  for (int i = 0; i < size && at + i < drawing.inner(); ++i)
    text[static_cast<std::size_t>(at + i)] = seen.text[static_cast<std::size_t>(i)];
  if (at > 0) text[static_cast<std::size_t>(at) - 1] = seen.sides[0];
  if (at + size < drawing.inner()) text[static_cast<std::size_t>(at + size)] = seen.sides[1];
  // As text a cell is one letter wide, and the mark is in the gap after it.
  if (drawing.lines && seen.onto && scale.gap > drawing.margin()) text += '*';
  int const row = drawing.row_of(cell.row), column = drawing.column_of(cell);
  for (int line = 0; line < drawing.height(); ++line) {
    if (drawing.board().squares && !drawing.lines)
      drawing.picture.put(row + line, column, spaces(scale.columns), {seen.square});
    drawing.picture.put(row + line, column + drawing.margin(), line == drawing.letter_line() ? text : blank,
                        {seen.ink, seen.bold});
  }
}

void put_cells(Drawing& drawing) {
  for (int row = 0; row < drawing.grid.down; ++row)
    for (int column = 0; column < drawing.grid.across; ++column)
      if (drawing.grid.is_cell({column, row})) put_cell(drawing, {column, row});
  if (drawing.board().floor)
    drawing.picture.put(drawing.row_of(drawing.grid.down), drawing.left(),
                        std::string(static_cast<std::size_t>(drawing.grid.across * drawing.scale.columns), '-'),
                        {Ink::Faint});
}

// The path of a shot, below the pieces; and the landing place of a hint, above them.
void put_way(Drawing& drawing, int angle) {
  std::vector<std::string> rows;
  for (auto const& row : drawing.grid.rows) {
    rows.emplace_back();
    for (auto const& cell : row) rows.back() += cell;
  }
  auto const [height, columns, gap] = drawing.scale;
  for (auto const spot : drawing.board().way(rows, drawing.grid.shifted, drawing.grid.down, angle)) {
    int const line = static_cast<int>((spot.row + 0.5) * height);
    if (line < drawing.grid.down * height)
      drawing.picture.put(1 + line, drawing.left() + static_cast<int>((spot.column + 0.5) * columns), ".",
                          {Ink::Accent, true});
  }
}

void put_target(Drawing& drawing, Cell cell) {
  if (cell.row >= drawing.grid.down || cell.column >= drawing.grid.across) return;
  drawing.picture.put(drawing.row_of(cell.row), drawing.column_of(cell), drawing.inner() > 2 ? "(*)" : "*",
                      {Ink::Possible, true});
}

// A line below the board, if there is a text.
void put_below(Drawing& drawing, games::Text const& text, int column) {
  auto const said = fill(drawing.look, drawing.seat, text, Json(), Json());
  if (!said.empty()) put_text(drawing, drawing.picture.size().rows, column, said, {Ink::Faint});
}

void put_name(Drawing& drawing) {
  auto const& row = drawing.look.table.seats[static_cast<std::size_t>(drawing.seat)];
  auto const& say = drawing.look.say;
  int const room = std::max(drawing.grid.across * drawing.scale.columns, 8);
  auto const label = seat_label(drawing.seat) + " ";
  auto name = say.name(row);  // without its level if that does not fit, since the list of players shows it too
  if (width(label + name) > room && !row.title.en.empty()) name = say(row.title);
  drawing.picture.put(0, 0, shorten(label + name, room),
                      {drawing.look.table.acts(drawing.seat) ? Ink::Accent : Ink::Faint});
}

Drawing draw(Drawing drawing) {
  auto const& board = drawing.board();
  bool const playing = drawing.pointed() && drawing.mine() && drawing.look.table.playing();
  bool const own = drawing.mine() || !drawing.look.each_has_one();
  if (own && !board.title.en.empty())
    put_text(drawing, 0, 0, fill(drawing.look, drawing.seat, board.title, Json(), Json()), {Ink::Accent});
  if (board.way != nullptr && playing) put_way(drawing, drawing.aim.angle);
  if (drawing.large && (own || board.column_labels != Labels::none)) put_labels(drawing);
  if (!own && (!drawing.large || board.column_labels == Labels::none)) put_name(drawing);
  put_cells(drawing);
  if (board.way != nullptr && playing && drawing.aim.hints(turn_of(drawing.look)))
    put_target(drawing, drawing.aim.hinted[0]);
  drawing.width = drawing.picture.size().columns;
  if (drawing.large) {
    put_below(drawing, board.middle, drawing.left() + drawing.grid.across / 2 * drawing.scale.columns - 1);
    put_below(drawing, board.below, drawing.left());
  }
  if (!own && (!drawing.large || board.below.en.empty())) put_below(drawing, board.below_others, 0);
  if (!drawing.large) drawing.width = drawing.picture.size().columns;
  return drawing;
}

// Puts pictures next to each other, and in further rows if they do not fit.
class Flow {
 public:
  explicit Flow(int columns) : columns_(columns) {}

  bool fits_beside(int width) const { return column_ + width <= columns_; }

  void add(Picture const& part, int width) {
    if (column_ > 0 && !fits_beside(width)) {
      row_ += height_ + 1;
      column_ = height_ = 0;
    }
    whole_.put(row_, column_, part);
    column_ += width + kApart;
    height_ = std::max(height_, part.size().rows);
  }
  Picture picture() && { return std::move(whole_); }

 private:
  Picture whole_;
  int columns_, row_ = 0, column_ = 0, height_ = 0;
};

enum class Others { large, small, beside };  // next to it: small ones, as far as there is room

Picture draw_all(Look const& look, Aim const& aim, Scale scale, int columns, Others others, bool lines) {
  Flow flow(columns);
  int const own = look.me.value_or(0), seats = look.each_has_one() ? static_cast<int>(look.table.seats.size()) : 1;
  auto const add = [&](int seat, bool large) {
    auto const grid = grid_of(look, seat);
    if (!grid) return;
    auto const drawn = draw({look, aim, *grid, seat, large ? scale : look.board().others, large, lines});
    int const width = others == Others::large ? drawn.picture.size().columns : drawn.width;
    if (large || others != Others::beside || flow.fits_beside(width)) flow.add(drawn.picture, width);
  };
  add(look.each_has_one() ? own : look.me.value_or(-1), true);
  for (int seat = 0; seat < seats && look.each_has_one(); ++seat)
    if (seat != own) add(seat, others == Others::large);
  auto picture = std::move(flow).picture();
  auto const note = fill(look, own, look.board().note, Json(), Json());
  if (!note.empty() && picture.size().rows > 0)
    picture.put(picture.size().rows + (lines ? 1 : 0), 1, note, {Ink::Faint});
  return picture;
}

// For a game without a description of its board: its view, and the moves.
Picture draw_table(Look const& look, Size room) {
  Picture picture;
  auto lines = view_lines(look.table);
  if (look.my_turn()) {
    lines.emplace_back();
    lines.push_back(possible(look));
  }
  int row = 0;
  for (auto const& line : lines) {
    auto const parts = wrap(line, room.columns);
    for (auto const& part : parts)
      if (row < room.rows) picture.put(row++, 0, part);
    if (parts.empty()) ++row;
  }
  return picture;
}

}  // namespace

Picture paint_board(Look const& look, Aim const& aim, Size room) {
  auto const scales = look.board().scales;
  if (scales.empty()) return draw_table(look, room);
  // A spectator sees all boards large, if there is room; a player sees the other boards small.
  for (auto const others : {Others::large, Others::small, Others::beside})
    for (auto const scale : scales)
      if (others != Others::large || !look.me)
        if (auto picture = draw_all(look, aim, scale, room.columns, others, false); picture.fits(room)) return picture;
  return draw_all(look, aim, scales.back(), room.columns, Others::beside, false);
}

std::vector<std::string> board_lines(Look const& look) {
  auto const& board = look.board();
  if (board.scales.empty()) return view_lines(look.table);
  auto const others = look.me ? Others::small : Others::large;
  return draw_all(look, {}, board.lines, kPlainWidth, others, true).lines(look.say.color());
}

}  // namespace engawa::cli
