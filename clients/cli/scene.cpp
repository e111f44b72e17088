#include "clients/cli/scene.hpp"

#include <algorithm>
#include <array>

namespace engawa::cli {
namespace {

constexpr int kLabel = 4;       // columns in front of the board for row numbers
constexpr int kTop = 2;         // first row below the title
constexpr int kBottom = 2;      // status and keys
constexpr int kMinPanel = 24;   // columns for players and log
constexpr int kGoodPanel = 30;  // what a larger board may not take from them

struct Scale {
  int width, height;  // of a cell on the screen
};
// Largest first; an odd width has a middle for the letter.
constexpr std::array<Scale, 3> kScales{{{7, 3}, {5, 2}, {3, 1}}};

struct Layout {
  Scale scale{3, 1};
  int board_width = 0, board_height = 0;  // with labels; 0 without a board
  int panel_row = kTop, panel_column = 2, panel_width = 0, panel_height = 0;
};

Layout arrange(Terminal const& terminal, Table const& table) {
  Layout layout;
  int const rows = terminal.rows(), columns = terminal.columns();
  int const cells_down = static_cast<int>(table.rows.size());
  int const cells_across = cells_down == 0 ? 0 : static_cast<int>(table.rows[0].size());
  for (auto const scale : kScales) {
    layout.scale = scale;
    bool const high = cells_down * scale.height + 1 + kTop + kBottom <= rows;
    if (high && cells_across * scale.width + kLabel + 2 + kGoodPanel <= columns) break;
  }
  if (cells_down > 0) {
    layout.board_width = cells_across * layout.scale.width + kLabel;
    layout.board_height = cells_down * layout.scale.height + 1;
    layout.panel_column = layout.board_width + 2;
  }
  layout.panel_width = columns - layout.panel_column - 1;
  layout.panel_height = rows - kTop - kBottom;
  if (layout.panel_width >= kMinPanel) return layout;
  layout.panel_row = kTop + layout.board_height + 1;  // a narrow terminal: below the board
  layout.panel_column = 1;
  layout.panel_width = columns - 2;
  layout.panel_height = rows - kBottom - layout.panel_row;
  return layout;
}

std::optional<Ink> disc_ink(char letter) {
  static constexpr std::string_view letters = "BWACYGR";
  auto const at = letters.find(letter);
  if (letter == '\0' || at == std::string_view::npos) return std::nullopt;
  return static_cast<Ink>(static_cast<int>(Ink::Black) + static_cast<int>(at));
}

// What lies on one cell. `text` is three columns: the letter with the marks beside it, so that the board reads without
// colours too.
struct Piece {
  std::string text;
  Ink square;
  std::optional<Ink> disc;
  bool bold;
};

Piece piece_at(Scene const& scene, Cell cell, char letter, bool my_turn) {
  auto const name = cell_name(cell);
  bool const legal = my_turn && scene.table.is_legal(name);
  auto const shown = std::string(1, legal ? '+' : letter);
  auto const square = legal ? Ink::Possible : (cell.row + cell.column) % 2 == 0 ? Ink::Square : Ink::OtherSquare;
  auto const disc = disc_ink(letter);
  bool const last = scene.table.last == name;
  auto const text = scene.cursor == cell ? "[" + shown + "]" : last ? "(" + shown + ")" : " " + shown + " ";
  return {text, square, disc, disc || legal};
}

// A large cell shows some of its square beside the disc, so that neighbours stay apart.
void paint_cell(Terminal& terminal, Layout const& layout, Cell cell, Piece const& piece) {
  auto const [width, height] = layout.scale;
  int const row = kTop + 1 + cell.row * height, column = kLabel + cell.column * width;
  int const margin = width > 3 ? 1 : 0, inner = width - 2 * margin;
  auto const spaces = [](int count) { return std::string(static_cast<std::size_t>(count), ' '); };
  for (int line = 0; line < height; ++line) {
    bool const middle = line == (height - 1) / 2;
    auto const side = spaces((inner - 3) / 2);
    terminal.put(row + line, column, spaces(width), {piece.square});
    terminal.put(row + line, column + margin, middle ? side + piece.text + side : spaces(inner),
                 {piece.disc.value_or(piece.square), piece.bold});
  }
}

void paint_labels(Terminal& terminal, Layout const& layout, Table const& table) {
  auto const [width, height] = layout.scale;
  for (int column = 0; column < static_cast<int>(table.rows[0].size()); ++column)
    terminal.put(kTop, kLabel + column * width + width / 2, std::string(1, static_cast<char>('a' + column)),
                 {Ink::Faint});
  for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
    auto const label = std::to_string(row + 1);
    terminal.put(kTop + 1 + row * height + (height - 1) / 2, 3 - static_cast<int>(label.size()), label, {Ink::Faint});
  }
}

void paint_board(Terminal& terminal, Layout const& layout, Scene const& scene) {
  auto const& table = scene.table;
  bool const my_turn = table.playing() && scene.me && table.acts(*scene.me);
  paint_labels(terminal, layout, table);
  for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
    auto const& line = table.rows[static_cast<std::size_t>(row)];
    for (int column = 0; column < static_cast<int>(line.size()); ++column) {
      char const letter = line[static_cast<std::size_t>(column)];
      Cell const cell{column, row};
      if (letter != 'H') paint_cell(terminal, layout, cell, piece_at(scene, cell, letter, my_turn));
    }
  }
}

