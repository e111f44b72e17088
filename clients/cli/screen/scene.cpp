#include "clients/cli/screen/scene.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board_picture.hpp"

namespace engawa::cli {
namespace {

constexpr int kTop = 2;         // first row below the title
constexpr int kBottom = 2;      // status and keys
constexpr int kMinPanel = 24;   // columns for players and log
constexpr int kGoodPanel = 30;  // what a larger board may not take from them

struct Layout {
  Size board;
  int panel_row = kTop, panel_column = 2, panel_width = 0, panel_height = 0;
};

Layout arrange(Terminal const& terminal, Size board) {
  Layout layout;
  int const rows = terminal.rows(), columns = terminal.columns();
  layout.board = board;
  if (board.rows > 0) layout.panel_column = board.columns + 2;
  layout.panel_width = columns - layout.panel_column - 1;
  layout.panel_height = rows - kTop - kBottom;
  if (layout.panel_width >= kMinPanel) return layout;
  layout.panel_row = kTop + board.rows + 1;  // a narrow terminal: below the board
  layout.panel_column = 1;
  layout.panel_width = columns - 2;
  layout.panel_height = rows - kBottom - layout.panel_row;
  return layout;
}

// Beside a good panel when that is possible, else above a poor one.
Picture board_picture(Terminal const& terminal, Scene const& scene, Phrases const& say) {
  Size const room{terminal.rows() - kTop - kBottom, terminal.columns() - 2 - kGoodPanel};
  return paint_board(scene.look(say), scene.aim, room);
}

void paint_title(Terminal& terminal, Scene const& scene, Phrases const& say) {
  auto const& table = scene.table;
  auto const title = say(texts::title, {{"code", table.code},
                                        {"game", table.game},
                                        {"preset", table.preset},
                                        {"round", table.round},
                                        {"watching", !scene.me && scene.known}});
  terminal.put(0, 0, pad(title, terminal.columns()), {Ink::Title, true});
  auto const state = say(scene.online ? texts::connected : texts::offline);
  terminal.put(0, std::max(0, terminal.columns() - width(state)), state, {Ink::Title, !scene.online});
}

std::string rank_of(Table const& table, int seat) {
  if (!table.result) return "";
  for (auto const& entry : table.result->ranking)
    if (entry.seat == seat) return std::to_string(entry.rank) + ".";
  return "-";
}

void paint_player(Terminal& terminal, Layout const& layout, int row, Scene const& scene, int seat, Phrases const& say) {
  auto const& table = scene.table;
  auto const& player = table.seats[static_cast<std::size_t>(seat)];
  int column = layout.panel_column;
  bool const acts = table.playing() && table.acts(seat), mine = scene.me == seat;
  terminal.put(row, column, table.over() ? rank_of(table, seat) : acts ? ">" : " ", {Ink::Accent, true});
  column += 3;
  auto const ink = player.color == 0 ? Ink::Faint : ink_of(board_of(table.game), player.color);
  auto const badge = " " + (player.color == 0 ? seat_label(seat) : std::string(1, player.color)) + " ";
  terminal.put(row, column, badge, {ink, true});
  column += 4;
  int const tail = table.clock.periods > 0 ? 14 : 11;  // score and clock
  auto name = say.sitter(player);
  if (mine) name += say(texts::you_in_list);
  if (table.lobby() && !player.guest.empty() && player.guest == table.host) name += say(texts::host_in_list);
  int const room = layout.panel_column + layout.panel_width - tail - column;
  terminal.put(row, column, name, {player.competes ? Ink::Plain : Ink::Faint, mine}, room);
  column += room;
  if (player.score) {
    auto const score = std::to_string(*player.score);
    terminal.put(row, column + 4 - width(score), score, {Ink::Plain, true});
  }
  auto const face = table.clock.face_of(seat, scene.server_now);
  if (!face) return;
  bool const runs = table.clock.running == seat;
  Ink const time_ink = face->low ? Ink::Alarm : runs ? Ink::Accent : Ink::Faint;
  terminal.put(row, column + 5, clock_text(*face), {time_ink, runs});
}

void paint_log(Terminal& terminal, Layout const& layout, int first_row, Scene const& scene) {
  int const height = layout.panel_row + layout.panel_height - first_row;
  std::vector<std::pair<std::string, bool>> lines;  // newest first
  for (auto entry = scene.log.rbegin(); entry != scene.log.rend() && static_cast<int>(lines.size()) < height; ++entry) {
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
  int row = layout.panel_row;
  for (int seat = 0; seat < static_cast<int>(scene.table.seats.size()); ++seat)
    paint_player(terminal, layout, row++, scene, seat, say);
  ++row;
  if (scene.table.lobby()) {
    terminal.put(row++, layout.panel_column, say(texts::invite, {{"link", scene.invite}}), {Ink::Good},
                 layout.panel_width);
    ++row;
  }
  paint_log(terminal, layout, row, scene);
}

void paint_bottom(Terminal& terminal, Scene const& scene, Phrases const& say) {
  int const row = terminal.rows() - kBottom;
  terminal.put(row + 1, 1, scene.keys, {Ink::Faint});
  if (!scene.typing) {
    terminal.hide_cursor();
    return terminal.put(row, 1, scene.status, scene.status_style);
  }
  auto const head = say(texts::say_prompt);
  int const room = terminal.columns() - 3 - width(head);
  auto shown = *scene.typing;  // the end of a long line stays visible
  while (width(shown) > room) {
    auto points = decode(shown);
    shown.clear();
    for (std::size_t i = 1; i < points.size(); ++i) append(shown, points[i]);
  }
  terminal.put(row, 1, head + shown, {Ink::Accent, true});
  terminal.show_cursor(row, 1 + width(head) + width(shown));
}

void paint_help(Terminal& terminal, std::vector<std::string> const& lines) {
  int inner = 0;
  for (auto const& line : lines) inner = std::max(inner, width(line));
  int const row = std::max(1, (terminal.rows() - static_cast<int>(lines.size())) / 2 - 1),
            column = std::max(0, (terminal.columns() - inner) / 2 - 2);
  auto const blank = std::string(static_cast<std::size_t>(inner + 4), ' ');
  terminal.put(row, column, blank, {Ink::Title});
  for (std::size_t i = 0; i < lines.size(); ++i)
    terminal.put(row + 1 + static_cast<int>(i), column, "  " + pad(lines[i], inner) + "  ", {Ink::Title});
  terminal.put(row + 1 + static_cast<int>(lines.size()), column, blank, {Ink::Title});
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
  auto const picture = board_picture(terminal, scene, say);
  auto const layout = arrange(terminal, picture.size());
  bool const fits = picture.fits({terminal.rows() - kTop - kBottom, terminal.columns()});
  paint_title(terminal, scene, say);
  if (fits) {
    for (auto const& patch : picture.patches()) terminal.put(kTop + patch.row, patch.column, patch.text, patch.style);
    paint_panel(terminal, layout, scene, say);
  } else {
    terminal.put(kTop, 1, say(texts::too_small), {Ink::Alarm, true});
  }
  paint_bottom(terminal, scene, say);
  if (!scene.help.empty()) paint_help(terminal, scene.help);
  terminal.flush();
}

}  // namespace engawa::cli
