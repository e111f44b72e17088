#include "server/api/room_settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/room/bot_pace.hpp"
#include "server/room/clock_request.hpp"

namespace engawa::server {
namespace {

constexpr std::int64_t kMinuteMs = 60000;

// A choice of two words: true if the second one is given.
Result<void> read_choice(Json const& body, char const* key, std::string_view first, std::string_view second,
                         bool& is_second) {
  auto const word = read_word(body, key, {first, second}, is_second ? second : first);
  if (!word) return word.error();
  is_second = *word == second;
  return {};
}

Result<void> read_bot_delay(Json const& body, std::int64_t& delay) {
  auto const wish = body.find("bot_delay_ms");
  if (wish != body.end() && (*wish == "natural" || *wish == "slow")) {
    delay = *wish == "slow" ? kSlowPace : kNaturalPace;
    return {};
  }
  if (read_time(body, "bot_delay_ms", 0, 10000, delay)) return {};
  return refuse("bad_message", "bot_delay_ms must be \"natural\", \"slow\" or an integer from 0 to 10000");
}

// Turn-based games need no countdown; they ignore the member, so that the same request serves all games.
Result<void> read_countdown(Json const& body, games::Info const& info, std::int64_t& countdown) {
  if (auto const read = read_time(body, "countdown_ms", 0, 10000, countdown); !read) return read;
  if (!info.simultaneous) countdown = 0;
  return {};
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
  if (auto const read = read_choice(body, "hints", "off", "allowed", setup.hints_allowed); !read) return read;
  if (auto const read = read_choice(body, "programs", "allow", "refuse", setup.refuses_programs); !read) return read;
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
  if (auto const read = read_countdown(body, info, setup.countdown_ms); !read) return read;
  return read_people(body, info, setup);
}

}  // namespace engawa::server
