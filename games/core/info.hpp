// Facts about a game as data: what tools, the lobby and the clients may know without running it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace engawa::games {

// A text that a person reads, in both languages.
struct Text {
  std::string_view en;
  std::string_view ja;
};

struct BotInfo {
  std::string_view id;
  Text title;
  int levels = 1;  // so many, the strongest last: first_level, first_level + 1, ...
  // In simultaneous games: ms between two moves of the bot, by level; as fast as a person of that level plays.
  std::vector<int> pace_ms = {};
  Text about = {};      // a sentence for who chooses
  int first_level = 1;  // bots of one game may share a ladder of levels
  // Microseconds of a processor that a move takes at most, by level; absent: too little to matter.
  std::vector<int> cost_us = {};
  bool listed = true;  // false: not offered to people; matches between bots know it by name
  int once = 0;        // the highest level that it had once, where that is more than it has now

  int last_level() const { return first_level + levels - 1; }
  // The entry of `by_level` for a level, or for the nearest that the bot has; 0 when the list is empty.
  int of_level(std::vector<int> const& by_level, int level) const {
    if (by_level.empty()) return 0;
    auto const last = first_level + static_cast<int>(by_level.size()) - 1;
    return by_level[static_cast<std::size_t>(std::clamp(level, first_level, last) - first_level)];
  }
};

// Who sits where when a room is made without saying so: a bot, or (empty bot) an open seat.
struct DefaultSeat {
  std::string_view bot;
  int level = 1;
};

struct Preset {
  std::string_view id;
  Text title;
  int seats = 2;
  std::vector<DefaultSeat> table;  // one per seat; the first is the maker's
};

struct Info {
  std::string_view id;
  Text title;
  int min_seats = 2;
  int max_seats = 2;
  std::vector<Preset> presets;  // the first is the default
  std::vector<BotInfo> bots;
  std::string_view stand_in;  // the bot that fills open seats, plays for the absent and for who ran out of time
  int stand_in_level = 1;
  int rules_version = 1;      // raised when the same inputs give another game: records say which they were played by
  bool simultaneous = false;  // several seats may be to act at once; `ply` in a move then means nothing
  // Kinds of events that come by the hundred: for animation and sound, and left out of the log.
  std::vector<std::string_view> unlogged = {};
  // JSON Schema of `options`, as text. Beside what JSON Schema knows, an option that a form asks a person for has `label`
  // ({"en","ja"}) and `order` (of the fields), and one with an `enum` has `labels` (by value).
  std::string_view options_schema;
  // The member of a move that each word of `legal` is a value of (a word of digits: a number), so that clients which know nothing
  // of the game can offer its moves: {"cell":"e3"}. Empty: `legal` has another form.
  std::string_view legal_member = {};
  std::string_view picture = {};  // SVG, 48 by 48, for lists of games; empty: none
};

// The bot of that name, when it has the level. Levels below first_level and up to `once` are played too: rooms from before may have
// them. Refuses with `not_found`.
Result<BotInfo const*> find_bot(Info const& info, std::string_view id, int level);

}  // namespace engawa::games
