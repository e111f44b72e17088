#include "games/record/draw_board.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace engawa::record {
namespace {

using games::terminal::Board;
using games::terminal::Ink;
using games::terminal::Piece;

constexpr int kMostCells = 64;  // across and down
constexpr double kApart = 24;   // between boards

std::string_view colour_of(Ink ink) {
  switch (ink) {
    case Ink::Black:
      return "#0b0b0b";
    case Ink::White:
      return "#fdfdfb";
    case Ink::Ash:
      return "#8a9298";
    case Ink::Cyan:
      return "#37b8f3";
    case Ink::Yamabuki:
      return "#f7c93b";
    case Ink::Green:
      return "#1c7a43";
    case Ink::Red:
      return "#d23c62";
    case Ink::Violet:
      return "#8a5cc8";
    default:
      return "#e9e5da";  // a stone
  }
}

// The cells of one board, from the top, with the letters of the view.
struct Cells {
  std::vector<std::vector<std::string>> rows;
  int across = 0, down = 0;
  bool shifted = false;
};

std::int64_t number_or(Json const& value, std::int64_t otherwise) {
  return value.is_number_integer() ? value.get<std::int64_t>() : otherwise;
}

void read_words(Cells& cells, std::string const& text, std::int64_t across) {
  if (across < 1 || across > kMostCells) return;
  for (std::size_t at = 0; at < text.size();) {
    auto const end = std::min(text.find(' ', at), text.size());
    if (cells.rows.empty() || static_cast<std::int64_t>(cells.rows.back().size()) == across) cells.rows.emplace_back();
    cells.rows.back().push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

void read_letters(Cells& cells, Json const& rows, int first) {
  for (int i = 0; i < kMostCells; ++i) {
    auto const& row = member_at(rows, "r" + std::to_string(first + i));
    if (!row.is_string()) return;
    auto& letters = cells.rows.emplace_back();
    for (char const letter : row.get_ref<std::string const&>()) letters.emplace_back(1, letter);
  }
}

std::optional<Cells> cells_of(Board const& board, Json const& own, Json const& view) {
  Cells cells;
  auto const& found = member_at(own, board.cells);
  if (found.is_string())
    read_words(cells, found.get_ref<std::string const&>(), number_or(member_at(view, board.across), 0));
  else
    read_letters(cells, found, board.first_row);
  cells.across = board.columns_at_least;
  for (auto const& row : cells.rows) cells.across = std::max(cells.across, static_cast<int>(row.size()));
  auto const rows = static_cast<std::int64_t>(cells.rows.size());
  cells.down = static_cast<int>(std::clamp<std::int64_t>(
      board.down.empty() ? rows : number_or(member_at(view, board.down), rows), 0, kMostCells));
  cells.shifted = !board.shift.empty() && number_or(member_at(own, board.shift), 0) % 2 != 0;
  if (!found.is_string() && !found.is_object()) return std::nullopt;
  return cells.across == 0 || cells.across > kMostCells || cells.down == 0 ? std::nullopt : std::optional(cells);
}

Piece const* piece_of(Board const& board, std::string_view text) {
  for (auto const& piece : board.pieces)
    if (text.size() == 1 && text[0] == piece.letter) return &piece;
  return nullptr;
}

// A cell with a number, drawn as a tile.
void tile(Drawing& out, Box const& cell, std::string_view text) {
  double const gap = cell.width * 0.04;
  out.push_back(Rectangle{{cell.x + gap, cell.y + gap, cell.width - 2 * gap, cell.height - 2 * gap},
                          cell.width * 0.1,
                          "#f0dfb8",
                          "#8a5a2f"});
  out.push_back(Words{cell.x + cell.width / 2, cell.y + cell.height * 0.66, cell.height * 0.46, std::string(text),
                      "#3a2a18", Words::Anchor::middle});
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 4 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A star and a cross distinguish a wildcard and a bomb from the discs of players.
void draw_sign(Drawing& out, Ink ink, double x, double y, double radius) {
  double const width = radius * 0.22;
  auto const ray = [&](double angle, double from, double to) {
    double const across = std::cos(angle), down = std::sin(angle);
    out.push_back(Line{x + from * across, y + from * down, x + to * across, y + to * down, "#fdfdfb", width});
  };
  constexpr double turn = 6.283185307179586;
  if (ink == Ink::Green)
    for (int i = 0; i < 5; ++i) ray(turn * (i / 5.0 - 0.25), 0, radius * 0.55);
  if (ink == Ink::Red)
    for (double const angle : {turn / 8, -turn / 8}) ray(angle, -radius * 0.45, radius * 0.45);
}

void put_cell(Drawing& out, Board const& board, Box const& cell, std::string_view text) {
  auto const* const piece = piece_of(board, text);
  if (text.empty() || (piece && !piece->drawn)) return;
  if (board.squares) out.push_back(Rectangle{cell, 0, "#d8d6a4", "#b3b07a"});
  double const x = cell.x + cell.width / 2, y = cell.y + cell.height / 2, radius = cell.width * 0.42;
  if (!piece) {
    if (is_number(text)) tile(out, cell, text);
  } else if (piece->ink == Ink::Faint) {
    out.push_back(Circle{x, y, radius * 0.3, "#cdbf9c"});
  } else if (piece->ink != Ink::Plain && !(piece->ink == Ink::Square && board.squares)) {
    out.push_back(Circle{x, y, radius, colour_of(piece->ink)});
    if (board.squares) draw_sign(out, piece->ink, x, y, radius);
  }
}

// A board in its place.
struct Laid {
  games::Seat seat = 0;  // whose it is, where each has one
  Cells cells;
  double left = 0, top = 0, unit = 0, across = 0;  // `across`: in cells, with the shift of rows
  bool shifts = false;

  Box cell(int row, int column) const {
    double const shift = shifts && (row + cells.shifted) % 2 != 0 ? 0.5 : 0.0;
    return {left + unit * (column + shift), top + unit * row, unit, unit};
  }
};

void lay(Laid& laid, Board const& board, Box const& box) {
  auto const& cells = laid.cells;
  laid.shifts = !board.shift.empty();
  laid.across = cells.across + (laid.shifts ? 0.5 : 0.0);
  laid.unit = std::min(box.width / laid.across, box.height / cells.down);
  laid.left = box.x + (box.width - laid.unit * laid.across) / 2;
  laid.top = box.y + (box.height - laid.unit * cells.down) / 2;
}

std::vector<Laid> lay_all(Board const& board, Json const& view, Box const& box) {
  std::vector<Laid> all;
  if (board.boards.empty()) {
    if (auto cells = cells_of(board, view, view)) all.push_back({0, std::move(*cells)});
  } else {
    auto const& boards = member_at(view, board.boards);
    for (std::size_t i = 0; boards.is_object() && i < boards.size(); ++i) {
      auto const seat = static_cast<games::Seat>(i);
      if (auto cells = cells_of(board, member_at(boards, games::seat_name(seat)), view))
        all.push_back({seat, std::move(*cells)});
    }
  }
  if (all.empty()) return all;
  auto const columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(all.size()))));
  auto const rows = (all.size() + columns - 1) / columns;
  double const width = (box.width - kApart * static_cast<double>(columns - 1)) / static_cast<double>(columns);
  double const height = (box.height - kApart * static_cast<double>(rows - 1)) / static_cast<double>(rows);
  for (std::size_t i = 0; i < all.size(); ++i)
    lay(all[i], board,
        {box.x + static_cast<double>(i % columns) * (width + kApart),
         box.y + static_cast<double>(i / columns) * (height + kApart), width, height});
  return all;
}

// Row and column of "c4" or "r5c0"; of the latter both count as the board's texts do.
std::optional<std::pair<int, int>> read_cell(Board const& board, std::string_view word) {
  auto const number = [](std::string_view digits) {
    bool const good = !digits.empty() && digits.size() < 3 &&
                      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    return good ? std::stoi(std::string(digits)) : -1000;
  };
  if (word.empty()) return std::nullopt;
  auto const c = word.find('c', 1);
  bool const named = word[0] == 'r' && c != word.npos;
  int const column = named ? number(word.substr(c + 1)) : word[0] - 'a';
  int const row = (named ? number(word.substr(1, c - 1)) : number(word.substr(1))) - board.first_row;
  if (row < 0 || column < 0) return std::nullopt;
  return std::pair{row, column};
}

void put_board(Drawing& out, Board const& board, Laid const& laid) {
  auto const& [seat, cells, left, top, unit, across, shifts] = laid;
  double const edge = std::min(10.0, unit / 4);
  out.push_back(Rectangle{{left - edge, top - edge, unit * across + 2 * edge, unit * cells.down + 2 * edge},
                          edge,
                          board.squares ? "#8a5a2f" : "#f7f1e1",
                          "#7d5129"});
  for (int row = 0; row < std::min(cells.down, static_cast<int>(cells.rows.size())); ++row) {
    auto const& texts = cells.rows[static_cast<std::size_t>(row)];
    for (std::size_t column = 0; column < texts.size(); ++column)
      put_cell(out, board, laid.cell(row, static_cast<int>(column)), texts[column]);
  }
}

}  // namespace

