#include "clients/cli/screen/scene.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board_picture.hpp"

namespace engawa::cli {
namespace {

constexpr int kTop = 2;         // first row below the title; a board that needs it gets the empty row, too
constexpr int kBottom = 2;      // status and keys
constexpr int kMinPanel = 20;   // columns for players and log, without their clocks
constexpr int kGoodPanel = 30;  // columns that a larger board must leave for them
constexpr int kMinBelow = 3;    // rows below the board, for the same
constexpr int kMark = 2;        // before the name of the player to act
constexpr int kBadge = 4;       // the letter in its colour
constexpr int kLongName = 16;   // longer ones may be cut
constexpr int kShortName = 6;   // columns that a name needs before its details

struct Layout {
  Size board;
  int top = kTop;
  int panel_row = kTop, panel_column = 2, panel_width = 0, panel_height = 0;
};

// The largest size of the board; the panel takes what is left beside or below it.
Size room_of(Terminal const& terminal) { return {terminal.rows() - 1 - kBottom, terminal.columns()}; }

// Columns for a clock; 0: there is none.
int clock_columns(ClockRow const& clock) { return !clock.limited() ? 0 : clock.periods > 0 ? 10 : 6; }

Layout arrange(Terminal const& terminal, Size board, ClockRow const& clock) {
  Layout layout;
  int const rows = terminal.rows(), columns = terminal.columns();
  layout.board = board;
  if (board.rows > rows - kTop - kBottom) layout.top = layout.panel_row = 1;
  if (board.rows > 0) layout.panel_column = board.columns + 2;
  layout.panel_width = columns - layout.panel_column;
  layout.panel_height = rows - layout.top - kBottom;
  int const below = layout.panel_height - board.rows - 1;
  if (layout.panel_width >= kMinPanel + clock_columns(clock)) return layout;
  if (below < kMinBelow && layout.panel_width >= kMinPanel / 2) return layout;
  layout.panel_row = layout.top + board.rows + 1;  // a narrow terminal: below the board
  layout.panel_column = 1;
  layout.panel_width = columns - 2;
  layout.panel_height = rows - kBottom - layout.panel_row;
  return layout;
}

// Next to a good panel if possible, otherwise above a small one.
Picture board_picture(Terminal const& terminal, Scene const& scene, Phrases const& say) {
  auto room = room_of(terminal);
  room.columns -= 2 + kGoodPanel;
  return paint_board(scene.look(say), scene.aim, room);
}

void paint_title(Terminal& terminal, Scene const& scene, Phrases const& say) {
  auto const& table = scene.table;
  auto const title = say(texts::title, {{"code", table.code},
                                        {"game", say.game(table)},
                                        {"round", table.round},
                                        {"watching", !scene.me && scene.known}});
  auto const state = say(scene.online ? texts::connected : texts::offline);
  terminal.put(0, 0, pad(shorten(title, terminal.columns() - width(state) - 1), terminal.columns()),
               {Ink::Title, true});
  terminal.put(0, std::max(0, terminal.columns() - width(state)), state, {Ink::Title, !scene.online});
}

std::string rank_of(Table const& table, int seat) {
  if (!table.result) return "";
  for (auto const& entry : table.result->ranking)
    if (entry.seat == seat) return std::to_string(entry.rank) + ".";
  return "-";
}

// Widths of the parts of a player's line.
struct Columns {
  int color = 0, name = 0, score = 0, clock = 0;
};

std::string role_of(Scene const& scene, int seat, Phrases const& say) {
  auto const& guest = scene.table.seats[static_cast<std::size_t>(seat)].guest;
  std::string role = scene.me == seat ? say(texts::you_in_list) : "";
  if (scene.table.lobby() && !guest.empty() && guest == scene.table.host) role += say(texts::host_in_list);
  return role;
}

// The names of colours are omitted where they would cut players' names.
Columns columns_of(Layout const& layout, Scene const& scene, Phrases const& say) {
  auto const& table = scene.table;
  Columns columns{.score = 3, .clock = clock_columns(table.clock)};
  int color = 0, name = 0;
  for (int seat = 0; seat < static_cast<int>(table.seats.size()); ++seat) {
    auto const& row = table.seats[static_cast<std::size_t>(seat)];
    if (row.score) columns.score = std::max(columns.score, 1 + width(std::to_string(*row.score)));
    color = std::max(color, width(say.color_name(table, seat)));
    name = std::max(name, width(say.sitter(row) + role_of(scene, seat, say)));
  }
  columns.name = layout.panel_width - kMark - kBadge - columns.score - columns.clock;
  if (color > 0 && columns.name - color - 1 >= std::min(name, kLongName)) columns.color = color + 1;
  columns.name = std::min(columns.name - columns.color, 1 + std::max(name, kLongName));  // scores stay near their names
  return columns;
}

void paint_clock(Terminal& terminal, int row, int column, Scene const& scene, int seat) {
  auto const& clock = scene.table.clock;
  auto const face = clock.face_of(seat, scene.server_now);
  if (!face) return;
  bool const runs = clock.running == seat;
  Ink const ink = face->low ? Ink::Alarm : runs ? Ink::Accent : Ink::Faint;
  terminal.put(row, column, clock_text(*face), {ink, runs});
}

// "> B black     Taro (you)       2 0:47"
void paint_player(Terminal& terminal, int row, int column, Columns const& columns, Scene const& scene, int seat,
                  Phrases const& say) {
  auto const& table = scene.table;
  auto const& player = table.seats[static_cast<std::size_t>(seat)];
  bool const acts = table.playing() && table.acts(seat) && !is_simultaneous(table), mine = scene.me == seat;
  terminal.put(row, column, table.over() ? rank_of(table, seat) : acts ? ">" : " ", {Ink::Accent, true});
  column += kMark;
  auto const ink = player.color == 0 ? Ink::Faint : ink_of(board_of(table.game), player.color);
  auto const badge = " " + (player.color == 0 ? seat_label(seat) : std::string(1, player.color)) + " ";
  terminal.put(row, column, badge, {ink, true});
  column += kBadge;
  Style const style{player.competes ? Ink::Plain : Ink::Faint, mine};
  terminal.put(row, column, say.color_name(table, seat), style, columns.color);
  column += columns.color;
  auto role = role_of(scene, seat, say);
  if (columns.name - width(role) < kShortName) role.clear();
  terminal.put(row, column, say.sitter(player, columns.name - width(role)) + role, style, columns.name);
  column += columns.name + columns.score;
  auto const score = player.score ? std::to_string(*player.score) : "";
  terminal.put(row, column - width(score), score, {Ink::Plain, true});
  paint_clock(terminal, row, column + 1, scene, seat);
}

void paint_log(Terminal& terminal, Layout const& layout, int first_row, Scene const& scene) {
  int const height = layout.panel_row + layout.panel_height - first_row;
  std::vector<std::pair<std::string, bool>> lines;  // newest first
  auto const& log = scene.log.lines();
  for (auto entry = log.rbegin(); entry != log.rend() && static_cast<int>(lines.size()) < height; ++entry) {
    auto const wrapped = wrap(entry->text, layout.panel_width);
    for (auto line = wrapped.rbegin(); line != wrapped.rend(); ++line) lines.emplace_back(*line, entry->chat);
  }
  int const shown = std::min(height, static_cast<int>(lines.size()));
  for (int i = 0; i < shown; ++i) {
    auto const& [text, chat] = lines[static_cast<std::size_t>(shown - 1 - i)];
    terminal.put(first_row + i, layout.panel_column, text, {chat ? Ink::Accent : Ink::Faint}, layout.panel_width);
  }
}

void paint_panel(Terminal& terminal, Layout const& layout, Scene const& scene, Phrases const& say) {
  auto const columns = columns_of(layout, scene, say);
  int const end = layout.panel_row + layout.panel_height;
  int row = layout.panel_row;
  for (int seat = 0; seat < static_cast<int>(scene.table.seats.size()) && row < end; ++seat)
    paint_player(terminal, row++, layout.panel_column, columns, scene, seat, say);
  ++row;
  if (scene.table.lobby() && row < end) {
    terminal.put(row++, layout.panel_column, say(texts::invite, {{"link", scene.invite}}), {Ink::Good},
                 layout.panel_width);
    ++row;
  }
  paint_log(terminal, layout, row, scene);
}

// "arrows move Enter play ? keys": in a narrow terminal the key for the list of all keys stays, and the hints before it
// that fit.
std::string keys_that_fit(std::string_view keys, int columns) {
  constexpr std::string_view gap = "   ";
  auto const at = keys.find("? ");
  if (width(keys) <= columns || at == keys.npos) return std::string(keys);
  auto const list = keys.substr(at, keys.find(gap, at) - at);
  auto before = keys.substr(0, at);
  while (!before.empty() && width(before) + width(list) > columns) {
    auto const cut = before.rfind(gap, before.size() - std::min(before.size(), gap.size() + 1));
    before = before.substr(0, cut == before.npos ? 0 : cut + gap.size());
  }
  return std::string(before) + std::string(list);
}

// The end of a long line, with a sign that the start is cut.
std::string end_of(std::string const& text, int columns) {
  if (width(text) <= columns) return text;
  auto points = decode(text);
  std::string end;
  do {
    points.erase(0, 1);
    end = "…";
    for (char32_t const point : points) append(end, point);
  } while (width(end) > columns && !points.empty());
  return end;
}

void paint_bottom(Terminal& terminal, Scene const& scene, Phrases const& say) {
  int const row = terminal.rows() - kBottom;
  terminal.put(row + 1, 1, keys_that_fit(scene.keys, terminal.columns() - 1), {Ink::Faint});
  if (!scene.typing) {
    terminal.hide_cursor();
    return terminal.put(row, 1, scene.status, scene.status_style);
  }
  auto const head = say(texts::say_prompt);
  int const room = terminal.columns() - 3 - width(head);
  auto const shown = end_of(*scene.typing, room);
  terminal.put(row, 1, head + shown, {Ink::Accent, true});
  terminal.show_cursor(row, 1 + width(head) + width(shown));
}

std::string how_to_go_on(std::size_t page, std::size_t pages, Phrases const& say) {
  Json const fields{{"page", page + 1}, {"pages", pages}, {"more", page + 1 < pages}, {"before", page}};
  return say(texts::help_keys, fields);
}

// Replaces everything else.
void paint_help(Terminal& terminal, HelpWindow const& help, Phrases const& say) {
  auto const pages = pages_of(help.lines, room_for_page({terminal.rows(), terminal.columns()}));
  auto const shown = std::min(help.page, pages.size() - 1);
  auto const count = pages.size() < 2 ? "" : say(texts::help_page, {{"page", shown + 1}, {"pages", pages.size()}});
  terminal.put(0, 0, pad(" " + help.head, terminal.columns()), {Ink::Title, true});
  terminal.put(0, std::max(0, terminal.columns() - width(count)), count, {Ink::Title, true});
  int row = kTop;
  for (auto const& line : pages[shown]) terminal.put(row++, 1, line);
  terminal.put(terminal.rows() - 1, 1, how_to_go_on(shown, pages.size(), say), {Ink::Accent, true});
  terminal.hide_cursor();
}

void paint_room(Terminal& terminal, Scene const& scene, Phrases const& say) {
  auto const picture = board_picture(terminal, scene, say);
  auto const layout = arrange(terminal, picture.size(), scene.table.clock);
  bool const fits = picture.fits(room_of(terminal));
  paint_title(terminal, scene, say);
  if (fits) {
    for (auto const& patch : picture.patches())
      terminal.put(layout.top + patch.row, patch.column, patch.text, patch.style);
    paint_panel(terminal, layout, scene, say);
  } else {
    terminal.put(kTop, 1, say(texts::too_small), {Ink::Alarm, true});
  }
  paint_bottom(terminal, scene, say);
}

}  // namespace

std::string clock_text(ClockFace const& face) {
  auto const seconds = (std::max<std::int64_t>(0, face.ms) + 999) / 1000;
  auto const rest = std::to_string(seconds % 60);
  auto const time = std::to_string(seconds / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
  return face.periods > 0 ? time + " x" + std::to_string(face.periods) : time;
}

void paint(Terminal& terminal, Scene const& scene, Phrases const& say) {
  terminal.erase();
  if (scene.help.open())
    paint_help(terminal, scene.help, say);
  else
    paint_room(terminal, scene, say);
  terminal.flush();
}

}  // namespace engawa::cli
