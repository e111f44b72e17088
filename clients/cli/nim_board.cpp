// 753 (nim) on the terminal: rows of cells, numbered from 1 as a person counts; the wire counts from 0.
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "clients/cli/board.hpp"
#include "clients/cli/fields.hpp"

namespace engawa::cli {
namespace {

constexpr int kLabel = 4;  // columns in front of the cells for row numbers

// Cells of one row, from 0; both ends included.
struct Run {
  int row = 0, first = 0, last = 0;

  bool holds(Cell cell) const { return cell.row == row && first <= cell.column && cell.column <= last; }
  bool holds(Run const& part) const { return part.row == row && first <= part.first && part.last <= last; }
  int count() const { return last - first + 1; }
};

std::optional<int> whole(std::string_view text) {
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "0:3-5"
std::optional<Run> parse_group(std::string_view word) {
  auto const colon = word.find(':'), dash = word.find('-');
  if (colon == word.npos || dash == word.npos || dash < colon) return std::nullopt;
  auto const row = whole(word.substr(0, colon)), first = whole(word.substr(colon + 1, dash - colon - 1)),
             last = whole(word.substr(dash + 1));
  if (!row || !first || !last) return std::nullopt;
  return Run{*row, *first, *last};
}

struct Heap {
  std::vector<std::string> rows;
  std::vector<Run> groups;  // maximal runs of untaken cells
  std::optional<Run> last;  // what was taken last
};

Heap heap_of(Table const& table) {
  Heap heap{numbered(at(table.view(), "rows"), 'r', 0), {}, {}};
  for (auto const& word : words(table.legal))
    if (auto const group = parse_group(word)) heap.groups.push_back(*group);
  if (auto const& last = at(table.view(), "last"); last.is_object()) {
    int const from = static_cast<int>(number(last, "from"));
    heap.last = Run{static_cast<int>(number(last, "row")), from, from + static_cast<int>(number(last, "count")) - 1};
  }
  return heap;
}

void describe_seats(Json const&, std::vector<SeatRow>&) {}

std::string turn(Look const& look) { return std::to_string(look.table.ply); }

// The picture

// What is marked: from the anchor, if there is one, to the cursor.
std::optional<Run> marked(Aim const& aim) {
  if (!aim.cell) return std::nullopt;
  int const here = aim.cell->column, there = aim.anchor.value_or(here);
  return Run{aim.cell->row, std::min(here, there), std::max(here, there)};
}

// Marks stand beside the letter, so that they are seen without colours; narrow cells have room for one only.
void paint_cell(Picture& picture, Look const& look, Aim const& aim, Heap const& heap, Cell cell, int width) {
  char const letter = heap.rows[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)];
  bool const free = letter == 'o', my_mark = marked(aim) && marked(aim)->holds(cell);
  auto const sides = aim.cell == cell ? "[]" : my_mark ? "==" : heap.last && heap.last->holds(cell) ? "()" : "  ";
  auto const ink = !free ? Ink::Faint : my_mark ? Ink::Yamabuki : look.my_turn() ? Ink::Possible : Ink::Square;
  auto text = std::string(1, sides[0]) + letter;
  if (width > 2) text += sides[1];
  picture.put(1 + cell.row, kLabel + cell.column * width, std::move(text), {ink, free});
}

void paint_labels(Picture& picture, Heap const& heap, int width) {
  std::size_t longest = 0;
  for (auto const& row : heap.rows) longest = std::max(longest, row.size());
  for (int column = 1; column <= static_cast<int>(longest); ++column) {
    if (width < 3 && column != 1 && column % 5 != 0) continue;  // they would run into each other
    auto const label = std::to_string(column);
    picture.put(0, kLabel + column * width - width + 2 - static_cast<int>(label.size()), label, {Ink::Faint});
  }
  for (int row = 0; row < static_cast<int>(heap.rows.size()); ++row)
    picture.put(1 + row, 1, std::to_string(row + 1), {Ink::Faint});
}

std::string aim_of_game(Look const& look) {
  bool const misere = flag(look.table.view(), "misere");
  return misere ? look.say("Whoever takes the last cell loses.", "最後のマスを取った方の負け。")
                : look.say("Whoever takes the last cell wins.", "最後のマスを取った方の勝ち。");
}

Picture paint(Look const& look, Aim const& aim, Size room) {
  auto const heap = heap_of(look.table);
  Picture picture;
  if (heap.rows.empty()) return picture;
  std::size_t longest = 0;
  for (auto const& row : heap.rows) longest = std::max(longest, row.size());
  int const width = kLabel + 3 * static_cast<int>(longest) <= room.columns ? 3 : 2;
  paint_labels(picture, heap, width);
  for (int row = 0; row < static_cast<int>(heap.rows.size()); ++row)
    for (int column = 0; column < static_cast<int>(heap.rows[static_cast<std::size_t>(row)].size()); ++column)
      paint_cell(picture, look, aim, heap, {column, row}, width);
  picture.put(static_cast<int>(heap.rows.size()) + 2, 1, aim_of_game(look), {Ink::Faint});
  return picture;
}

// Lines

std::vector<std::string> lines(Look const& look) { return paint(look, {}, {100, 78}).lines(look.say.color()); }

std::string cells_text(Look const& look, Run const& run) {
  auto const first = std::to_string(run.first + 1), last = std::to_string(run.last + 1);
  auto const row = std::to_string(run.row + 1);
  if (run.count() == 1) return look.say("cell " + first + " of row " + row, row + "行目の" + first + "番");
  return look.say("cells " + first + "-" + last + " of row " + row, row + "行目の" + first + "〜" + last + "番");
}

std::string possible(Look const& look) {
  std::string list;
  int row = -1;
  for (auto const& group : heap_of(look.table).groups) {
    if (group.row != row) list += (row < 0 ? "" : "; ") + look.say("row ", "行") + std::to_string(group.row + 1) + ":";
    row = group.row;
    list += " " + std::to_string(group.first + 1);
    if (group.count() > 1) list += "-" + std::to_string(group.last + 1);
  }
  return look.say("Type ROW FROM COUNT, such as 1 2 3. Untaken: ", "「行 開始 個数」を入力（例：1 2 3）。残り：") +
         list;
}

std::string move_text(Run const& run) {
  return Json{{"row", run.row}, {"from", run.first}, {"count", run.count()}}.dump();
}

std::string why_not(Look const& look, Heap const& heap, Run const& run) {
  auto const& say = look.say;
  auto const rows = std::to_string(heap.rows.size());
  if (run.row < 0 || run.row >= static_cast<int>(heap.rows.size()))
    return say("the row must be 1 to " + rows, "行は1〜" + rows + "です");
  auto const length = std::to_string(heap.rows[static_cast<std::size_t>(run.row)].size());
  if (run.count() < 1) return say("take at least one cell", "1マス以上取ってください");
  if (run.first < 0 || run.last >= static_cast<int>(heap.rows[static_cast<std::size_t>(run.row)].size()))
    return say("row " + std::to_string(run.row + 1) + " has the cells 1 to " + length,
               std::to_string(run.row + 1) + "行目のマスは1〜" + length + "番です");
  bool const free = std::any_of(heap.groups.begin(), heap.groups.end(), [&](Run const& g) { return g.holds(run); });
  if (free) return {};
  auto const cells = cells_text(look, run);
  return run.count() == 1 ? say(cells + " is taken already", cells + "はもう取られています")
                          : say("not all of " + cells + " are untaken", cells + "には取られたマスがあります");
}

// Before the game its rows are not known: then the server says what is wrong.
Action take(Look const& look, Run const& run) {
  auto const heap = heap_of(look.table);
  auto why = heap.rows.empty() || !look.my_turn() ? "" : why_not(look, heap, run);
  return {.known = true, .move = why.empty() ? move_text(run) : "", .why = std::move(why)};
}

Action read(Look const& look, std::string_view line) {
  auto const parts = words(line);
  if (parts.empty() || !whole(parts[0])) return {};
  std::vector<int> numbers;
  for (auto const& part : parts)
    if (auto const value = whole(part); value && *value > -1000 && *value < 1000) numbers.push_back(*value);
  if (numbers.size() != 3 || parts.size() != 3)
    return {.known = true,
            .move = {},
            .why = look.say("a move is ROW FROM COUNT, such as 1 2 3", "着手は「行 開始 個数」です（例：1 2 3）")};
  auto const [row, from, count] = std::tuple(numbers[0] - 1, numbers[1] - 1, numbers[2]);
  return take(look, {row, from, from + count - 1});
}

std::string event(Look const& look, Json const& event) {
  if (text(event, "kind") != "take") return {};
  int const from = static_cast<int>(number(event, "from"));
  Run const run{static_cast<int>(number(event, "row")), from, from + static_cast<int>(number(event, "count")) - 1};
  return look.say(look.who(event) + " took " + cells_text(look, run),
                  look.who(event) + "が" + cells_text(look, run) + "を取った");
}

// Digits under one another, a column each: "1 0 1".
std::string spaced(std::string_view digits) {
  std::string wide;
  for (char const digit : digits) (wide += wide.empty() ? "" : " ") += digit;
  return wide;
}

// How many ones each column has, and whether that is odd: "2 2 3*".
std::string ones_text(Look const& look, Json const& hint) {
  auto const odd = text(hint, "binary");
  std::string counts, marks;
  std::size_t i = 0;
  for (auto const& count : at(hint, "columns")) {
    bool const is_odd = i < odd.size() && odd[i] == '1';
    counts += (i == 0 ? "" : " ") + (count.is_number_integer() ? std::to_string(count.get<int>()) : "?");
    if (is_odd) marks += (marks.empty() ? "" : ", ") + std::to_string(1 << (odd.size() - 1 - i));
    ++i;
  }
  auto const words = marks.empty() ? look.say("ones: every column is even", "1の数：どの列も偶数")
                                   : look.say("ones: odd in the column of " + marks, "1の数：" + marks + "の列が奇数");
  return counts + "  " + words;
}

// The group that the move takes from, and what is left of it: "7 becomes 2 + 4".
std::string becomes_text(Look const& look, Json const& hint, Run const& move) {
  for (auto const& group : at(hint, "groups")) {
    int const from = static_cast<int>(number(group, "from")), length = static_cast<int>(number(group, "length"));
    if (!Run{static_cast<int>(number(group, "row")), from, from + length - 1}.holds(move)) continue;
    int const before = move.first - from, after = length - before - move.count();
    auto const left = before > 0 && after > 0 ? std::to_string(before) + " + " + std::to_string(after)
                                              : std::to_string(before + after);
    return look.say(std::to_string(length) + " becomes " + left, std::to_string(length) + "が" + left + "になり");
  }
  return {};
}

// One group a line, "1 1 1  7  cells 1-7 of row 1", then what the columns come to and the move that evens them.
std::vector<std::string> hint(Look const& look, Json const& hint) {
  auto const& say = look.say;
  std::vector<std::string> lines;
  for (auto const& group : at(hint, "groups")) {
    int const from = static_cast<int>(number(group, "from")), length = static_cast<int>(number(group, "length"));
    lines.push_back("  " + spaced(text(group, "binary")) + "  " + std::to_string(length) + "  " +
                    cells_text(look, {static_cast<int>(number(group, "row")), from, from + length - 1}));
  }
  lines.push_back("  " + ones_text(look, hint));
  auto const& move = at(hint, "move");
  if (!move.is_object()) {
    lines.push_back(say("Hint: every move loses against best play", "ヒント：どう取っても、最善を尽くされると負け"));
    return lines;
  }
  int const row = static_cast<int>(number(move, "row")), from = static_cast<int>(number(move, "from")),
            count = static_cast<int>(number(move, "count"));
  Run const run{row, from, from + count - 1};
  lines.push_back(say("Hint: take ", "ヒント：") + cells_text(look, run) + " (" + std::to_string(row + 1) + " " +
                  std::to_string(from + 1) + " " + std::to_string(count) + ")");
  auto const leaves = text(hint, "leaves") == "odd"
                          ? say(", and an odd number of single cells is left", "、1マスずつの組が奇数個残る")
                          : say(", and every column is even", "、どの列も偶数になる");
  lines.push_back("  " + becomes_text(look, hint, run) + leaves);
  return lines;
}

// The full screen

std::string status(Look const& look, Aim const& aim) {
  auto const run = marked(aim);
  auto const head = look.say("Your turn", "あなたの番です");
  return run ? head + look.say(": Enter takes ", "。Enter で取る：") + cells_text(look, *run) : head;
}

// The cursor starts at the first untaken cell, and goes there again when the one under it was taken.
void settle(Look const& look, Aim& aim) {
  auto const heap = heap_of(look.table);
  bool const free = aim.cell && std::any_of(heap.groups.begin(), heap.groups.end(),
                                            [&](Run const& group) { return group.holds(*aim.cell); });
  if (free) return;
  aim.anchor.reset();
  if (!heap.groups.empty()) aim.cell = Cell{heap.groups[0].first, heap.groups[0].row};
}

void move_cursor(Heap const& heap, Aim& aim, int columns, int rows) {
  if (!aim.cell || heap.rows.empty()) return;
  auto& cell = *aim.cell;
  if (rows != 0) aim.anchor.reset();  // a run is of one row
  cell.row = std::clamp(cell.row + rows, 0, static_cast<int>(heap.rows.size()) - 1);
  cell.column =
      std::clamp(cell.column + columns, 0, static_cast<int>(heap.rows[static_cast<std::size_t>(cell.row)].size()) - 1);
}

void next_group(Heap const& heap, Aim& aim, int direction) {
  if (!aim.cell || heap.groups.empty()) return;
  auto const here =
      std::find_if(heap.groups.begin(), heap.groups.end(), [&](Run const& g) { return g.holds(*aim.cell); });
  auto const count = static_cast<int>(heap.groups.size());
  int const index = here == heap.groups.end() ? 0 : static_cast<int>(here - heap.groups.begin()) + direction;
  auto const& group = heap.groups[static_cast<std::size_t>((index + count) % count)];
  aim.anchor.reset();
  aim.cell = Cell{group.first, group.row};
}

Action press(Look const& look, Aim& aim, Key const& key) {
  auto const heap = heap_of(look.table);
  using Kind = Key::Kind;
  Action action{.known = true, .move = {}, .why = {}};
  if (key.kind == Kind::Up) {
    move_cursor(heap, aim, 0, -1);
  } else if (key.kind == Kind::Down) {
    move_cursor(heap, aim, 0, 1);
  } else if (key.kind == Kind::Left) {
    move_cursor(heap, aim, -1, 0);
  } else if (key.kind == Kind::Right) {
    move_cursor(heap, aim, 1, 0);
  } else if (key.kind == Kind::Tab) {
    next_group(heap, aim, 1);
  } else if (key.kind == Kind::BackTab) {
    next_group(heap, aim, -1);
  } else if (key.is(U' ') && aim.cell) {
    aim.anchor = aim.anchor ? std::nullopt : std::optional(aim.cell->column);
  } else if (key.kind == Kind::Escape) {
    aim.anchor.reset();
  } else if (key.kind == Kind::Enter && marked(aim)) {
    action = take(look, *marked(aim));
  } else {
    action.known = false;
  }
  return action;
}

void aim_at(Look const&, Aim& aim, Json const& hint) {
  auto const& move = at(hint, "move");
  int const from = static_cast<int>(number(move, "from"));
  aim.anchor = from;
  aim.cell = Cell{from + static_cast<int>(number(move, "count", 1)) - 1, static_cast<int>(number(move, "row"))};
}

constexpr Words kCommands[] = {
    {"1 2 3         take from row 1, from its cell 2 on, 3 cells (as numbered on the board, from 1);",
     "1 2 3         1行目の2番から3マス取る（盤の番号どおり、1から数える）"},
    {"              as JSON it counts from 0: {\"row\":0,\"from\":1,\"count\":3}",
     "              JSON では0から数える：{\"row\":0,\"from\":1,\"count\":3}"},
};
constexpr Words kKeys[] = {
    {"arrows       move the cursor", "矢印         カーソル移動"},
    {"Space        start or drop a mark: the run goes from it to the cursor",
     "Space        印を付ける／外す（印からカーソルまで）"},
    {"Enter        take the run", "Enter        取る"},
    {"Tab          next group", "Tab          次のまとまり"},
    {"o untaken  x taken  [ ] cursor  = marked  ( ) taken last", "o 残り  x 済み  [ ] カーソル  = 印  ( ) 直前の手"},
};
constexpr Board::Reason kReasons[] = {
    {"last_taken", {"(the last cell is taken)", "（最後のマスが取られた）"}},
};

}  // namespace

Board const kNimBoard{
    .game = "nim",
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
    .key_line = {"arrows move   Space mark   Enter take   h hint   t talk   ? keys   q quit",
                 "矢印 移動   Space 印   Enter 取る   h ヒント   t 発言   ? キー一覧   q 終了"},
    .reasons = kReasons,
};

}  // namespace engawa::cli
