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
  int levels = 1;  // so many, the strongest last: first_level, first_level + 1, ...
  // In simultaneous games: ms between two moves of the bot, by level; like a person of that level.
  std::vector<int> pace_ms = {};
  Text about = {};      // one sentence for players who choose a bot
  int first_level = 1;  // bots of one game may share a ladder of levels
  // Maximum microseconds of processor time per move, by level; absent: negligible.
  std::vector<int> cost_us = {};
  bool listed = true;  // false: not offered to players; matches between bots can name it
  int once = 0;        // the highest level of an older version, if that is more than the present one

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
  // Options of the same game in which nobody has to be done by a time, as JSON text; empty: it is so anyway.
  std::string_view unhurried = {};
};

struct Info {
  std::string_view id;
  Text title;
  int min_seats = 2;
  int max_seats = 2;
  std::vector<Preset> presets;         // the first is the default
  std::string_view first_preset = {};  // for somebody who plays the game for the first time; empty: the default
  std::vector<BotInfo> bots;
  std::vector<DefaultSeat> ladder =
      {};                     // bots by their ratings, the weakest first: for players who do better each time
  std::string_view stand_in;  // the bot that fills open seats, and plays for absent players and after a timeout
  int stand_in_level = 1;
  int rules_version = 1;      // increased when the same inputs give another game: records store the version
  bool simultaneous = false;  // several seats may be to act at once; `ply` in a move is then ignored
  // Whether a player may know beforehand all that a move changes (Match::preview). False where a move shows what was
  // hidden, such as the next bubble.
  bool previews = true;
  // Event kinds that occur by the hundred: for animation and sound only, not in the log.
  std::vector<std::string_view> unlogged = {};
  // JSON Schema of `options`, as text. In addition, an option for a form has `label` ({"en","ja"}) and `order` (of the
  // fields), and one with an `enum` has `labels` (by value).
  std::string_view options_schema;
  // The member of a move whose value is a word of `legal` (a word of digits: a number), so that clients can offer the
  // moves of a game that they do not know: {"cell":"e3"}. Empty: `legal` has another form.
  std::string_view legal_member = {};
  std::string_view picture = {};  // SVG, three wide to two high, for lists of games; empty: none
};

// The default players of a table that is no preset's: an open seat for the room's creator, and stand-ins.
std::vector<DefaultSeat> own_table(Info const& info, int seats);

// The bot that analyses games: the listed one with the highest level; of several, the stand-in, or else the last of them.
// nullptr: the game offers no bot.
BotInfo const* strongest_bot(Info const& info);

// The bot of that name, if it has the level. Levels below first_level and up to `once` are also accepted: older rooms
// may have them. Refuses with `not_found`.
Result<BotInfo const*> find_bot(Info const& info, std::string_view id, int level);

}  // namespace engawa::games
