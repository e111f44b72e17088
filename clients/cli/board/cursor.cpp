#include "clients/cli/board/cursor.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "clients/cli/board/choices.hpp"
#include "clients/cli/board/sentence.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {
namespace {

using Kind = Key::Kind;

Action moved() { return {.known = true, .move = {}, .why = {}}; }
Action refused(std::string why) { return {.known = true, .move = {}, .why = std::move(why)}; }

Action play(Look const& look, Json const& fields) {
  auto const& move = look.board().move;
  return {.known = true, .move = fill(look, look.me.value_or(0), move, Json(), fields), .why = {}};
}

Json run_fields(Run const& run) { return {{"row", run.row}, {"from", run.first}, {"count", run.count()}}; }

std::string run_text(Look const& look, Run const& run) { return fill(look.say(texts::run), run_fields(run)); }

std::string numbers(Grid const& grid) {
  std::string list;
  for (auto const& run : grid.legal) list += (list.empty() ? "" : " ") + std::string(grid.at({run.first, run.row}));
  return list;
}

// "row 1: 1-3 5; row 2: 1"
std::string groups(Look const& look, Grid const& grid) {
  std::string list;
  int row = -1;
  for (auto const& run : grid.legal) {
    if (run.row != row) list += (row < 0 ? "" : "; ") + fill(look.say(texts::row), run_fields(run));
    row = run.row;
    list += fill(" <from+1>[-<from+count><?count-1>]", run_fields(run));
  }
  return list;
}

std::string cells(Grid const& grid) {
  std::string list;
  for (auto const& run : grid.legal) list += (list.empty() ? "" : " ") + cell_name({run.first, run.row});
  return list;
}

std::string numbered_moves(Table const& table) {
  std::string list;
  int number = 0;
  for (auto const& choice : choices(table))
    list += (list.empty() ? "" : "  ") + std::to_string(++number) + ": " + choice.name;
  return list.empty() ? table.legal : list;
}

std::string possible_list(Look const& look, Grid const* grid) {
  if (grid == nullptr) return look.board().cursor == Cursor::none ? numbered_moves(look.table) : "";
  switch (look.board().cursor) {
    case Cursor::cell:
      return cells(*grid);
    case Cursor::run:
      return groups(look, *grid);
    case Cursor::tile:
      return numbers(*grid);
    default:
      return {};
  }
}

std::optional<Grid> my_grid(Look const& look) { return grid_of(look, look.me.value_or(0)); }

// The move of each kind of cursor

Action play_cell(Look const& look, Grid const* grid, Cell cell) {
  int const across = grid == nullptr ? 0 : grid->across;
  return play(look, {{"cell", cell_name(cell)},
                     {"row", cell.row},
                     {"column", cell.column},
                     {"index", cell.row * across + cell.column}});
}

std::string why_not(Look const& look, Grid const& grid, Run const& run) {
  auto fields = run_fields(run);
  fields["rows"] = grid.rows.size();
  auto const say = [&](games::Text const& text) { return fill(look.say(text), fields); };
  if (run.row < 0 || run.row >= static_cast<int>(grid.rows.size())) return say(texts::no_such_row);
  auto const length = static_cast<int>(grid.rows[static_cast<std::size_t>(run.row)].size());
  fields["length"] = length;
  if (run.count() < 1) return say(texts::take_at_least_one);
  if (run.first < 0 || run.last >= length) return say(texts::row_has_cells);
  if (std::any_of(grid.legal.begin(), grid.legal.end(), [&](Run const& group) { return group.holds(run); })) return {};
  fields["run"] = run_text(look, run);
  return say(texts::run_is_taken);
}

// Before the game starts, the rows are unknown; the server then explains what is wrong.
Action play_run(Look const& look, Grid const* grid, Run const& run) {
  auto why = grid == nullptr || !look.my_turn() ? "" : why_not(look, *grid, run);
  return why.empty() ? play(look, run_fields(run)) : refused(std::move(why));
}

Action play_tile(Look const& look, Grid const* grid, int tile) {
  auto const cell = grid == nullptr ? std::nullopt : grid->find(std::to_string(tile));
  bool const in_line = cell && grid->is_legal(*cell);
  if (!look.my_turn() || in_line) return play(look, {{"tile", tile}});
  return refused(fill(look.say(texts::not_in_line), Json{{"tile", tile}, {"possible", possible_list(look, grid)}}));
}

Action play_choice(Look const& look, int number) {
  auto const list = choices(look.table);
  if (number >= 1 && static_cast<std::size_t>(number) <= list.size())
    return {.known = true, .move = list[static_cast<std::size_t>(number) - 1].move, .why = {}};
  return refused(fill(look.say(texts::no_such_choice), Json{{"count", list.size()}}));
}

// Typed lines

Action read_run(Look const& look, Grid const* grid, std::string_view line) {
  auto const parts = words(line);
  if (parts.empty() || !whole_number(parts[0])) return {};
  std::vector<int> numbers;
  for (auto const& part : parts)
    if (auto const value = whole_number(part); value && std::abs(*value) < 1000) numbers.push_back(*value);
  if (numbers.size() != 3 || parts.size() != 3) return refused(look.say(texts::run_is_typed_so));
  int const from = numbers[1] - 1;
  return play_run(look, grid, {numbers[0] - 1, from, from + numbers[2] - 1});
}

// Degrees with at most two decimal digits.
Action read_angle(Look const& look, std::string_view line) {
  if (line.starts_with('+')) line.remove_prefix(1);
  double value = 0;
  auto const [end, error] = std::from_chars(line.data(), line.data() + line.size(), value, std::chars_format::fixed);
  if (line.empty() || error != std::errc{} || end != line.data() + line.size() || !std::isfinite(value)) return {};
  value *= 100;
  int const most = look.board().most_angle;
  if (std::abs(value - std::round(value)) < 1e-6 && std::abs(value) <= most)
    return play(look, {{"angle", std::lround(value)}});
  return refused(fill(look.say(texts::angle_is_so), Json{{"most", most}, {"least", -most}}));
}

// Keys

// One step; gaps between cells are skipped. In a shorter row, the cursor of a run stays at the row's end.
void step(Grid const& grid, Aim& aim, int columns, int rows) {
  if (!aim.cell) return;
  bool const keeps_to_rows = grid.board.cursor == Cursor::run;
  auto next = *aim.cell;
  for (;;) {
    next = {next.column + columns, next.row + rows};
    if (next.row < 0 || next.row >= grid.down || next.column < 0 || next.column >= grid.across) return;
    auto const length = static_cast<int>(grid.rows[static_cast<std::size_t>(next.row)].size());
    if (keeps_to_rows) next.column = std::min(next.column, length - 1);
    if (!grid.is_cell(next)) continue;
    if (rows != 0) aim.anchor.reset();  // a run is in one row
    aim.cell = next;
    return;
  }
}

void jump(Grid const& grid, Aim& aim, int direction) {
  auto const count = static_cast<int>(grid.legal.size());
  if (count == 0) return;
  auto const here = aim.cell ? grid.legal_at(*aim.cell) : std::nullopt;
  int const from = here ? static_cast<int>(*here) : direction > 0 ? -1 : 0;
  auto const& next = grid.legal[static_cast<std::size_t>((from + direction + count) % count)];
  aim.anchor.reset();
  aim.cell = Cell{next.first, next.row};
}

Action press_on_cells(Look const& look, Grid const& grid, Aim& aim, Key const& key) {
  bool const runs = grid.board.cursor == Cursor::run;
  bool const space = key.is(U' ');
  if (key.kind == Kind::Up) return step(grid, aim, 0, -1), moved();
  if (key.kind == Kind::Down) return step(grid, aim, 0, 1), moved();
  if (key.kind == Kind::Left) return step(grid, aim, -1, 0), moved();
  if (key.kind == Kind::Right) return step(grid, aim, 1, 0), moved();
  if (key.kind == Kind::Tab || key.kind == Kind::BackTab) {
    if (look.my_turn()) jump(grid, aim, key.kind == Kind::Tab ? 1 : -1);
    return moved();
  }
  if (runs && key.kind == Kind::Escape) return aim.anchor.reset(), moved();
  if (runs && space && aim.cell) {
    aim.anchor = aim.anchor ? std::nullopt : std::optional(aim.cell->column);
    return moved();
  }
  if (!aim.cell || (key.kind != Kind::Enter && !space)) return {};
  return runs ? play_run(look, &grid, *aim.marked()) : play_cell(look, &grid, *aim.cell);
}

// An arrow moves the tile next to the hole in that direction. At the edge there is none.
Action press_arrow(Look const& look, Grid const& grid, Key const& key) {
  auto const hole = grid.find("0");
  if (!hole) return moved();
  auto cell = *hole;
  if (key.kind == Kind::Up) ++cell.row;
  if (key.kind == Kind::Down) --cell.row;
  if (key.kind == Kind::Left) ++cell.column;
  if (key.kind == Kind::Right) --cell.column;
  auto const tile = whole_number(grid.at(cell));
  return tile ? play_tile(look, &grid, *tile) : moved();
}

// A number and Enter: the tile with that number, or the choice with it.
Action press_number(Look const& look, Grid const* grid, Aim& aim, Key const& key) {
  bool const digit = key.kind == Kind::Character && key.plain() >= U'0' && key.plain() <= U'9';
  if (digit && aim.typed.size() < 3) return aim.typed += static_cast<char>(key.plain()), moved();
  if (key.kind == Kind::Backspace && !aim.typed.empty()) return aim.typed.pop_back(), moved();
  if (key.kind == Kind::Escape) return aim.typed.clear(), moved();
  if (key.kind != Kind::Enter || aim.typed.empty()) return {.known = digit, .move = {}, .why = {}};
  int const number = *whole_number(std::exchange(aim.typed, ""));
  return look.board().cursor == Cursor::tile ? play_tile(look, grid, number) : play_choice(look, number);
}

Action press_angle(Look const& look, Aim& aim, Key const& key) {
  auto const turn = [&](int hundredths) {
    int const most = look.board().most_angle;
    aim.angle = std::clamp(aim.angle + hundredths, -most, most);
    return moved();
  };
  if (key.kind == Kind::Left) return turn(-100);
  if (key.kind == Kind::Right) return turn(100);
  if (key.kind == Kind::Down) return turn(-10);
  if (key.kind == Kind::Up) return turn(10);
  if (key.is(U',') || key.is(U'<')) return turn(-1000);
  if (key.is(U'.') || key.is(U'>')) return turn(1000);
  if (key.kind == Kind::Home) return turn(-aim.angle);
  return key.kind == Kind::Enter || key.is(U' ') ? play(look, {{"angle", aim.angle}}) : Action{};
}

bool is_arrow(Key const& key) {
  return key.kind == Kind::Up || key.kind == Kind::Down || key.kind == Kind::Left || key.kind == Kind::Right;
}

}  // namespace

