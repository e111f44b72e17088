// Who plays in a match of bots: a bot of the game's with its level and its budget, or somebody's program. A value; any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/core/match.hpp"

namespace engawa::arena {

struct Contender {
  std::string name;  // as it was written, for people
  std::string bot;   // empty: a program
  int level = 0;
  games::Budget budget;
  std::string command;          // of a program, for /bin/sh
  games::GameTime pace_ms = 0;  // in simultaneous games: between two moves of it

  bool is_program() const { return bot.empty(); }
};

inline constexpr games::GameTime kProgramPace = 1000;  // in simultaneous games, unless somebody says otherwise

// BOT[:LEVEL][@BUDGET]: `kitsune`, `kitsune:5`, `kitsune:5@5ms`, `kitsune@500us`, `kitsune@20000`.
//
// Without a level it is the bot's highest. BUDGET is processor time for a move (us, ms, s) or a number of iterations in place of the
// level's. With a level both bounds hold, whichever comes first; a time without a level is the only bound: as good as the bot gets in
// that time. Refuses with `not_found` (bot or level) or `bad_message`.
Result<Contender> read_contender(games::Info const& info, std::string_view text);

// A program, run by /bin/sh -c.
Contender program(std::string command, int number);

}  // namespace engawa::arena
