#include "clients/cli/board/board.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/sentence.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/console/ink.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {
namespace {

std::string seat_name(int seat) { return "s" + std::to_string(seat); }

Json const& seat_board(Look const& look, int seat) {
  auto const& view = look.table.view();
  return look.each_has_one() ? at(at(view, look.board().boards), seat_name(seat)) : view;
}

// Words in one text, a number of them per row.
void read_words(Grid& grid, std::vector<std::string> const& cells, int across) {
  if (across < 1 || across > 64 || cells.size() % static_cast<std::size_t>(across) != 0) return;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i % static_cast<std::size_t>(across) == 0) grid.rows.emplace_back();
    grid.rows.back().push_back(cells[i]);
  }
}

void read_rows(Grid& grid, Json const& board, Json const& view) {
  auto const& cells = at(board, grid.board.cells);
  if (cells.is_string())
    read_words(grid, words(safe_text(cells)), static_cast<int>(number(view, grid.board.across)));
  else
    for (auto const& row : numbered(cells, 'r', grid.board.first_row)) {
      auto& letters = grid.rows.emplace_back();
      for (char const letter : row) letters.emplace_back(1, letter);
    }
  grid.across = grid.board.columns_at_least;
  for (auto const& row : grid.rows) grid.across = std::max(grid.across, static_cast<int>(row.size()));
  auto const down = number(view, grid.board.down, static_cast<std::int64_t>(grid.rows.size()));
  grid.down = static_cast<int>(std::clamp<std::int64_t>(down, 0, 64));
}

// "0:3-5"
std::optional<Run> read_run(std::string_view word) {
  auto const colon = std::min(word.find(':'), word.size()), dash = std::min(word.find('-', colon), word.size());
  if (dash == word.size()) return std::nullopt;
  auto const row = whole_number(word.substr(0, colon)), first = whole_number(word.substr(colon + 1, dash - colon - 1)),
             last = whole_number(word.substr(dash + 1));
  if (!row || !first || !last) return std::nullopt;
  return Run{*row, *first, *last};
}

std::optional<Run> as_run(std::optional<Cell> cell) {
  return cell ? std::optional(Run{cell->row, cell->column, cell->column}) : std::nullopt;
}

std::optional<Run> read_last(Grid const& grid, Json const& last) {
  if (last.is_string()) return as_run(read_cell(grid, safe_text(last)));
  if (!last.is_object()) return std::nullopt;
  auto const from = static_cast<int>(number(last, "from"));
  return Run{static_cast<int>(number(last, "row")), from, from + static_cast<int>(number(last, "count", 1)) - 1};
}

// Our part of "s0:1 4;s1:2 5", or the whole of "e3 f7".
std::string_view legal_of(std::string_view legal, int seat) {
  if (legal.find(';') == legal.npos && !legal.starts_with('s')) return legal;
  while (!legal.empty()) {
    auto const part = legal.substr(0, legal.find(';'));
    legal.remove_prefix(std::min(part.size() + 1, legal.size()));
    auto const colon = std::min(part.find(':'), part.size());
    if (seat_number(part.substr(0, colon)) == seat) return part.substr(std::min(colon + 1, part.size()));
  }
  return {};
}

void read_legal(Grid& grid, std::string_view legal) {
  auto const kind = grid.board.cursor;
  for (auto const& word : words(legal))
    if (auto const run = kind == Cursor::run    ? read_run(word)
                         : kind == Cursor::tile ? as_run(grid.find(word))
                                                : as_run(read_cell(grid, word)))
      grid.legal.push_back(*run);
  if (kind == Cursor::cell)
    std::sort(grid.legal.begin(), grid.legal.end(),
              [](Run const& a, Run const& b) { return std::pair(a.row, a.first) < std::pair(b.row, b.first); });
}

Json const& nothing() {
  static Json const null;
  return null;
}

// The client's own fields about the room.
Json facts_of(Look const& look, Json const& about) {
  auto const& table = look.table;
  Json facts{{"ply", table.ply}, {"clock", look.now}, {"legal", table.legal}, {"playing", table.playing()}};
  auto const is_me = [&](char const* member) { return seat_number(text(about, member)) == look.me; };
  facts["concerns"] = !look.me || is_me("seat") || is_me("to");
  if (auto const seat = seat_number(text(about, "seat"))) facts["who"] = look.say.player(table, *seat, look.me);
  if (look.me) facts["color"] = look.say.color_name(table, *look.me);
  return facts;
}

Board const kPlainBoard{
    .scales = {},
    .possible = texts::choose_move,
    .status = texts::choose_status,
    .hint = {},
    .commands = texts::plain_board_commands,
    .keys = texts::plain_board_keys,
    .key_line = texts::plain_board_key_line,
};

}  // namespace

Board const& board_of(std::string_view game) {
  auto const* const entry = games::find_game(game);
  return entry != nullptr && entry->terminal != nullptr ? *entry->terminal : kPlainBoard;
}

bool is_simultaneous(Table const& table) {
  auto const* const entry = games::find_game(table.game);
  return (entry != nullptr && entry->info().simultaneous) || table.to_act.size() > 1;
}