std::optional<Run> Aim::marked() const {
  if (!cell) return std::nullopt;
  int const here = cell->column, there = anchor.value_or(here);
  return Run{cell->row, std::min(here, there), std::max(here, there)};
}

Action read_move(Look const& look, std::string_view text) {
  auto const line = half_width(text);
  auto const mine = my_grid(look);
  auto const* const grid = mine ? &*mine : nullptr;
  auto const number = whole_number(line);
  switch (look.board().cursor) {
    case Cursor::none:
      return number ? play_choice(look, *number) : Action{};
    case Cursor::cell: {
      auto const cell = parse_cell(line);
      return cell ? play_cell(look, grid, *cell) : Action{};
    }
    case Cursor::run:
      return read_run(look, grid, line);
    case Cursor::tile:
      return number ? play_tile(look, grid, *number) : Action{};
    case Cursor::angle:
      return read_angle(look, line);
  }
  return {};
}

Action press(Look const& look, Aim& aim, Key const& key) {
  auto const mine = my_grid(look);
  auto const* const grid = mine ? &*mine : nullptr;
  auto const kind = look.board().cursor;
  if (kind == Cursor::angle) return press_angle(look, aim, key);
  if (kind == Cursor::tile && grid != nullptr && is_arrow(key)) return press_arrow(look, *grid, key);
  if (kind == Cursor::tile || kind == Cursor::none) return press_number(look, grid, aim, key);
  return grid != nullptr ? press_on_cells(look, *grid, aim, key) : Action{};
}

