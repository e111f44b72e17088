#include "clients/cli/room/room_wish.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"

namespace engawa::cli {
namespace {

std::optional<int> whole(std::string_view text, int low, int high) {
  int value = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

// "10+3x30": minutes, then periods of seconds. Null: no such text.
Json byoyomi_wish(std::string_view minutes, std::string_view periods, std::string_view seconds) {
  auto const main = whole(minutes, 0, 180), number = whole(periods, 1, 30), period = whole(seconds, 3, 3600);
  if (!main || !number || !period) return nullptr;
  return {{"kind", "byoyomi"}, {"initial_ms", *main * 60000}, {"period_ms", *period * 1000}, {"periods", *number}};
}

// "none", seconds per move, minutes+seconds, or minutes+periods x seconds. Null: none of these.
Json clock_wish(std::string_view text) {
  if (text == "none") return {{"kind", "none"}};
  auto const plus = text.find('+');
  if (plus == std::string_view::npos) {
    auto const seconds = whole(text, 3, 3600);
    return seconds ? Json{{"kind", "move"}, {"limit_ms", *seconds * 1000}} : Json();
  }
  if (auto const times = text.find('x', plus); times != std::string_view::npos)
    return byoyomi_wish(text.substr(0, plus), text.substr(plus + 1, times - plus - 1), text.substr(times + 1));
  auto const minutes = whole(text.substr(0, plus), 1, 180);
  auto const seconds = whole(text.substr(plus + 1), 0, 180);
  if (!minutes || !seconds) return nullptr;
  return {{"kind", "fischer"}, {"initial_ms", *minutes * 60000}, {"increment_ms", *seconds * 1000}};
}

}  // namespace

Json bot_wish(std::string_view text) {
  auto const colon = text.find(':');
  if (text.substr(0, colon).empty()) return nullptr;
  Json wish{{"bot", text.substr(0, colon)}};
  if (colon == std::string_view::npos) return wish;
  auto const level = whole(text.substr(colon + 1), 1, 99);
  if (!level) return nullptr;
  wish["level"] = *level;
  return wish;
}

Json game_wish(Options const& options) {
  Json body{{"game", options.game}};
  if (!options.preset.empty()) body["options"] = {{"preset", options.preset}};
  if (!options.game_options.empty()) body["options"] = parse_json(options.game_options).value();
  EXPECT(!body.contains("options") || body["options"].is_object(), options.game_options);
  return body;
}

Json own_seats(std::size_t own) {
  EXPECT(own > 0, own);
  Json list(std::vector<std::string>(own, "open"));
  list[0] = "me";
  return list;
}

std::optional<Failure> add_seat_bots(std::string_view bots, std::size_t seats, Json& body) {
  auto& list = body["seats"];
  EXPECT(!bots.empty() && !list.empty(), bots, list.size());
  auto const named = static_cast<std::size_t>(std::count(bots.begin(), bots.end(), ',')) + 1;
  auto const left = seats - std::min(seats, list.size());
  if (named > left)
    return misuse("--bots names " + std::to_string(named) + ", and there are " + std::to_string(left) +
                  " seats beside yours");
  for (auto rest = bots; list.size() < seats;) {
    auto const name = rest.substr(0, rest.find(','));
    list.push_back(bot_wish(name));
    if (list.back().is_null())
      return misuse("--bots must be bots with their levels, such as kitsune:5 or tanuki,kitsune:5");
    if (name.size() < rest.size()) rest.remove_prefix(name.size() + 1);  // the last one stays
  }
  return std::nullopt;
}

std::optional<Failure> add_room_wish(Options const& options, Json& body) {
  if (!options.clock.empty()) {
    body["clock"] = clock_wish(options.clock);
    if (body["clock"].is_null())
      return misuse(
          "--clock must be none, seconds for each move (3 to 3600), minutes+seconds such as 5+3, or "
          "minutes+periods x seconds of byo-yomi such as 10+3x30");
  }
  if (!options.stand_in.empty()) {
    body["stand_in"] = bot_wish(options.stand_in);
    if (body["stand_in"].is_null()) return misuse("--stand-in must be a bot, or a bot and its level such as mcs:2");
  }
  if (!options.out_of_time.empty()) body["timeout"] = options.out_of_time;
  if (!options.absent.empty()) body["absent"] = options.absent;
  if (!options.join.empty()) body["join"] = options.join;
  if (!options.programs.empty()) body["programs"] = options.programs;
  if (!options.next_round.empty()) body["rematch"] = options.next_round;
  if (!options.hints.empty()) body["hints"] = options.hints;
  if (options.grace_s) body["grace_ms"] = *options.grace_s * 1000;
  return std::nullopt;
}

}  // namespace engawa::cli