Board const& Look::board() const { return board_of(table.game); }

std::string_view Grid::at(Cell cell) const {
  if (cell.row < 0 || cell.column < 0 || static_cast<std::size_t>(cell.row) >= rows.size()) return {};
  auto const& row = rows[static_cast<std::size_t>(cell.row)];
  return static_cast<std::size_t>(cell.column) < row.size() ? row[static_cast<std::size_t>(cell.column)]
                                                            : std::string_view();
}

games::terminal::Piece const* Grid::piece(Cell cell) const {
  auto const text = at(cell);
  for (auto const& piece : board.pieces)
    if (text.size() == 1 && text[0] == piece.letter) return &piece;
  return nullptr;
}

bool Grid::is_cell(Cell cell) const {
  auto const* const known = piece(cell);
  return !at(cell).empty() && (known == nullptr || known->drawn);
}

std::optional<std::size_t> Grid::legal_at(Cell cell) const {
  for (std::size_t i = 0; i < legal.size(); ++i)
    if (legal[i].holds(cell)) return i;
  return std::nullopt;
}

std::optional<Cell> Grid::find(std::string_view text) const {
  for (int row = 0; row < static_cast<int>(rows.size()); ++row)
    for (int column = 0; column < across; ++column)
      if (at({column, row}) == text) return Cell{column, row};
  return std::nullopt;
}

std::optional<Grid> grid_of(Look const& look, int seat) {
  auto const& view = look.table.view();
  Grid grid{.board = look.board()};
  auto const& board = seat_board(look, seat);
  if (!board.is_object() || grid.board.scales.empty()) return std::nullopt;
  read_rows(grid, board, view);
  if (grid.down == 0) return std::nullopt;
  grid.shifted = number(board, grid.board.shift) % 2 != 0;
  grid.last = read_last(grid, at(board, grid.board.last));
  if (look.me == seat || !look.each_has_one()) read_legal(grid, legal_of(look.table.legal, seat));
  return grid;
}

std::optional<Cell> read_cell(Grid const& grid, std::string_view word) {
  if (auto const index = whole_number(word); index && *index >= 0 && grid.across > 0)
    return Cell{*index % grid.across, *index / grid.across};
  auto const c = word.find('c', 1);
  auto const row = whole_number(word.substr(std::min<std::size_t>(1, word.size()), c == word.npos ? 0 : c - 1));
  auto const column = c == word.npos ? std::nullopt : whole_number(word.substr(c + 1));
  if (word.starts_with('r') && row && column) return Cell{*column, *row};
  return parse_cell(word);
}

std::string fill(Look const& look, int seat, std::string_view text, Json const& about, Json const& known) {
  auto const facts = facts_of(look, about);
  auto const& own = look.each_has_one() ? seat_board(look, seat) : nothing();
  return fill(text, {{&about, &known, &own, &look.table.view(), &facts}, &look, seat});
}

std::string fill(Look const& look, int seat, games::Text const& text, Json const& about, Json const& known) {
  return fill(look, seat, look.say(text), about, known);
}

games::terminal::Ink ink_of(Board const& board, char letter) {
  for (auto const& piece : board.pieces)
    if (piece.letter == letter) return piece.ink;
  return games::terminal::Ink::Plain;
}

void describe_seats(std::string_view game, Json const& view, std::vector<SeatRow>& seats) {
  auto const& board = board_of(game);
  auto const compete = words(text(view, board.competes));
  for (std::size_t i = 0; i < seats.size(); ++i) {
    auto const name = seat_name(static_cast<int>(i));
    auto const& own = board.boards.empty() ? view : at(at(view, board.boards), name);
    Context const context{{&own}, nullptr, static_cast<int>(i)};
    auto const field = [&](std::string_view path) { return fill("<" + std::string(path) + ">", context); };
    if (auto const letter = field(board.color); letter.size() == 1) seats[i].color = letter[0];
    seats[i].score = whole_number(field(board.score));
    seats[i].competes = compete.empty() || std::find(compete.begin(), compete.end(), name) != compete.end();
  }
}

std::vector<std::string> fill_lines(Look const& look, games::Text const& text, Json const& about, Json const& known) {
  auto const filled = fill(look, look.me.value_or(0), text, about, known);
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < filled.size(); ++i) {
    bool const piece = filled[i] == kPieceMark && i + 1 < filled.size();
    auto const letter = std::string(1, filled[i += piece ? 1 : 0]);
    if (letter == "\n")
      lines.emplace_back();
    else
      lines.back() += piece && look.say.color() ? inked(ink_of(look.board(), letter[0]), letter) : letter;
  }
  std::erase_if(lines, [](std::string const& line) { return line.empty(); });
  return lines;
}

std::vector<std::string> hint_lines(Look const& look, Json const& hint) {
  auto const& text = look.board().hint;
  if (text.en.empty()) return {fill(look.say(texts::hint), Json{{"move", at(hint, "move").dump()}})};
  return fill_lines(look, text, hint, nothing());
}

std::string turn_of(Look const& look) {
  return fill(look, look.me.value_or(0), "<" + std::string(look.board().turn) + ">", nothing(), nothing());
}

}  // namespace engawa::cli
