// `rooms`: the public rooms, as a table or as one JSON object a line.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/entry.hpp"
#include "clients/cli/fields.hpp"
#include "clients/cli/http.hpp"
#include "clients/cli/verbs.hpp"

namespace engawa::cli {
namespace {

std::string seats_of(Json const& room, Phrases const& say) {
  std::string list;
  auto const seats = room.find("seats");
  auto const add = [&](char const* key, std::string_view en, std::string_view ja) {
    if (seats == room.end() || !seats->is_object()) return;
    auto const number = read_int(*seats, key, 0, 1000);
    if (!number || !*number || **number == 0) return;
    list += (list.empty() ? "" : ", ") + std::to_string(**number) + " " + say(en, ja);
  };
  add("human", "human", "人");
  add("bot", "bot", "ボット");
  add("open", "open", "空席");
  add("closed", "closed", "閉");
  return list;
}

void print_row(Output const& output, std::string const& code, std::string const& game, std::string const& phase,
               std::string const& host, std::string const& seats) {
  output.line(pad(code, 10) + pad(game, 20) + pad(phase, 10) + pad(host, 18) + seats);
}

void print_table(Output const& output, Json const& list) {
  auto const& say = output.phrases();
  if (list.empty()) return output.note(say("no public rooms at the moment", "公開の部屋はありません"));
  auto const word = [&](std::string_view en, std::string_view ja) { return say(en, ja); };
  print_row(output, word("ROOM", "部屋"), word("GAME", "ゲーム"), word("PHASE", "状態"), word("HOST", "ホスト"),
            word("SEATS", "席"));
  for (auto const& room : list) {
    auto game = text(room, "game");
    if (auto const options = room.find("options"); options != room.end() && options->is_object())
      if (auto const preset = text(*options, "preset"); !preset.empty()) game += " " + preset;
    print_row(output, text(room, "code"), game, text(room, "phase"), text(room, "host"), seats_of(room, say));
  }
}

bool is_word(std::string const& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; });
}

}  // namespace

int rooms(Options const& options, Output const& output) {
  auto const address = parse_address(options.server);
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
    for (auto const& room : *list) output.line(room.dump());
  return 0;
}

}  // namespace engawa::cli
