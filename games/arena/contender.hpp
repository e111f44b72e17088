// A participant in a bot match: one of the game's bots with its level and budget, or an external program. A value; any
// thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "games/core/match.hpp"

namespace engawa::arena {

struct Contender {
  std::string name;  // as the user wrote it
  std::string bot;   // empty: a program
  int level = 0;
  games::Budget budget;
  std::string command;          // of a program; run by /bin/sh
  bool gtp = false;             // the program speaks GTP, not the lines of `engawa bot`
  games::GameTime pace_ms = 0;  // in simultaneous games: the time between two of its moves

  bool is_program() const { return bot.empty(); }
};

inline constexpr games::GameTime kProgramPace = 1000;  // in simultaneous games, unless specified otherwise

// BOT[:LEVEL][@BUDGET]: `kitsune`, `kitsune:5`, `kitsune:5@5ms`, `kitsune@500us`, `kitsune@20000`.
//
// Without a level, the bot's highest one is used. BUDGET is processor time per move (us, ms, s) or a number of
// iterations in place of the level's. With a level both bounds apply, whichever comes first; a time without a level is
// the only bound: the bot's best play within that time. Refuses with `not_found` (bot or level) or `bad_message`.
Result<Contender> read_contender(games::Info const& info, std::string_view text);

// A program, run by /bin/sh -c: exec1, exec2, ...; one that speaks GTP: gtp1, gtp2, ...
Contender program(std::string command, int number, bool gtp = false);

}  // namespace engawa::arena
