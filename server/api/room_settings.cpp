#include "server/api/room_settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/room/bot_pace.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kMinuteMs = 60000;

// Which of the words is given; `absent` if none is.
Result<std::string> read_word(Json const& body, char const* key, std::initializer_list<std::string_view> words,
                              std::string_view absent) {
  auto const word = read_string(body, key, 16);
  if (!word) return word.error();
  if (!*word) return std::string(absent);
  if (std::find(words.begin(), words.end(), **word) != words.end()) return **word;
  std::string list;
  for (auto const& name : words) {
    if (!list.empty()) list += &name == words.end() - 1 ? " or " : ", ";
    list += '"' + std::string(name) + '"';
  }
  return refuse("bad_message", std::string(key) + " must be " + list);
}

// A choice of two words: whether the second one is given.
Result<void> read_choice(Json const& body, char const* key, std::string_view first, std::string_view second,
                         bool& is_second) {
  auto const word = read_word(body, key, {first, second}, is_second ? second : first);
  if (!word) return word.error();
  is_second = *word == second;
  return {};
}

Result<void> read_time(Json const& json, char const* key, std::int64_t low, std::int64_t high, std::int64_t& time) {
  auto const value = read_int(json, key, low, high);
  if (!value) return value.error();
  time = value->value_or(time);
  return {};
}

Result<void> read_bot_delay(Json const& body, std::int64_t& delay) {
  auto const wish = body.find("bot_delay_ms");
  if (wish != body.end() && *wish == "natural") {
    delay = kNaturalPace;
    return {};
  }
  if (read_time(body, "bot_delay_ms", 0, 10000, delay)) return {};
  return refuse("bad_message", "bot_delay_ms must be \"natural\" or an integer from 0 to 10000");
}

Result<void> read_fischer(Json const& clock, ClockRule& rule) {
  rule = {ClockKind::fischer, 5 * kMinuteMs, 5000};
  if (auto const read = read_time(clock, "initial_ms", 10000, 180 * kMinuteMs, rule.limit_ms); !read) return read;
  return read_time(clock, "increment_ms", 0, 3 * kMinuteMs, rule.increment_ms);
}

// What belongs to another kind of clock is refused: whoever asks for it would not get it.
Result<void> check_kind(Json const& clock, bool is_byoyomi) {
  for (auto const* key : {"limit_ms", "increment_ms"})
    if (is_byoyomi && clock.contains(key))
      return refuse("bad_message",
                    std::string("a clock with byo-yomi has no ") + key + ", but initial_ms, period_ms and periods");
  for (auto const* key : {"period_ms", "periods"})
    if (!is_byoyomi && clock.contains(key))
      return refuse("bad_message", std::string(key) + " belongs to a clock of the kind \"byoyomi\"");
  return {};
}

Result<void> read_byoyomi(Json const& clock, ClockRule& rule) {
  rule = {ClockKind::byoyomi, 5 * kMinuteMs, 0, 30000, 3};
  if (auto const read = read_time(clock, "initial_ms", 0, 180 * kMinuteMs, rule.limit_ms); !read) return read;
  if (auto const read = read_time(clock, "period_ms", 3000, 60 * kMinuteMs, rule.period_ms); !read) return read;
  auto const periods = read_int(clock, "periods", 1, 30);
  if (!periods) return periods.error();
  rule.periods = static_cast<int>(periods->value_or(rule.periods));
  return {};
}

Result<void> read_clock(Json const& body, games::Info const& info, ClockRule& rule) {
  auto const clock = body.find("clock");
  if (clock == body.end()) return {};
  if (!clock->is_object())
    return refuse("bad_message", "clock must be an object such as {\"kind\":\"move\",\"limit_ms\":60000}");
  auto const kind = read_word(*clock, "kind", {"none", "move", "fischer", "byoyomi"}, "move");
  if (!kind) return kind.error();
  if (auto const fits = check_kind(*clock, *kind == "byoyomi"); !fits) return fits;
  if (*kind == "none") {
    rule = {};
    return {};
  }
  if (info.simultaneous)
    return refuse("bad_message", "in this game everybody plays at once: nobody has a clock of their own");
  if (*kind == "fischer") return read_fischer(*clock, rule);
  if (*kind == "byoyomi") return read_byoyomi(*clock, rule);
  auto const usual = rule.kind == ClockKind::move ? rule.limit_ms : kMinuteMs;
  rule = {ClockKind::move, usual, 0};
  return read_time(*clock, "limit_ms", 3000, 60 * kMinuteMs, rule.limit_ms);
}

Result<void> read_stand_in(Json const& body, games::Info const& info, RoomSetup& setup) {
  auto const wish = body.find("stand_in");
  if (wish == body.end()) return {};
  if (!wish->is_object())
    return refuse("bad_message", "stand_in must be an object such as {\"bot\":\"random\",\"level\":1}");
  auto bot = read_bot(*wish, info);
  if (!bot) return bot.error();
  setup.stand_in = std::move(bot->bot);
  setup.stand_in_level = bot->level;
  return {};
}

Result<void> read_people(Json const& body, games::Info const& info, RoomSetup& setup) {
  if (auto const read = read_clock(body, info, setup.clock); !read) return read;
  setup.timeout_forfeits = setup.clock.of_round();
  if (auto const read = read_choice(body, "timeout", "bot_move", "forfeit", setup.timeout_forfeits); !read) return read;
  if (auto const read = read_time(body, "grace_ms", 0, 60 * kMinuteMs, setup.grace_ms); !read) return read;
  if (auto const read = read_choice(body, "absent", "bot", "forfeit", setup.absent_forfeits); !read) return read;
  if (auto const read = read_choice(body, "join", "none", "bots", setup.join_bots); !read) return read;
  if (auto const read = read_choice(body, "rematch", "same", "rotate", setup.rotates); !read) return read;
  return read_stand_in(body, info, setup);
}

}  // namespace

Result<BotChoice> read_bot(Json const& json, games::Info const& info) {
  auto const id = read_string(json, "bot", 32);
  if (!id) return id.error();
  auto const bot =
      std::find_if(info.bots.begin(), info.bots.end(), [&](games::BotInfo const& b) { return *id && b.id == **id; });
  if (bot == info.bots.end()) return refuse("bad_message", "this game has no bot \"" + id->value_or("") + "\"");
  auto const level = read_int(json, "level", bot->first_level, bot->last_level());
  if (!level) return level.error();
  return BotChoice{std::string(bot->id), static_cast<int>(level->value_or(bot->first_level))};
}

Result<void> read_room_settings(Json const& body, games::Info const& info, RoomSetup& setup) {
  bool is_private = false;
  if (auto const read = read_choice(body, "visibility", "public", "private", is_private); !read) return read;
  setup.is_public = !is_private;
  if (auto const read = read_choice(body, "start", "host", "full", setup.start_when_full); !read) return read;
  if (auto const read = read_bot_delay(body, setup.bot_delay_ms); !read) return read;
  return read_people(body, info, setup);
}

}  // namespace engawa::server
