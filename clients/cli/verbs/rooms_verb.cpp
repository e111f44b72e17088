// `rooms`: the public rooms, as a table or as one JSON object per line.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "clients/cli/net/http.hpp"
#include "clients/cli/room/entry.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

std::string seats_of(Json const& room, Phrases const& say) {
  std::string list;
  auto const seats = room.find("seats");
  for (auto const& [kind, word] : texts::seat_kinds) {
    auto const count = seats == room.end() ? 0 : number(*seats, kind);
    if (count > 0) list += (list.empty() ? "" : ", ") + std::to_string(count) + " " + say(word);
  }
  return list;
}

using Row = std::array<std::string, 5>;

// Each column is as wide as its widest entry.
void print_rows(Output const& output, std::vector<Row> const& rows) {
  std::array<int, 4> columns{};
  for (auto const& row : rows)
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = std::max(columns[i], width(row[i]) + 2);
  for (auto const& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) line += pad(row[i], columns[i]);
    output.line(line + row.back());
  }
}

void print_table(Output const& output, Json const& list) {
  auto const& say = output.phrases();
  if (list.empty()) return output.note(say(texts::no_rooms));
  auto const head = say.all(texts::rooms_head);
  std::vector<Row> rows{{head[0], head[1], head[2], head[3], head[4]}};
  for (auto const& room : list)
    rows.push_back({text(room, "code"), say.game(read_table(room)), text(room, "phase"), isolated(text(room, "host")),
                    seats_of(room, say)});
  print_rows(output, rows);
}

bool is_word(std::string const& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

}  // namespace

int rooms(Options const& options, Output const& output) {
  auto const address = server_address(options, options.server);
  if (!address) return output.fail(address.error());
  if (!is_word(options.game) || !is_word(options.phase))
    return output.fail({Exit::Usage, "usage", "--game and --phase are names of letters, digits, _ and -"});
  std::string target = "/api/rooms";
  if (!options.game.empty()) target += "?game=" + options.game;
  if (!options.phase.empty()) target += (options.game.empty() ? "?phase=" : "&phase=") + options.phase;
  auto const answer = http_call(*address, {target, std::nullopt, ""}, answer_limit(options));
  if (!answer) return output.fail(answer.error());
  auto const list = answer->find("rooms");
  if (list == answer->end() || !list->is_array())
    return output.fail({Exit::Other, "bad_json", "what answers at " + address->authority() + " is no Engawa server"});
  if (!output.json())
    print_table(output, *list);
  else
    for (auto const& room : *list) output.data(room.dump(-1, ' ', false, Json::error_handler_t::replace));
  return 0;
}

}  // namespace engawa::cli
