// `bots`: the bots of the server, as a table or as one JSON object per line.
#include <nlohmann/json.hpp>

#include "clients/cli/room/entry.hpp"
#include "clients/cli/room/roster.hpp"
#include "clients/cli/verbs/verbs.hpp"

namespace engawa::cli {
namespace {

Json bot_json(BotRow const& bot) {
  return {{"game", bot.game},
          {"bot", bot.id},
          {"title", bot.title},
          {"about", bot.about},
          {"first_level", bot.first_level},
          {"levels", bot.levels}};
}

}  // namespace

int bots(Options const& options, Output const& output) {
  auto const address = server_address(options, options.server);
  if (!address) return output.fail(address.error());
  auto const rows = fetch_bots(*address, options.game, options.language(), answer_limit(options));
  if (!rows) return output.fail(rows.error());
  if (output.json())
    for (auto const& row : *rows) output.data(bot_json(row).dump(-1, ' ', false, Json::error_handler_t::replace));
  else
    for (auto const& line : bot_lines(*rows, options.game.empty(), output.columns(), output.phrases()))
      output.line(line);
  return 0;
}

}  // namespace engawa::cli
