// Facts about a game as data, for tools, the lobby and clients, without running the game.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace engawa::games {

// A text for people, in both languages.
struct Text {
  std::string_view en;
  std::string_view ja;
};

struct BotInfo {
  std::string_view id;
  Text title;
  int levels = 1;  // number of levels, the strongest last: first_level, first_level + 1, ...
  // In simultaneous games: ms between two moves of the bot, by level; similar to a person of that level.
  std::vector<int> pace_ms = {};
  Text about = {};      // one sentence for players who choose a bot
  int first_level = 1;  // bots of one game may share a ladder of levels
  // Maximum microseconds of processor time per move, by level; absent: negligible.
  std::vector<int> cost_us = {};
  bool listed = true;  // false: not offered to players; matches between bots can name it
  int once = 0;        // the highest level of an older version, if higher than the present one

  int last_level() const { return first_level + levels - 1; }
  // The entry of `by_level` for a level, or for the nearest level that the bot has; 0 if the list is empty.
  int of_level(std::vector<int> const& by_level, int level) const {
    if (by_level.empty()) return 0;
    auto const last = first_level + static_cast<int>(by_level.size()) - 1;
    return by_level[static_cast<std::size_t>(std::clamp(level, first_level, last) - first_level)];
  }
};

// The default player of a seat: a bot, or (empty bot) an open seat.
struct DefaultSeat {
  std::string_view bot;
  int level = 1;
};

struct Preset {
  std::string_view id;
  Text title;
  int seats = 2;
  std::vector<DefaultSeat> table;  // one per seat; the first is that of the room's creator
  // Options of the same game without any time limit, as JSON text; empty: the preset already has none.
  std::string_view unhurried = {};
};

struct Info {
  std::string_view id;
  Text title;
  int min_seats = 2;
  int max_seats = 2;
  std::vector<Preset> presets;         // the first is the default
  std::string_view first_preset = {};  // for a person who plays the game for the first time; empty: the default
  std::vector<BotInfo> bots;
  std::vector<DefaultSeat> ladder = {};  // bots by rating, weakest first: for players who improve from game to game
  std::string_view stand_in;             // fills open seats, and plays for absent players and after a timeout
  int stand_in_level = 1;
  int rules_version = 1;      // increased when the same inputs give a different game: records store the version
  bool simultaneous = false;  // several seats may be to act at once; `ply` in a move is then ignored
  // Whether a player may know the whole result of a move in advance (Match::preview). False if moves reveal hidden
  // parts, such as the next bubble.
  bool previews = true;
  // Event kinds that occur hundreds of times in a game: for animation and sound only, not in the log.
  std::vector<std::string_view> unlogged = {};
  // JSON Schema of `options`, as text. In addition, an option for a form has `label` ({"en","ja"}) and `order` (of the
  // fields), and one with an `enum` has `labels` (by value).
  std::string_view options_schema;
  // The member of a move whose value is a word of `legal` (a word of digits: a number), so that clients can offer the
  // moves of an unknown game: {"cell":"e3"}. Empty: `legal` has another form.
  std::string_view legal_member = {};
  std::string_view picture = {};  // SVG with an aspect ratio of 3:2, for lists of games; empty: none
};

// The default players of a room without a preset: an open seat for the room's creator, and stand-ins.
std::vector<DefaultSeat> own_table(Info const& info, int seats);

// The bot that analyses games: the listed one with the highest level. If there are several: the stand-in, otherwise the
// last of them. nullptr: the game offers no bot.
BotInfo const* strongest_bot(Info const& info);

// The bot of that name, if it has the level. Levels below first_level and up to `once` are also accepted: older rooms
// may have them. Refuses with `not_found`.
Result<BotInfo const*> find_bot(Info const& info, std::string_view id, int level);

}  // namespace engawa::games
