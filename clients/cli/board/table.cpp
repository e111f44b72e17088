#include "clients/cli/board/table.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "clients/cli/board/board.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/console/text.hpp"
#include "games/catalog.hpp"

namespace engawa::cli {
namespace {

std::vector<int> seat_list(std::string const& names) {
  std::vector<int> seats;
  for (auto const& name : words(names))
    if (auto const seat = seat_number(name)) seats.push_back(*seat);
  return seats;
}

// The level is omitted if the bot has only one and is on no ladder with other bots.
void describe_bot(std::string_view game, SeatRow& row) {
  auto const* const entry = games::find_game(game);
  if (entry == nullptr) return;
  for (auto const& bot : entry->info().bots) {
    if (bot.id != row.who) continue;
    row.title = bot.title;
    if (bot.last_level() == 1 && row.level == 1) row.level = 0;
  }
}

void describe_game(Table& table) {
  auto const* const entry = games::find_game(table.game);
  if (entry == nullptr) return;
  table.game_title = entry->info().title;
  for (auto const& preset : entry->info().presets)
    if (preset.id == table.preset) table.preset_title = preset.title;
}

SeatRow read_seat(Json const& seat, std::string_view game) {
  SeatRow row;
  row.kind = text(seat, "kind");
  row.guest = text(seat, "guest");
  row.who = row.kind == "bot" ? text(seat, "bot") : text(seat, "nick");
  row.level = static_cast<int>(number(seat, "level"));
  row.online = flag(seat, "online");
  row.stand_in = flag(seat, "stand_in");
  row.left = flag(seat, "left");
  row.resigned = flag(seat, "resigned");
  row.program = at(seat, "program").is_object();
  if (row.kind == "bot") describe_bot(game, row);
  return row;
}

std::vector<SeatRow> read_seats(Json const& room) {
  std::vector<SeatRow> rows;
  auto const& seats = at(room, "seats");
  for (std::size_t i = 0; seats.is_object() && i < seats.size(); ++i)
    rows.push_back(read_seat(at(seats, "s" + std::to_string(i)), text(room, "game")));
  if (auto const& view = at(room, "view"); view.is_object()) describe_seats(text(room, "game"), view, rows);
  return rows;
}

ClockRow read_clock(Json const& clock) {
  ClockRow row;
  row.kind = text(clock, "kind");
  row.running = seat_number(text(clock, "running"));
  auto const& left = at(clock, "left");
  if (left.is_object())
    for (auto const& [name, value] : left.items())
      if (auto const seat = seat_number(name); seat && value.is_number_integer())
        row.left_ms[*seat] = value.get<std::int64_t>();
  row.at_ms = number(clock, "at");
  if (row.kind == "byoyomi") {
    row.period_ms = std::clamp<std::int64_t>(number(clock, "period_ms"), 0, INT32_MAX);
    row.periods = std::clamp<std::int64_t>(number(clock, "periods"), 0, 1000);
  }
  return row;
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
  standing.record = text(result, "record");
  return standing;
}

std::vector<ChatRow> read_chat(Json const& chat) {
  std::vector<ChatRow> rows;
  if (!chat.is_object()) return rows;
  for (auto const& [key, entry] : chat.items()) {
    ChatRow row{.seq = 0, .guest = text(entry, "guest"), .who = text(entry, "nick"), .text = text(entry, "text")};
    if (key.size() > 1) std::from_chars(key.data() + 1, key.data() + key.size(), row.seq);
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end(), [](ChatRow const& a, ChatRow const& b) { return a.seq < b.seq; });
  return rows;
}

std::map<std::string, std::string> read_people(Json const& json) {
  std::map<std::string, std::string> people;
  if (!json.is_object()) return people;
  for (auto const& [guest, nick] : json.items())
    if (nick.is_string()) people[guest] = harmless(nick.get<std::string>());
  return people;
}

}  // namespace

std::optional<std::int64_t> ClockRow::left_of(int seat, std::int64_t server_now) const {
  auto const left = left_ms.find(seat);
  if (left == left_ms.end()) return std::nullopt;
  auto const used = running == seat ? std::max<std::int64_t>(0, server_now - at_ms) : 0;
  return std::max<std::int64_t>(0, left->second - used);
}

std::optional<ClockFace> ClockRow::face_of(int seat, std::int64_t server_now) const {
  constexpr std::int64_t kLow = 10000;
  auto const left = left_of(seat, server_now);
  if (!left) return std::nullopt;
  auto const main = *left - periods * period_ms;
  if (main > 0 || period_ms <= 0) return ClockFace{main, 0, main < kLow};
  auto const begun = std::max<std::int64_t>(1, (*left + period_ms - 1) / period_ms);
  auto const rest = *left - (begun - 1) * period_ms;
  return ClockFace{rest, begun, rest < std::min(kLow, period_ms / 2)};
}

bool Table::acts(int seat) const { return std::find(to_act.begin(), to_act.end(), seat) != to_act.end(); }

bool Table::my_turn(std::optional<int> seat) const {
  if (!playing() || !seat || !acts(*seat)) return false;
  auto const& row = seats[static_cast<std::size_t>(*seat)];
  return !row.resigned && !row.left;
}

std::int64_t Table::game_time(std::int64_t server_now) const {
  return elapsed_ms + (elapsed_at ? std::max<std::int64_t>(0, server_now - *elapsed_at) : 0);
}

Json const& Table::view() const {
  static Json const nothing;
  return view_json ? *view_json : nothing;
}

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
  describe_game(table);
  table.phase = text(room, "phase");
  table.host = text(room, "host");
  table.starts_itself = text(room, "start") == "full";
  table.round = number(room, "round");
  table.seats = read_seats(room);
  table.joinable = text(at(room, "settings"), "join") == "bots";
  table.kicked = read_people(at(room, "kicked"));
  table.muted = read_people(at(room, "muted"));
  table.clock = read_clock(at(room, "clock"));
  table.ply = number(room, "ply", -1);
  table.to_act = seat_list(text(room, "to_act"));
  table.legal = text(room, "legal");
  auto const& elapsed = at(room, "elapsed");
  table.elapsed_ms = number(elapsed, "ms");
  if (at(elapsed, "at").is_number_integer()) table.elapsed_at = number(elapsed, "at");
  if (auto const& view = at(room, "view"); view.is_object()) table.view_json = std::make_shared<Json const>(view);
  table.result = read_result(at(room, "result"));
  table.chat = read_chat(at(room, "chat"));
  return table;
}

std::string seat_label(int seat) { return std::to_string(seat + 1); }

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
