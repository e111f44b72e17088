// `engawa-lab`: matches and ratings of bots, figures, training. Reads the command line and calls a verb.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <iostream>

#include "base/standard_streams.hpp"
#include "clients/console/failure.hpp"
#include "clients/console/offline.hpp"
#include "clients/console/program.hpp"
#include "tools/lab/verbs.hpp"

namespace {

using namespace engawa::lab;

// The help of this program is in one language, for developers.
constexpr engawa::cli::Tongue kEnglish{};

constexpr engawa::Words kShortHelp{
    "engawa-lab: matches and ratings of Engawa's bots and of yours, speed, training. Everything is offline.\n"
    "\n"
    "  engawa-lab arena --game nim osho:5 --exec 'python3 my_bot.py'\n"
    "\n"
    "Verbs: arena rate bench perft train. `engawa-lab VERB --help` says everything.\n",
    {}};

constexpr engawa::Words kFooter{
    "Exit codes: 0 ok, 1 other, 2 usage, 130 interrupted.\n"
    "Environment: LANG (ja or en), XDG_CACHE_HOME (tables of rules).",
    {}};

constexpr char const* kBots =
    "A bot is BOT[:LEVEL][@BUDGET]: kitsune (its highest level), kitsune:4, kitsune:4@5ms (at most so much processor "
    "time for a\n"
    "move: us, ms, s), kitsune@5ms (as good as it gets in that time), kitsune@20000 (so many iterations). With budgets "
    "of time\n"
    "results depend on the machine; else the same seed gives the same games.\n"
    "A program speaks the lines of `engawa bot` and runs once for each game and seat. One that ends, gives no answer "
    "in time or no\n"
    "legal move in six answers has lost the game: the others share the first place.\n"
    "In simultaneous games everybody moves at the pace of rooms, in game time.";

void add_game(CLI::App& verb, Options& options) {
  verb.add_option("--game", options.game, engawa::cli::game_names())->capture_default_str();
  verb.add_option("--preset", options.preset, "the game's preset: five, 753-misere, race, ...")->type_name("NAME");
  verb.add_option("--options", options.game_options, "or all its options, as in docs/reference/boards.md")
      ->type_name("JSON");
}

void add_seed(CLI::App& verb, Options& options, char const* help) {
  verb.add_option("--seed", options.seed, help)->check(CLI::NonNegativeNumber)->capture_default_str();
}

// The game, its players and the number of games.
void add_match(CLI::App& verb, Options& options, char const* bots) {
  verb.add_option("bots", options.bots, bots)->type_name("BOT");
  verb.add_option("--exec", options.programs, "a program that plays too, run by /bin/sh -c; may be given several times")
      ->type_name("CMD")
      ->allow_extra_args(false);
  verb.add_option("--gtp", options.engines,
                  "an Othello engine that speaks GTP, run in the same way, for reversi's classic")
      ->type_name("CMD")
      ->allow_extra_args(false);
  add_game(verb, options);
  verb.add_option("--opening", options.opening, "random moves before the bots begin; otherwise one for each seat")
      ->check(CLI::Range(0, 1000));
  add_seed(verb, options, "of starts, openings and bots");
  verb.add_option("--budget-ms", options.budget_ms, "processor time for a move of bots without a budget of their own")
      ->check(CLI::Range(0.001, 3'600'000.0));
  verb.add_option(
          "--pace-ms", options.pace_ms,
          "in simultaneous games: time between two moves of anybody; otherwise each bot's own, 1000 for programs")
      ->check(CLI::Range(1, 60'000));
  verb.add_option("--timeout", options.timeout_s, "seconds for an answer of a program")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verb.add_option("--threads", options.threads, "blocks played at the same time")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  engawa::cli::add_output_flags(verb, options, kEnglish);
}

void add_arena(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("arena", "a match between two bots, A and B; offline");
  add_match(verb, options, "the two bots");
  verb.add_flag("--one", options.one,
                "one A among Bs, in each seat once; otherwise a block is every way to seat As and Bs");
  verb.add_option("--blocks", options.blocks, "blocks of games with one opening; 10, with --sprt as many as it takes")
      ->check(CLI::Range(1, 1'000'000));
  verb.add_option("--sprt", options.sprt,
                  "stop when it is decided between two shares of A, in percent above equal: 0,2; errors 5 % both ways")
      ->type_name("LOW,HIGH")
      ->delimiter(',')
      ->expected(2)
      ->check(CLI::Range(-100.0, 100.0));
  verb.footer(kBots);
}

void add_rate(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("rate", "ratings of many bots from games between them; offline");
  add_match(verb, options, "the bots; without any, all that the game offers, with all their levels");
  verb.add_option("--blocks", options.blocks,
                  "so many tables drawn at random; everybody has each seat of it once (100)")
      ->check(CLI::Range(1, 1'000'000));
  verb.add_option("--samples", options.samples, "bootstrap samples for the intervals")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  verb.footer(kBots);
  verb.preparse_callback([&options](std::size_t) { options.all_bots = true; });
}

void add_bench(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("bench", "how fast games and bots are on this machine, in processor time; offline");
  verb.add_option(
          "what", options.bench,
          "bots: random games, perft, searches, a move of every bot, the 15-puzzle, a shot; ends: only the exact "
          "ends of reversi for two")
      ->type_name("bots|ends")
      ->required()
      ->check(CLI::IsMember({"bots", "ends"}));
  verb.add_option("--boards", options.boards, "random boards of the 15-puzzle (100)")->check(CLI::Range(1, 100'000));
  verb.add_flag("--short", options.brief, "a few seconds in all: does it run?");
  engawa::cli::add_output_flags(verb, options, kEnglish);
  verb.footer("The 15-puzzle's tables are made the first time, and kept in $XDG_CACHE_HOME/engawa or ~/.cache/engawa.");
}

void add_perft(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("perft", "how many sequences of DEPTH moves a game begins with; offline");
  verb.add_option("depth", options.depth, "from 0 to 20")->type_name("DEPTH")->required()->check(CLI::Range(0, 20));
  add_game(verb, options);
  add_seed(verb, options, "of the start");
  engawa::cli::add_output_flags(verb, options, kEnglish);
}

void add_train(CLI::App& app, Training& training) {
  auto& verb = *app.add_subcommand("train", "learns the weights of reversi's evaluation from games against itself");
  verb.add_option("--variant", training.variant, "a preset of reversi: five, seed, diamond, classic or octagon")
      ->required();
  auto& learner = training.learner;
  verb.add_option("--games", learner.games, "games to learn from");
  verb.add_option("--seed", learner.seed, "of the games; the same seed and flags give the same file");
  verb.add_option("--rate", learner.rate, "how far weights go towards what would have been right, at first");
  verb.add_option("--last-rate", learner.last_rate, "how much of that in the end");
  verb.add_option("--lambda", learner.lambda, "how much the outcome counts against the next position's value");
  auto* const out = verb.add_option("--out", training.out, "the file to write");
  auto* const file = verb.add_option("--play", training.file, "play with this file instead of training");
  verb.add_option("--against", training.against, "with --play: a bot of reversi");
  verb.add_option("--level", training.level, "its level");
  verb.add_option("--blocks", training.blocks, "with --play: how often every way to seat the two is played")
      ->check(CLI::Range(1, 1000000));
  out->excludes(file);
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  constexpr char const* name = "engawa-lab";
  Options options;
  Training training;
  auto const verb = [&options](char const* word, void (*add)(CLI::App&, Options&),
                               int (*run)(Options const&, Console const&)) {
    return engawa::cli::Verb{word, [&options, add](CLI::App& app, auto const&) { add(app, options); },
                             [&options, run] { return run(options, Console(name, options)); }};
  };
  engawa::cli::Verb const learn{"train", [&training](CLI::App& app, auto const&) { add_train(app, training); },
                                [&training] { return train(training, Console(name, {})); }};
  int const code = engawa::cli::run_program(
      {name,
       "engawa-lab " ENGAWA_VERSION,
       {"Matches and ratings of Engawa's bots and of yours, speed, training. Everything is offline.", {}},
       kFooter,
       kShortHelp,
       {verb("arena", add_arena, arena), verb("rate", add_rate, rate), verb("bench", add_bench, bench),
        verb("perft", add_perft, perft), learn}},
      argc, argv);
  if (engawa::flush_standard_output()) return code;
  auto const why = errno;  // error of the flush, or of an earlier write
  std::cerr << name << ": the output could not be written"
            << (why != 0 ? std::string(" (") + std::strerror(why) + ')' : "") << '\n';
  return code != 0 ? code : static_cast<int>(engawa::cli::Exit::Other);
}