Json const& member_at(Json const& object, std::string_view path, std::string_view seat) {
  static Json const nothing;
  Json const* found = &object;
  while (!path.empty()) {
    auto const key = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), key.size() + 1));
    if (!found->is_object()) return nothing;
    auto const next = found->find(key == "$" ? seat : key);
    if (next == found->end()) return nothing;
    found = &*next;
  }
  return *found;
}

void draw_disc(Drawing& out, Board const& board, char letter, double x, double y, double radius) {
  if (auto const* const piece = piece_of(board, std::string_view(&letter, 1)))
    out.push_back(Circle{x, y, radius, colour_of(piece->ink)});
}

bool draw_board(Drawing& out, Board const& board, Json const& view, Box const& box) {
  auto const all = lay_all(board, view, box);
  for (auto const& laid : all) put_board(out, board, laid);
  return !all.empty();
}

std::vector<Box> cells_of_move(Board const& board, Json const& view, Box const& box, games::Seat seat,
                               Json const& move) {
  std::vector<Box> found;
  auto const all = lay_all(board, view, box);
  auto const laid =
      std::find_if(all.begin(), all.end(), [&](Laid const& one) { return board.boards.empty() || one.seat == seat; });
  if (laid == all.end()) return found;
  auto const add = [&](std::int64_t row, std::int64_t column) {
    if (row >= 0 && column >= 0 && row < laid->cells.down && column < laid->cells.across)
      found.push_back(laid->cell(static_cast<int>(row), static_cast<int>(column)));
  };
  if (auto const& cell = member_at(move, "cell"); cell.is_string())
    if (auto const place = read_cell(board, cell.get_ref<std::string const&>())) add(place->first, place->second);
  auto const count = std::min<std::int64_t>(number_or(member_at(move, "count"), 0), kMostCells);
  for (std::int64_t i = 0; i < count; ++i)
    add(number_or(member_at(move, "row"), -1), number_or(member_at(move, "from"), -1) + i);
  if (auto const tile = number_or(member_at(move, "tile"), 0); tile > 0)
    for (std::size_t row = 0; row < laid->cells.rows.size(); ++row)
      for (std::size_t column = 0; column < laid->cells.rows[row].size(); ++column)
        if (laid->cells.rows[row][column] == std::to_string(tile))
          add(static_cast<std::int64_t>(row), static_cast<std::int64_t>(column));
  return found;
}

}  // namespace engawa::record
