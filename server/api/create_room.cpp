#include "server/api/create_room.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "games/catalog.hpp"
#include "server/api/room_settings.hpp"
#include "server/ops/secrets.hpp"
#include "server/room/bot_pace.hpp"

namespace engawa::server {
namespace {

using Chair = RoomSetup::Chair;

constexpr std::int64_t kCountdownMs = 3000;  // 3, 2, 1

struct GameChoice {
  games::GameEntry const* entry = nullptr;
  Json options;
};

Result<GameChoice> read_game(Json const& body) {
  if (!body.is_object()) return refuse("bad_message", "the body must be a JSON object");
  auto const id = read_string(body, "game", 32);
  if (!id) return id.error();
  if (!*id) return refuse("bad_message", "game is missing: the id of a game of GET /api/games");
  auto const* const game = games::find_game(**id);
  if (!game) return refuse("bad_message", "there is no game \"" + **id + "\"");
  auto const given = body.find("options");
  if (given != body.end() && !given->is_object()) return refuse("bad_message", "options must be an object");
  auto normal = game->normalise(given == body.end() ? Json::object() : *given);
  if (!normal) return normal.error();
  return GameChoice{game, std::move(*normal)};
}

Result<Chair> read_bot_chair(Json const& json, games::Info const& info) {
  if (!json.is_object())
    return refuse("bad_message", "a seat must be \"me\", \"open\", \"closed\" or {\"bot\":\"...\",\"level\":1}");
  auto bot = read_bot(json, info);
  if (!bot) return bot.error();
  return Chair{Chair::Kind::bot, std::move(bot->bot), bot->level};
}

Result<Chair> read_chair(Json const& json, games::Info const& info, bool has_maker) {
  if (!json.is_string()) return read_bot_chair(json, info);
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

// The server's default clock; simultaneous games have no turn clock.
RoomSetup room_of(GameChoice const& choice, std::optional<Guest> const& maker, Config const& config, std::int64_t now) {
  auto const& info = choice.entry->info();
  RoomSetup setup;
  setup.game = info.id;
  setup.options = choice.options.dump();
  setup.chairs = default_chairs(*choice.entry, choice.options, maker.has_value());
  setup.code = random_room_code();
  setup.seed = random_seed();
  setup.created_at = now;
  if (config.clock_ms > 0 && !info.simultaneous) setup.clock = {ClockKind::move, config.clock_ms, 0};
  setup.grace_ms = config.grace_ms;
  setup.fair_start = true;
  setup.bot_delay_ms = config.bot_delay_ms;
  if (maker) {
    setup.maker = maker->id;
    setup.maker_nick = maker->nick;
  }
  return setup;
}

// Only one person can play in the room, so no other player waits, and there is no clock unless requested.
bool against_bots_alone(RoomSetup const& setup) {
  // At most one seat can be the creator's.
  auto const is_open = [](Chair const& chair) { return chair.kind == Chair::Kind::open; };
  return !setup.join_bots && std::none_of(setup.chairs.begin(), setup.chairs.end(), is_open);
}

Json text_json(games::Text const& text) { return {{"en", text.en}, {"ja", text.ja}}; }

// The game's own texts for the terminal, for clients without texts for it.
Json sentences_json(std::span<games::terminal::Sentence const> sentences) {
  auto texts = Json::object();
  for (auto const& sentence : sentences) texts[std::string(sentence.id)] = text_json(sentence.text);
  return texts;
}

// The bots of the rung, and one stronger bot: a player who climbs meets one new opponent at a time.
void seat_rung(games::Info const& info, std::int64_t rung, RoomSetup& setup) {
  if (info.ladder.empty()) return;
  auto const best = std::min<std::size_t>(static_cast<std::size_t>(rung), info.ladder.size() - 1);
  bool is_first = true;
  for (auto& chair : setup.chairs) {
    if (chair.kind != Chair::Kind::bot) continue;
    auto const& bot = info.ladder[is_first || best == 0 ? best : best - 1];
    chair = {Chair::Kind::bot, std::string(bot.bot), bot.level};
    is_first = false;
  }
}

// Removes all time limits.
void unhurry(GameChoice const& choice, RoomSetup& setup) {
  for (auto const& preset : choice.entry->info().presets)
    if (!preset.unhurried.empty() && choice.options.value("preset", "") == preset.id)
      setup.options = choice.entry->normalise(Json::parse(preset.unhurried)).value().dump();
}

// A game for one person, without time pressure.
Result<void> read_rung(Json const& body, GameChoice const& choice, RoomSetup& setup) {
  auto const rung = read_int(body, "rung", 0, 99);
  if (!rung) return rung.error();
  if (!*rung) return {};
  auto const may_join = read_company(body);
  if (!may_join) return may_join.error();
  if (*may_join) return refuse("bad_message", "rung is for games with bots: with must be \"bots\"");
  auto const& info = choice.entry->info();
  seat_rung(info, **rung, setup);
  if (info.simultaneous) setup.countdown_ms = kCountdownMs;
  unhurry(choice, setup);
  return {};
}

}  // namespace

Result<RoomSetup> read_room_request(Json const& body, std::optional<Guest> const& maker, Config const& config,
                                    std::int64_t now) {
  auto const choice = read_game(body);
  if (!choice) return choice.error();
  auto setup = room_of(*choice, maker, config, now);
  auto const& info = choice->entry->info();
  if (auto const read = read_chairs(body, info, maker.has_value(), setup); !read) return read.error();
  if (auto const read = read_room_settings(body, info, setup); !read) return read.error();
  if (!body.contains("clock") && against_bots_alone(setup)) setup.clock = {};
  auto const unhurried = read_bool(body, "unhurried");
  if (!unhurried) return unhurried.error();
  if (unhurried->value_or(false)) unhurry(*choice, setup);
  return setup;
}

Result<RoomSetup> read_play_request(Json const& body, Guest const& maker, Config const& config, std::int64_t now) {
  auto const choice = read_game(body);
  if (!choice) return choice.error();
  auto const newcomer = body.find("newcomer");
  if (newcomer != body.end() && !newcomer->is_boolean()) return refuse("bad_message", "newcomer must be true or false");
  auto setup = room_of(*choice, maker, config, now);
  if (newcomer != body.end() && newcomer->get<bool>() && setup.bot_delay_ms == kNaturalPace)
    setup.bot_delay_ms = kSlowPace;
  auto const& info = choice->entry->info();
  for (auto& chair : setup.chairs)
    if (chair.kind == Chair::Kind::open) chair = {Chair::Kind::bot, std::string(info.stand_in), info.stand_in_level};
  setup.start_when_full = true;
  setup.clock = {};  // against bots only
  if (auto const read = read_rung(body, *choice, setup); !read) return read.error();
  return setup;
}

Result<bool> read_company(Json const& body) {
  auto const with = read_string(body, "with", 16);
  if (!with) return with.error();
  if (!*with || **with == "people") return true;
  if (**with == "bots") return false;
  return refuse("bad_message", "with must be \"people\" or \"bots\"");
}

std::string catalog_json() {
  auto games = Json::array();
  for (auto const& entry : games::catalog()) {
    auto const& info = entry.info();
    auto presets = Json::array();
    for (auto const& preset : info.presets)
      presets.push_back({{"id", preset.id}, {"title", text_json(preset.title)}, {"seats", preset.seats}});
    auto bots = Json::array();
    for (auto const& bot : info.bots) {
      if (!bot.listed) continue;
      bots.push_back(
          {{"id", bot.id}, {"title", text_json(bot.title)}, {"first_level", bot.first_level}, {"levels", bot.levels}});
      if (!bot.about.en.empty()) bots.back()["about"] = text_json(bot.about);
    }
    games.push_back({{"id", info.id},
                     {"title", text_json(info.title)},
                     {"simultaneous", info.simultaneous},
                     {"previews", info.previews},
                     {"seats", {{"min", info.min_seats}, {"max", info.max_seats}}},
                     {"presets", std::move(presets)},
                     {"bots", std::move(bots)},
                     {"options", Json::parse(info.options_schema)}});
    if (!info.legal_member.empty()) games.back()["legal_member"] = info.legal_member;
    if (!info.first_preset.empty()) games.back()["first_preset"] = info.first_preset;
    for (auto const& bot : info.ladder) games.back()["ladder"].push_back({{"bot", bot.bot}, {"level", bot.level}});
    if (!info.picture.empty()) games.back()["picture"] = info.picture;
    if (entry.terminal != nullptr)
      games.back()["sentences"] = {{"events", sentences_json(entry.terminal->events)},
                                   {"reasons", sentences_json(entry.terminal->reasons)}};
  }
  return Json{{"games", std::move(games)}}.dump();
}

std::string boards_json() {
  auto games = Json::object();
  for (auto const& entry : games::catalog()) {
    auto boards = Json::object();
    for (auto const& preset : entry.info().presets) {
      Json wish;
      wish["preset"] = preset.id;
      auto const options = entry.normalise(wish).value();
      boards[std::string(preset.id)] = entry.start(options, games::Seed(1)).value()->view();
    }
    games[std::string(entry.info().id)] = std::move(boards);
  }
  return Json{{"boards", std::move(games)}}.dump();
}

}  // namespace engawa::server