// At the start of our turn the cursor goes to a cell that can be played; otherwise it stays where the player left it.
void settle(Look const& look, Aim& aim) {
  auto const grid = my_grid(look);
  auto const kind = look.board().cursor;
  if (!grid || (kind != Cursor::cell && kind != Cursor::run)) return;
  bool const useful = aim.cell && grid->is_legal(*aim.cell);
  if (look.my_turn() && !useful && !grid->legal.empty()) {
    aim.anchor.reset();
    aim.cell = Cell{grid->legal[0].first, grid->legal[0].row};
  }
  for (int row = 0; row < grid->down && !aim.cell; ++row)
    for (int column = 0; column < grid->across && !aim.cell; ++column)
      if (grid->is_cell({column, row})) aim.cell = Cell{column, row};
}

void aim_at(Look const& look, Aim& aim, Json const& hint) {
  auto const grid = my_grid(look);
  auto const& move = at(hint, "move");
  auto const member = [&](char const* name, int otherwise) {
    return static_cast<int>(std::clamp<std::int64_t>(number(move, name, otherwise), -100'000, 100'000));
  };
  if (move.contains("tile")) aim.typed = std::to_string(member("tile", 0));
  if (move.contains("angle"))
    aim.angle = std::clamp(member("angle", 0), -look.board().most_angle, look.board().most_angle);
  if (move.contains("from")) {
    aim.anchor = member("from", 0);
    aim.cell = Cell{*aim.anchor + member("count", 1) - 1, member("row", 0)};
  }
  if (!grid) return;
  auto const cell_of = [&](std::string_view path) { return words(fill("<" + std::string(path) + ">", Json(hint))); };
  for (auto const& word : cell_of("move/cell"))
    if (auto const cell = read_cell(*grid, word)) aim.cell = cell;
  aim.hinted.clear();
  for (auto const& word : cell_of(look.board().hinted))
    if (auto const cell = read_cell(*grid, word)) aim.hinted.push_back(*cell);
  aim.hinted_turn = turn_of(look);
}

std::string possible(Look const& look) {
  auto const mine = my_grid(look);
  auto const list = possible_list(look, mine ? &*mine : nullptr);
  return fill(look, look.me.value_or(0), look.board().possible, Json(), Json{{"possible", list}});
}

std::string status(Look const& look, Aim const& aim) {
  auto const mine = my_grid(look);
  Json known{{"aim", aim.angle}, {"typed", aim.typed}, {"possible", possible_list(look, mine ? &*mine : nullptr)}};
  if (auto const run = aim.marked()) known["run"] = run_text(look, *run);
  return fill(look, look.me.value_or(0), look.board().status, Json(), known);
}

}  // namespace engawa::cli