void paint_title(Terminal& terminal, Scene const& scene, Phrases const& say) {
  auto const& table = scene.table;
  auto title = " ENGAWA  " + table.code + "  " + table.game + (table.preset.empty() ? "" : " " + table.preset);
  if (table.round > 1) title += "  " + say("round ", "第") + std::to_string(table.round) + say("", "ラウンド");
  if (!scene.me && scene.known) title += say("  (watching)", "（観戦）");
  terminal.put(0, 0, pad(title, terminal.columns()), {Ink::Title, true});
  auto const state = std::string(scene.online ? say("connected ", "接続中 ") : say("offline ", "切断 "));
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
  auto const ink = disc_ink(player.color);
  auto const badge = ink ? std::string{' ', player.color, ' '} : " " + std::to_string(seat) + " ";
  terminal.put(row, column, badge, {ink.value_or(Ink::Faint), true});
  column += 4;
  int const tail = 11;  // score and clock
  auto name = say.sitter(player);
  if (mine) name += say(" (you)", "（あなた）");
  if (table.lobby() && !player.guest.empty() && player.guest == table.host) name += say(" host", " ホスト");
  int const room = layout.panel_column + layout.panel_width - tail - column;
  terminal.put(row, column, name, {player.competes ? Ink::Plain : Ink::Faint, mine}, room);
  column += room;
  if (player.score) {
    auto const score = std::to_string(*player.score);
    terminal.put(row, column + 4 - width(score), score, {Ink::Plain, true});
  }
  if (table.clock.running != seat) return;
  auto const left = std::max<std::int64_t>(0, table.clock.left_at(scene.server_now));
  terminal.put(row, column + 5, clock_text(left), {left < 10000 ? Ink::Alarm : Ink::Accent, true});
}

// Breaks a text into lines of at most `columns`.
std::vector<std::string> wrap(std::string_view text, int columns) {
  std::vector<std::string> lines;
  while (!text.empty() && columns > 1) {
    auto line = clip(text, columns);
    if (line.empty()) break;
    auto const space = line.size() < text.size() && text[line.size()] != ' ' ? line.rfind(' ') : std::string::npos;
    if (space != std::string::npos && space > line.size() / 2) line.resize(space);
    text.remove_prefix(line.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    lines.push_back(std::move(line));
  }
  return lines;
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
    terminal.put(row++, layout.panel_column, say("Invite others: ", "招待リンク：") + scene.invite, {Ink::Good},
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
  auto const head = say("say: ", "発言: ");
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

std::string clock_text(std::int64_t milliseconds) {
  auto const seconds = (std::max<std::int64_t>(0, milliseconds) + 999) / 1000;
  auto const rest = std::to_string(seconds % 60);
  return std::to_string(seconds / 60) + ":" + (rest.size() < 2 ? "0" : "") + rest;
}

void paint(Terminal& terminal, Scene const& scene, Phrases const& say) {
  terminal.erase();
  auto const layout = arrange(terminal, scene.table);
  bool const fits = layout.board_height + kTop + kBottom <= terminal.rows() && layout.board_width <= terminal.columns();
  paint_title(terminal, scene, say);
  if (fits && !scene.table.rows.empty()) paint_board(terminal, layout, scene);
  if (!fits)
    terminal.put(kTop, 1, say("This terminal is too small for the board.", "端末が小さすぎて盤面を表示できません。"),
                 {Ink::Alarm, true});
  if (fits) paint_panel(terminal, layout, scene, say);
  paint_bottom(terminal, scene, say);
  if (!scene.help.empty()) paint_help(terminal, scene.help);
  terminal.flush();
}

}  // namespace engawa::cli
