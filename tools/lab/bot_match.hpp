// Common parts of the verbs: the game, the bots, the messages during a run.
#pragma once
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/progress.hpp"
#include "clients/console/offline.hpp"
#include "games/arena/contest.hpp"
#include "games/arena/tally.hpp"
#include "tools/lab/options.hpp"

namespace engawa::lab {

// A game with its options, normalised.
struct Start {
  games::GameEntry const* game;
  Json options;

  std::unique_ptr<games::Match> begin(games::Seed const& seed) const { return game->start(options, seed).value(); }
};

struct BotMatch {
  std::string game;     // "reversi"
  std::string title;    // "reversi five"
  std::string options;  // normalised, as JSON
  int seats = 0;
  arena::Setting setting;
  std::vector<arena::Contender> contenders;
};

// From the command line: --game, --preset or --options.
Outcome<Start> read_start(Options const& options);

// The same with the bots and then the programs. Computes the game's tables, if it has some.
Outcome<BotMatch> read_bot_match(Options const& options);

// Plays blocks until `take` has enough; `SIGINT` stops it. False if it was interrupted.
bool play_bot_match(BotMatch const& match, arena::Seatings const& seatings, int count, arena::TakeBlock const& take);

// The progress, at a terminal (base/progress.hpp); none with --quiet, nor with --verbose, which prints it in separate
// lines.
std::optional<Progress> watch(Options const& options, std::string_view en, std::string_view ja,
                              std::function<double()> share = {});

// A table of the contenders: `figure` returns the last columns of a line; empty index: the heading.
struct Column {
  std::string heading;
  std::function<std::string(std::size_t contender)> figure;
};
void print_contenders(Console const& output, BotMatch const& match, std::vector<Column> const& columns);

// Columns of both tables: seats, moves, processor time per move (of bots; that of programs is unknown).
std::vector<Column> effort_columns(Tongue const& say, BotMatch const& match, std::vector<arena::Tally> const& tallies);

// Prints to stderr which contenders lost games because they gave no legal move, with the last reason.
void tell_faults(Console const& output, BotMatch const& match, std::vector<arena::Tally> const& tallies);

// A number with that many digits after the point.
std::string fixed(double value, int digits);

}  // namespace engawa::lab
