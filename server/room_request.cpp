#include "server/room_request.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/catalog.hpp"
#include "server/secrets.hpp"

namespace engawa::server {
namespace {

using Chair = RoomSetup::Chair;

Result<void> read_game(Json const& body, RoomSetup& setup, games::GameEntry const*& game, Json& options) {
  if (!body.is_object()) return refuse("bad_message", "the body must be a JSON object");
  auto const id = read_string(body, "game", 32);
  if (!id) return id.error();
  if (!*id) return refuse("bad_message", "game is missing: the id of a game of GET /api/games");
  game = games::find_game(**id);
  if (!game) return refuse("bad_message", "there is no game \"" + **id + "\"");
  auto const given = body.find("options");
  if (given != body.end() && !given->is_object()) return refuse("bad_message", "options must be an object");
  auto normal = game->normalise(given == body.end() ? Json::object() : *given);
  if (!normal) return normal.error();
  options = std::move(*normal);
  setup.game = **id;
  setup.options = options.dump();
  return {};
}

Result<std::string> read_word(Json const& body, char const* key, std::string const& first, std::string const& second) {
  auto const word = read_string(body, key, 16);
  if (!word) return word.error();
  if (!*word) return first;
  if (**word == first || **word == second) return **word;
  return refuse("bad_message", std::string(key) + " must be \"" + first + "\" or \"" + second + "\"");
}

Result<void> read_clock(Json const& body, games::Info const& info, RoomSetup& setup) {
  auto const clock = body.find("clock");
  if (info.simultaneous) setup.clock_ms = 0;
  if (clock == body.end()) return {};
  if (!clock->is_object())
    return refuse("bad_message", "clock must be an object such as {\"kind\":\"move\",\"limit_ms\":60000}");
  auto const kind = read_word(*clock, "kind", "move", "none");
  if (!kind) return kind.error();
  if (*kind == "none") {
    setup.clock_ms = 0;
    return {};
  }
  if (info.simultaneous)
    return refuse("bad_message", "in this game everybody plays at once: there is no clock per move");
  auto const limit = read_int(*clock, "limit_ms", 3000, 3600000);
  if (!limit) return limit.error();
  setup.clock_ms = limit->value_or(setup.clock_ms > 0 ? setup.clock_ms : 60000);
  return {};
}

Result<Chair> read_bot(Json const& json, games::Info const& info) {
  if (!json.is_object())
    return refuse("bad_message", "a seat must be \"me\", \"open\", \"closed\" or {\"bot\":\"...\",\"level\":1}");
  auto const id = read_string(json, "bot", 32);
  if (!id) return id.error();
  auto const bot =
      std::find_if(info.bots.begin(), info.bots.end(), [&](games::BotInfo const& b) { return *id && b.id == **id; });
  if (bot == info.bots.end()) return refuse("bad_message", "this game has no bot \"" + id->value_or("") + "\"");
  auto const level = read_int(json, "level", 1, bot->levels);
  if (!level) return level.error();
  return Chair{Chair::Kind::bot, std::string(bot->id), static_cast<int>(level->value_or(1))};
}

Result<Chair> read_chair(Json const& json, games::Info const& info, bool has_maker) {
  if (!json.is_string()) return read_bot(json, info);
  auto const& word = json.get_ref<std::string const&>();
  if (word == "open") return Chair{Chair::Kind::open, {}, 0};
  if (word == "closed") return Chair{Chair::Kind::closed, {}, 0};
  if (word != "me")
    return refuse("bad_message", "a seat must be \"me\", \"open\", \"closed\" or {\"bot\":\"...\",\"level\":1}");
  if (!has_maker) return refuse("unauthenticated", "a seat can be kept for you only when you send your token");
  return Chair{Chair::Kind::maker, {}, 0};
}

std::vector<Chair> default_chairs(games::GameEntry const& game, Json const& options, bool has_maker) {
  std::vector<Chair> chairs;
  for (auto const& seat : game.table(options))
    chairs.push_back(seat.bot.empty() ? Chair{Chair::Kind::open, {}, 0}
                                      : Chair{Chair::Kind::bot, std::string(seat.bot), seat.level});
  if (has_maker && !chairs.empty()) chairs.front() = Chair{Chair::Kind::maker, {}, 0};
  return chairs;
}

Result<void> read_chairs(Json const& body, games::Info const& info, bool has_maker, RoomSetup& setup) {
  auto const seats = body.find("seats");
  if (seats == body.end()) return {};
  if (!seats->is_array() || seats->size() > setup.chairs.size())
    return refuse("bad_message", "seats must be a list of at most " + std::to_string(setup.chairs.size()) + " seats");
  int mine = 0;
  for (std::size_t i = 0; i < seats->size(); ++i) {
    auto chair = read_chair((*seats)[i], info, has_maker);
    if (!chair) return chair.error();
    mine += chair->kind == Chair::Kind::maker;
    if (i > 0 && chair->kind == Chair::Kind::maker && setup.chairs[0].kind == Chair::Kind::maker)
      setup.chairs[0] = Chair{Chair::Kind::open, {}, 0};
    setup.chairs[i] = std::move(*chair);
  }
  if (mine > 1) return refuse("bad_message", "\"me\" can be one seat only");
  return {};
}

RoomSetup fresh_setup(std::optional<Guest> const& maker, Config const& config, std::int64_t now) {
  RoomSetup setup;
  setup.code = random_room_code();
  setup.seed = random_number();
  setup.created_at = now;
  setup.clock_ms = config.clock_ms;
  setup.bot_delay_ms = config.bot_delay_ms;
  if (maker) {
    setup.maker = maker->id;
    setup.maker_nick = maker->nick;
  }
  return setup;
}

Json text_json(games::Text const& text) { return {{"en", text.en}, {"ja", text.ja}}; }

}  // namespace

Result<RoomSetup> read_room_request(Json const& body, std::optional<Guest> const& maker, Config const& config,
                                    std::int64_t now) {
  auto setup = fresh_setup(maker, config, now);
  games::GameEntry const* game = nullptr;
  Json options;
  if (auto const read = read_game(body, setup, game, options); !read) return read.error();
  setup.chairs = default_chairs(*game, options, maker.has_value());
  if (auto const read = read_chairs(body, game->info(), maker.has_value(), setup); !read) return read.error();
  if (auto const read = read_clock(body, game->info(), setup); !read) return read.error();
  auto const visibility = read_word(body, "visibility", "public", "private");
  if (!visibility) return visibility.error();
  setup.is_public = *visibility == "public";
  auto const start = read_word(body, "start", "host", "full");
  if (!start) return start.error();
  setup.start_when_full = *start == "full";
  auto const delay = read_int(body, "bot_delay_ms", 0, 10000);
  if (!delay) return delay.error();
  setup.bot_delay_ms = delay->value_or(setup.bot_delay_ms);
  return setup;
}

Result<RoomSetup> read_play_request(Json const& body, Guest const& maker, Config const& config, std::int64_t now) {
  auto setup = fresh_setup(maker, config, now);
  games::GameEntry const* game = nullptr;
  Json options;
  if (auto const read = read_game(body, setup, game, options); !read) return read.error();
  setup.chairs = default_chairs(*game, options, true);
  for (auto& chair : setup.chairs)
    if (chair.kind == Chair::Kind::open)
      chair = {Chair::Kind::bot, std::string(game->info().stand_in), game->info().stand_in_level};
  setup.start_when_full = true;
  if (game->info().simultaneous) setup.clock_ms = 0;
  return setup;
}

std::string catalog_json() {
  auto games = Json::array();
  for (auto const& entry : games::catalog()) {
    auto const& info = entry.info();
    auto presets = Json::array();
    for (auto const& preset : info.presets)
      presets.push_back({{"id", preset.id}, {"title", text_json(preset.title)}, {"seats", preset.seats}});
    auto bots = Json::array();
    for (auto const& bot : info.bots)
      bots.push_back({{"id", bot.id}, {"title", text_json(bot.title)}, {"levels", bot.levels}});
    games.push_back({{"id", info.id},
                     {"title", text_json(info.title)},
                     {"simultaneous", info.simultaneous},
                     {"seats", {{"min", info.min_seats}, {"max", info.max_seats}}},
                     {"presets", std::move(presets)},
                     {"bots", std::move(bots)},
                     {"options", Json::parse(info.options_schema)}});
  }
  return Json{{"games", std::move(games)}}.dump();
}

}  // namespace engawa::server
