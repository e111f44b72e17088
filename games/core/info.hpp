// Facts about a game as data: what tools, the lobby and the clients may know without running it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engawa::games {

// A text that a person reads, in both languages.
struct Text {
  std::string_view en;
  std::string_view ja;
};

struct BotInfo {
  std::string_view id;
  Text title;
  int levels = 1;  // levels are 1..levels, the strongest last
  // In simultaneous games: ms between two moves of the bot, by level; as fast as a person of that level plays.
  std::vector<int> pace_ms = {};
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
  std::string_view options_schema;  // JSON Schema of `options`, as text
};

}  // namespace engawa::games
