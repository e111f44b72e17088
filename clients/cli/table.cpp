#include "clients/cli/table.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "clients/cli/text.hpp"

namespace engawa::cli {
namespace {

Json const& at(Json const& object, char const* key) {
  static Json const nothing;
  if (!object.is_object()) return nothing;
  auto const found = object.find(key);
  return found == object.end() ? nothing : *found;
}

std::string text(Json const& object, char const* key) {
  auto const& value = at(object, key);
  return value.is_string() ? harmless(value.get_ref<std::string const&>()) : std::string();
}

std::int64_t number(Json const& object, char const* key, std::int64_t otherwise = 0) {
  if (!object.is_object()) return otherwise;
  auto const value = read_int(object, key, INT64_MIN, INT64_MAX);
  return value && *value ? **value : otherwise;
}

bool flag(Json const& object, char const* key) {
  auto const& value = at(object, key);
  return value.is_boolean() && value.get<bool>();
}

std::vector<int> seat_list(std::string const& names) {
  std::vector<int> seats;
  for (auto const& name : words(names))
    if (auto const seat = seat_number(name)) seats.push_back(*seat);
  return seats;
}

SeatRow read_seat(Json const& seat) {
  SeatRow row;
  row.kind = text(seat, "kind");
  row.guest = text(seat, "guest");
  row.who = row.kind == "bot" ? text(seat, "bot") : text(seat, "nick");
  row.level = static_cast<int>(number(seat, "level"));
  row.online = flag(seat, "online");
  row.stand_in = flag(seat, "stand_in");
  row.resigned = flag(seat, "resigned");
  return row;
}

// Numbered things are keyed s0, s1, ... and r1, r2, ...; ten sorts before two in JSON, so they are asked for by name.
std::vector<SeatRow> read_seats(Json const& room) {
  std::vector<SeatRow> rows;
  auto const& seats = at(room, "seats");
  auto const& view = at(room, "view");
  auto const compete = at(view, "compete").is_string() ? seat_list(text(view, "compete")) : std::vector<int>{};
  for (int i = 0; seats.is_object() && i < static_cast<int>(seats.size()); ++i) {
    auto const name = "s" + std::to_string(i);
    auto row = read_seat(at(seats, name.c_str()));
    auto const color = text(at(view, "colors"), name.c_str());
    row.color = color.size() == 1 ? color[0] : '\0';
    auto const& score = at(view, "score");
    if (at(score, name.c_str()).is_number_integer()) row.score = number(score, name.c_str());
    row.competes = compete.empty() || std::find(compete.begin(), compete.end(), i) != compete.end();
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> read_rows(Json const& view) {
  std::vector<std::string> board;
  auto const& rows = at(view, "rows");
  for (std::size_t i = 1; rows.is_object() && i <= rows.size(); ++i)
    board.push_back(text(rows, ("r" + std::to_string(i)).c_str()));
  return board;
}

ClockRow read_clock(Json const& clock) {
  ClockRow row;
  row.limited = text(clock, "kind") == "move";
  row.limit_ms = number(clock, "limit_ms");
  row.running = seat_number(text(clock, "running"));
  row.left_ms = number(clock, "left");
  row.at_ms = number(clock, "at");
  return row;
}

// Cells as one reads: row by row. What is no cell comes last.
bool reads_before(std::string const& a, std::string const& b) {
  auto const place = [](std::string const& name) {
    auto const cell = parse_cell(name);
    return cell ? cell->row * 100 + cell->column : 1 << 20;
  };
  return std::pair(place(a), a) < std::pair(place(b), b);
}

std::optional<Standing> read_result(Json const& result) {
  if (!result.is_object()) return std::nullopt;
  Standing standing;
  for (auto const& entry : at(result, "ranking"))
    if (auto const seat = seat_number(text(entry, "seat")))
      standing.ranking.push_back({*seat, number(entry, "rank"), number(entry, "score")});
  standing.reason = text(result, "reason");
  standing.draw = flag(result, "draw");
  standing.winner = seat_number(text(result, "winner"));
  return standing;
}

std::vector<ChatRow> read_chat(Json const& chat) {
  std::vector<ChatRow> rows;
  if (!chat.is_object()) return rows;
  for (auto const& [key, entry] : chat.items()) {
    ChatRow row{.seq = 0, .who = text(entry, "nick"), .text = text(entry, "text")};
    if (key.size() > 1) std::from_chars(key.data() + 1, key.data() + key.size(), row.seq);
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end(), [](ChatRow const& a, ChatRow const& b) { return a.seq < b.seq; });
  return rows;
}

}  // namespace

bool Table::acts(int seat) const { return std::find(to_act.begin(), to_act.end(), seat) != to_act.end(); }

bool Table::is_legal(std::string_view move) const { return std::find(legal.begin(), legal.end(), move) != legal.end(); }

std::optional<int> Table::seat_of(std::string_view guest) const {
  for (std::size_t i = 0; i < seats.size(); ++i)
    if (!guest.empty() && seats[i].guest == guest) return static_cast<int>(i);
  return std::nullopt;
}

Table read_table(Json const& room) {
  Table table;
  table.code = text(room, "code");
  table.game = text(room, "game");
  table.preset = text(at(room, "options"), "preset");
  table.phase = text(room, "phase");
  table.host = text(room, "host");
  table.starts_itself = text(room, "start") == "full";
  table.round = number(room, "round");
  table.seats = read_seats(room);
  table.clock = read_clock(at(room, "clock"));
  table.ply = number(room, "ply", -1);
  table.to_act = seat_list(text(room, "to_act"));
  table.legal = words(text(room, "legal"));
  std::sort(table.legal.begin(), table.legal.end(), reads_before);
  auto const& view = at(room, "view");
  table.rows = read_rows(view);
  table.last = text(view, "last");
  table.view = view.is_object() ? view.dump() : "";
  table.result = read_result(at(room, "result"));
  table.chat = read_chat(at(room, "chat"));
  return table;
}

std::optional<int> seat_number(std::string_view name) {
  int number = 0;
  if (name.size() < 2 || name.size() > 3 || name[0] != 's') return std::nullopt;
  auto const [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number;
}

std::optional<Cell> parse_cell(std::string_view name) {
  if (name.size() < 2 || name.size() > 3) return std::nullopt;
  int row = 0;
  auto const [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), row);
  int const column = (name[0] | 0x20) - 'a';
  if (error != std::errc{} || end != name.data() + name.size() || row < 1 || column < 0 || column > 25)
    return std::nullopt;
  return Cell{column, row - 1};
}

std::string cell_name(Cell cell) { return static_cast<char>('a' + cell.column) + std::to_string(cell.row + 1); }

}  // namespace engawa::cli
