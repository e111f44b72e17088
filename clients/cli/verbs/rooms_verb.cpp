// `rooms`: the public rooms, as a table or as one JSON object a line.
#include <algorithm>
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

void print_row(Output const& output, std::string const& code, std::string const& game, std::string const& phase,
               std::string const& host, std::string const& seats) {
  output.line(pad(code, 10) + pad(game, 20) + pad(phase, 10) + pad(host, 18) + seats);
}

void print_table(Output const& output, Json const& list) {
  auto const& say = output.phrases();
  if (list.empty()) return output.note(say(texts::no_rooms));
  auto const head = say.all(texts::rooms_head);
  print_row(output, head[0], head[1], head[2], head[3], head[4]);
  for (auto const& room : list) {
    auto game = text(room, "game");
    if (auto const options = room.find("options"); options != room.end() && options->is_object())
      if (auto const preset = text(*options, "preset"); !preset.empty()) game += " " + preset;
    print_row(output, text(room, "code"), game, text(room, "phase"), isolated(text(room, "host")), seats_of(room, say));
  }
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
