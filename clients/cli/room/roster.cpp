#include "clients/cli/room/roster.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clients/cli/net/http.hpp"
#include "clients/cli/text/fields.hpp"
#include "clients/console/text.hpp"

namespace engawa::cli {
namespace {

std::string in_language(Json const& text_json, Lang lang) { return text(text_json, lang == Lang::Ja ? "ja" : "en"); }

int level_at(Json const& bot, char const* key) {
  return static_cast<int>(std::clamp<std::int64_t>(number(bot, key, 1), 1, 99));
}

// As wide as the widest name.
template <typename Text>
int widest(std::vector<BotRow> const& bots, std::string_view head, Text const& text_of) {
  int columns = width(head);
  for (auto const& bot : bots) columns = std::max(columns, width(text_of(bot)));
  return columns + 2;
}

}  // namespace

std::string BotRow::level_range() const {
  auto const first = std::to_string(first_level);
  if (levels > 1) return first + "-" + std::to_string(first_level + levels - 1);
  return first_level > 1 ? first : "";
}

std::vector<BotRow> read_bots(Json const& catalog, std::string_view game, Lang lang) {
  std::vector<BotRow> rows;
  for (auto const& entry : at(catalog, "games")) {
    auto const id = text(entry, "id");
    if (!game.empty() && id != game) continue;
    for (auto const& bot : at(entry, "bots"))
      rows.push_back({id, text(bot, "id"), in_language(at(bot, "title"), lang), in_language(at(bot, "about"), lang),
                      level_at(bot, "first_level"), level_at(bot, "levels")});
  }
  return rows;
}

Outcome<std::vector<BotRow>> fetch_bots(Address const& address, std::string_view game, Lang lang, Millis limit) {
  auto const catalog = http_call(address, {"/api/games", std::nullopt, ""}, limit);
  if (!catalog) return catalog.error();
  if (!at(*catalog, "games").is_array())
    return Failure{Exit::Other, "bad_json", "what answers at " + address.authority() + " is no Engawa server"};
  auto rows = read_bots(*catalog, game, lang);
  if (!rows.empty()) return rows;
  std::string names;
  for (auto const& entry : at(*catalog, "games")) names += " " + text(entry, "id");
  return Failure{Exit::Usage, "usage", "the server has no game of that name; it has" + names};
}

std::vector<std::string> bot_lines(std::vector<BotRow> const& bots, bool games, int columns, Phrases const& say) {
  auto const words = say.all(texts::bots_head);
  BotRow const head{words[0], words[1], words[3], words[4]};
  auto const& levels = words[2];
  int const game_columns = widest(bots, head.game, [](BotRow const& bot) { return bot.game; });
  int const id_columns = widest(bots, head.id, [](BotRow const& bot) { return bot.id; });
  int const level_columns = widest(bots, levels, [](BotRow const& bot) { return bot.level_range(); });
  int const title_columns = widest(bots, head.title, [](BotRow const& bot) { return bot.title; });
  std::vector<std::string> lines;
  auto const add = [&](BotRow const& bot, std::string const& range) {
    auto line = (games ? pad(bot.game, game_columns) : "") + pad(bot.id, id_columns) + pad(range, level_columns) +
                pad(bot.title, title_columns);
    int const indent = width(line);
    auto const parts = columns > indent + 20 ? wrap(bot.about, columns - indent) : std::vector{bot.about};
    for (std::size_t i = 0; i < parts.size(); ++i)
      lines.push_back((i == 0 ? line : std::string(static_cast<std::size_t>(indent), ' ')) + parts[i]);
    if (parts.empty()) lines.push_back(line);
  };
  add(head, levels);
  for (auto const& bot : bots) add(bot, bot.level_range());
  return lines;
}

}  // namespace engawa::cli
