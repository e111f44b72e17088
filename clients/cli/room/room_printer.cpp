#include "clients/cli/room/room_printer.hpp"

#include <nlohmann/json.hpp>

#include "clients/cli/board/board_picture.hpp"

namespace engawa::cli {

void RoomPrinter::print_json(Change const& change, std::optional<int> me) const {
  Json line{{"seq", change.seq}, {"room", connection_.document()}};
  if (!change.by.empty()) line["by"] = change.by;
  if (change.move != nullptr) line["move"] = *change.move;
  if (!change.snapshot) line["events"] = change.events;
  if (me) line["you"] = "s" + std::to_string(*me);
  output_.data(line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void RoomPrinter::print_chat(Table const& table) {
  for (auto const& row : table.chat) {
    if (row.seq <= chat_seen_) continue;
    chat_seen_ = row.seq;
    output_.line("[" + isolated(row.who) + "] " + isolated(row.text));
  }
}

Look RoomPrinter::look(Table const& table, std::optional<int> me) const {
  return {table, me, output_.phrases(), table.game_time(connection_.server_now())};
}

void RoomPrinter::past(std::vector<PastLine> const& lines) const {
  if (lines.empty()) return;
  output_.line(output_.phrases()(texts::so_far));
  for (auto const& line : lines) output_.line("  " + line.text);
}

void RoomPrinter::board(Table const& table, std::optional<int> me) const {
  for (auto const& line : board_lines(look(table, me))) output_.line(line);
  output_.line(output_.phrases().scores(table, me));
}

void RoomPrinter::result(Table const& table, std::optional<int> me) const {
  for (auto const& line : output_.phrases().result(table, me)) output_.line(line);
}

void RoomPrinter::print(Table const& table, Change const& change, std::optional<int> me) {
  if (output_.json()) return print_json(change, me);
  auto const& say = output_.phrases();
  if (change.other_history) chat_seen_ = 0;
  if (change.snapshot && !seen_any_) {
    for (auto const& line : say.lobby(table, me)) output_.line(line);
    if (table.ply >= 0) board(table, me);
  }
  if (change.snapshot && seen_any_) output_.line(say(texts::room_now));
  if (change.snapshot && seen_any_) board(table, me);
  seen_any_ = true;
  auto const sentences = say.events(table, change.events, me);
  for (auto const& sentence : sentences) output_.line(sentence);
  print_chat(table);
}

}  // namespace engawa::cli
