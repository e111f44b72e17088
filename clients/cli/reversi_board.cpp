// Reversi on the terminal: letters on discs, cells named f7.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "clients/cli/board.hpp"
#include "clients/cli/fields.hpp"

namespace engawa::cli {
namespace {

constexpr int kLabel = 4;  // columns in front of the board for row numbers

// Cells as one reads: row by row. What is no cell comes last.
bool reads_before(std::string const& a, std::string const& b) {
  auto const place = [](std::string const& name) {
    auto const cell = parse_cell(name);
    return cell ? cell->row * 100 + cell->column : 1 << 20;
  };
  return std::pair(place(a), a) < std::pair(place(b), b);
}

struct Grid {
  std::vector<std::string> rows;   // top to bottom
  std::vector<std::string> legal;  // as one reads
  std::string last;

  bool is_legal(Cell cell) const { return std::find(legal.begin(), legal.end(), cell_name(cell)) != legal.end(); }
  int across() const { return rows.empty() ? 0 : static_cast<int>(rows[0].size()); }
  int down() const { return static_cast<int>(rows.size()); }
  // 'H' outside.
  char letter(Cell cell) const {
    bool const inside = cell.row >= 0 && cell.row < down() && cell.column >= 0 &&
                        cell.column < static_cast<int>(rows[static_cast<std::size_t>(cell.row)].size());
    return inside ? rows[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)] : 'H';
  }
};

Grid grid_of(Table const& table) {
  Grid grid{numbered(at(table.view(), "rows"), 'r', 1), words(table.legal), text(table.view(), "last")};
  std::sort(grid.legal.begin(), grid.legal.end(), reads_before);
  return grid;
}

void describe_seats(Json const& view, std::vector<SeatRow>& seats) {
  auto const compete = at(view, "compete").is_string() ? words(text(view, "compete")) : std::vector<std::string>{};
  for (std::size_t i = 0; i < seats.size(); ++i) {
    auto const name = "s" + std::to_string(i);
    auto const color = text(at(view, "colors"), name);
    seats[i].color = color.size() == 1 ? color[0] : '\0';
    auto const& score = at(view, "score");
    if (at(score, name).is_number_integer()) seats[i].score = number(score, name);
    seats[i].competes = compete.empty() || std::find(compete.begin(), compete.end(), name) != compete.end();
  }
}

std::string turn(Look const& look) { return std::to_string(look.table.ply); }

// Lines

std::string cell_text(Look const& look, Grid const& grid, Cell cell) {
  char const letter = grid.letter(cell);
  if (letter == 'H') return " ";
  if (letter == '.') return look.my_turn() && grid.is_legal(cell) ? "*" : ".";
  auto const ink = disc_ink(letter);
  return look.say.color() && ink ? inked(*ink, std::string(1, letter)) : std::string(1, letter);
}

std::vector<std::string> lines(Look const& look) {
  auto const grid = grid_of(look.table);
  std::vector<std::string> lines;
  if (grid.rows.empty()) return lines;
  std::string head = "    ";
  for (int column = 0; column < grid.across(); ++column) (head += static_cast<char>('a' + column)) += ' ';
  lines.push_back(head);
  for (int row = 0; row < grid.down(); ++row) {
    auto const label = std::to_string(row + 1);
    auto line = (row < 9 ? " " : "") + label + "  ";
    for (int column = 0; column < grid.across(); ++column) line += cell_text(look, grid, {column, row}) + " ";
    lines.push_back(line + (row < 9 ? " " : "") + label);
  }
  lines.push_back(head);
  return lines;
}

std::string possible(Look const& look) {
  auto const grid = grid_of(look.table);
  if (grid.legal.empty()) return {};
  auto list = look.say("You can play:", "打てる場所：");
  for (auto const& cell : grid.legal) list += " " + cell;
  return list;
}

std::string move_text(Cell cell) { return Json{{"cell", cell_name(cell)}}.dump(); }

Action read(Look const&, std::string_view line) {
  auto const cell = parse_cell(line);
  if (!cell) return {};
  return {.known = true, .move = move_text(*cell), .why = {}};
}

std::string put_sentence(Look const& look, Json const& event) {
  int flips = 0;
  for (auto const& line : at(event, "lines")) flips += static_cast<int>(words(text(line, "flip")).size());
  auto const head = look.who(event) + " " + text(event, "cell");
  if (flag(event, "boom"))
    return head + look.say(": the bomb goes off, everything in its lines is gone", " 爆弾が爆発、挟んだ石は消滅");
  auto const count = std::to_string(flips);
  return look.say(head + ": flips " + count, head + " " + count + "枚を反転");
}

std::string event(Look const& look, Json const& event) {
  auto const kind = text(event, "kind");
  if (kind == "put") return put_sentence(look, event);
  if (kind == "pass") return look.who(event) + look.say(" had no move and passed", "は置けないのでパス");
  if (kind == "stuck") return look.who(event) + look.say(" could not use the cut-in", "は割り込めず");
  return {};
}

// A share from 0 to 1 in whole percents; what is not certain is not shown as certain.
std::string percent(double share) {
  auto const n = std::lround(share * 100);
  if (n <= 0) return share > 0 ? "<1%" : "0%";
  return n >= 100 && share < 1 ? ">99%" : std::to_string(n) + "%";
}

double share_at(Json const& object, std::string_view key) {
  auto const& value = at(object, key);
  return value.is_number() ? std::clamp(value.get<double>(), 0.0, 1.0) : 0.0;
}

// "e3 33%, f7 31%"; the cell alone where nothing is known of its chance.
std::string best_text(Json const& hint) {
  std::string list;
  for (auto const& best : at(hint, "best"))
    list += (list.empty() ? "" : ", ") + text(at(best, "move"), "cell") + " " + percent(share_at(best, "chance"));
  return list.empty() ? text(at(hint, "move"), "cell") : list;
}

// "   B  31%  ######", for each seat that competes.
std::vector<std::string> chance_lines(Look const& look, Json const& hint) {
  constexpr int kBar = 16;
  std::vector<std::string> lines;
  for (std::size_t seat = 0; seat < look.table.seats.size(); ++seat) {
    auto const name = "s" + std::to_string(seat);
    if (!at(at(hint, "chances"), name).is_number()) continue;
    double const share = share_at(at(hint, "chances"), name);
    auto const shown = percent(share);
    char const letter = look.table.seats[seat].color == 0 ? '?' : look.table.seats[seat].color;
    auto const ink = disc_ink(letter);
    auto const disc = look.say.color() && ink ? inked(*ink, std::string(1, letter)) : std::string(1, letter);
    auto const who = look.me == static_cast<int>(seat) ? look.say("you", "あなた") : look.table.seats[seat].who;
    lines.push_back("  " + disc + " " + std::string(5 - std::min<std::size_t>(5, shown.size()), ' ') + shown + "  " +
                    pad(std::string(static_cast<std::size_t>(std::lround(share * kBar)), '#'), kBar) + " " + who);
  }
  return lines;
}

std::vector<std::string> hint(Look const& look, Json const& hint) {
  auto line = look.say("Hint: ", "ヒント：") + best_text(hint);
  if (at(hint, "best").is_array()) line += look.say(" (your chance to come first)", "（1位になる見込み）");
  std::vector<std::string> lines{std::move(line)};
  auto const chances = chance_lines(look, hint);
  if (!chances.empty()) lines.push_back(look.say("Who comes first:", "1位になる見込み："));
  lines.insert(lines.end(), chances.begin(), chances.end());
  return lines;
}

// The full screen

// Of a cell. Largest first; an odd width has a middle for the letter.
constexpr std::array<Size, 3> kScales{{{3, 7}, {2, 5}, {1, 3}}};

Size scale_for(Grid const& grid, Size room) {
  for (auto const scale : kScales)
    if (grid.down() * scale.rows + 1 <= room.rows && grid.across() * scale.columns + kLabel <= room.columns)
      return scale;
  return kScales.back();
}

// What lies on one cell. `text` is three columns: the letter with the marks beside it, so that the board reads without
// colours too.
struct Piece {
  std::string text;
  Ink square;
  std::optional<Ink> disc;
  bool bold;
};

// '+', or of a cell that a hint named its place among the best.
std::string legal_text(Look const& look, Aim const& aim, Cell cell) {
  auto const best = std::find(aim.hinted.begin(), aim.hinted.end(), cell);
  if (best == aim.hinted.end() || !aim.hints(turn(look))) return "+";
  return std::to_string(best - aim.hinted.begin() + 1);
}

Piece piece_at(Look const& look, Aim const& aim, Grid const& grid, Cell cell) {
  char const letter = grid.letter(cell);
  bool const legal = look.my_turn() && grid.is_legal(cell);
  auto const shown = legal ? legal_text(look, aim, cell) : std::string(1, letter);
  auto const square = legal ? Ink::Possible : (cell.row + cell.column) % 2 == 0 ? Ink::Square : Ink::OtherSquare;
  auto const disc = disc_ink(letter);
  bool const last = grid.last == cell_name(cell);
  auto const text = aim.cell == cell ? "[" + shown + "]" : last ? "(" + shown + ")" : " " + shown + " ";
  return {text, square, disc, disc || legal};
}

// A large cell shows some of its square beside the disc, so that neighbours stay apart.
void paint_cell(Picture& picture, Size scale, Cell cell, Piece const& piece) {
  auto const [height, width] = scale;
  int const row = 1 + cell.row * height, column = kLabel + cell.column * width;
  int const margin = width > 3 ? 1 : 0, inner = width - 2 * margin;
  auto const spaces = [](int count) { return std::string(static_cast<std::size_t>(count), ' '); };
  for (int line = 0; line < height; ++line) {
    bool const middle = line == (height - 1) / 2;
    auto const side = spaces((inner - 3) / 2);
    picture.put(row + line, column, spaces(width), {piece.square});
    picture.put(row + line, column + margin, middle ? side + piece.text + side : spaces(inner),
                {piece.disc.value_or(piece.square), piece.bold});
  }
}

void paint_labels(Picture& picture, Grid const& grid, Size scale) {
  for (int column = 0; column < grid.across(); ++column)
    picture.put(0, kLabel + column * scale.columns + scale.columns / 2, std::string(1, static_cast<char>('a' + column)),
                {Ink::Faint});
  for (int row = 0; row < grid.down(); ++row) {
    auto const label = std::to_string(row + 1);
    picture.put(1 + row * scale.rows + (scale.rows - 1) / 2, 3 - static_cast<int>(label.size()), label, {Ink::Faint});
  }
}

Picture paint(Look const& look, Aim const& aim, Size room) {
  auto const grid = grid_of(look.table);
  auto const scale = scale_for(grid, room);
  Picture picture;
  paint_labels(picture, grid, scale);
  for (int row = 0; row < grid.down(); ++row)
    for (int column = 0; column < grid.across(); ++column)
      if (Cell const cell{column, row}; grid.letter(cell) != 'H')
        paint_cell(picture, scale, cell, piece_at(look, aim, grid, cell));
  return picture;
}

std::string status(Look const& look, Aim const&) {
  auto const& say = look.say;
  auto const color = say.color_name(look.table.seats[static_cast<std::size_t>(*look.me)].color);
  auto const count = std::to_string(grid_of(look.table).legal.size());
  return say("Your turn", "あなたの番です") + (color.empty() ? "" : say(" (", "（") + color + say(")", "）")) +
         say(", possible moves: ", "　打てる場所：") + count;
}

// On our turn the cursor starts at a cell that can be played; it stays where the player left it otherwise.
void settle(Look const& look, Aim& aim) {
  auto const grid = grid_of(look.table);
  bool const useful = aim.cell && grid.is_legal(*aim.cell);
  if (look.my_turn() && !useful && !grid.legal.empty()) aim.cell = parse_cell(grid.legal[0]);
  for (int row = 0; row < grid.down() && !aim.cell; ++row)
    for (int column = 0; column < grid.across() && !aim.cell; ++column)
      if (grid.letter({column, row}) != 'H') aim.cell = Cell{column, row};
}

// One step over holes, to the next cell there is.
Action step(Grid const& grid, Aim& aim, int columns, int rows) {
  if (!aim.cell) return {.known = true, .move = {}, .why = {}};
  auto const inside = [&](Cell cell) {
    return cell.row >= 0 && cell.row < grid.down() && cell.column >= 0 && cell.column < grid.across();
  };
  auto const next = [&](Cell cell) { return Cell{cell.column + columns, cell.row + rows}; };
  for (auto cell = next(*aim.cell); inside(cell); cell = next(cell)) {
    if (grid.letter(cell) == 'H') continue;
    aim.cell = cell;
    break;
  }
  return {.known = true, .move = {}, .why = {}};
}

Action jump(Look const& look, Grid const& grid, Aim& aim, int direction) {
  if (look.my_turn() && !grid.legal.empty()) {
    auto const here = aim.cell ? cell_name(*aim.cell) : "";
    auto const found = std::find(grid.legal.begin(), grid.legal.end(), here);
    auto const count = static_cast<int>(grid.legal.size());
    int const from =
        found == grid.legal.end() ? (direction > 0 ? -1 : 0) : static_cast<int>(found - grid.legal.begin());
    aim.cell = parse_cell(grid.legal[static_cast<std::size_t>((from + direction + count) % count)]);
  }
  return {.known = true, .move = {}, .why = {}};
}

Action press(Look const& look, Aim& aim, Key const& key) {
  auto const grid = grid_of(look.table);
  using Kind = Key::Kind;
  if (key.kind == Kind::Up) return step(grid, aim, 0, -1);
  if (key.kind == Kind::Down) return step(grid, aim, 0, 1);
  if (key.kind == Kind::Left) return step(grid, aim, -1, 0);
  if (key.kind == Kind::Right) return step(grid, aim, 1, 0);
  if (key.kind == Kind::Tab) return jump(look, grid, aim, 1);
  if (key.kind == Kind::BackTab) return jump(look, grid, aim, -1);
  bool const play = (key.kind == Kind::Enter || key.is(U' ')) && aim.cell;
  return {.known = play, .move = play ? move_text(*aim.cell) : "", .why = {}};
}

void aim_at(Look const& look, Aim& aim, Json const& hint) {
  if (auto const cell = parse_cell(text(at(hint, "move"), "cell"))) aim.cell = cell;
  aim.hinted.clear();
  for (auto const& best : at(hint, "best"))
    if (auto const cell = parse_cell(text(at(best, "move"), "cell"))) aim.hinted.push_back(*cell);
  aim.hinted_turn = turn(look);
}

constexpr Words kCommands[] = {
    {"f7            play the cell in column f, row 7 (or the move as JSON: {\"cell\":\"f7\"})",
     "f7            f列7行に打つ（JSON でも可：{\"cell\":\"f7\"}）"},
};
constexpr Words kKeys[] = {
    {"arrows       move the cursor", "矢印         カーソル移動"},
    {"Tab          next possible move", "Tab          次の打てる場所"},
    {"Enter, Space play here", "Enter, Space 打つ"},
    {"+ possible move  1 2 3 hint  ( ) last move  [ ] cursor",
     "+ 打てる場所  1 2 3 ヒント  ( ) 最後の手  [ ] カーソル"},
    {"G wildcard: flanks for anybody  R bomb", "G ワイルドカード  R 爆弾"},
};
constexpr Board::Reason kReasons[] = {
    {"cutin_stuck", {"(a cut-in was not possible)", "（割り込めず終局）"}},
};

}  // namespace

Board const kReversiBoard{
    .game = "reversi",
    .describe_seats = describe_seats,
    .turn = turn,
    .lines = lines,
    .possible = possible,
    .read = read,
    .event = event,
    .hint = hint,
    .paint = paint,
    .status = status,
    .press = press,
    .settle = settle,
    .aim_at = aim_at,
    .commands = kCommands,
    .keys = kKeys,
    .key_line = {"arrows move   Tab next move   Enter play   h hint   t talk   ? keys   q quit",
                 "矢印 移動   Tab 次の候補   Enter 打つ   h ヒント   t 発言   ? キー一覧   q 終了"},
    .reasons = kReasons,
};

}  // namespace engawa::cli
