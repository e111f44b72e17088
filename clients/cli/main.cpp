// `engawa`, the terminal client: reads the command line and hands over to a verb.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>

#include "base/standard_streams.hpp"
#include "clients/cli/door.hpp"
#include "clients/cli/offline.hpp"
#include "clients/cli/program.hpp"
#include "clients/cli/rules_verb.hpp"
#include "clients/cli/verbs.hpp"

namespace {

using engawa::cli::Options;
using engawa::cli::Output;

constexpr char const* kShortHelp =
    "Engawa in the terminal: play, watch and program games on an Engawa server.\n"
    "\n"
    "  engawa play                 a game against whoever is there, bots otherwise\n"
    "  engawa play K7WMA2QX        take a seat in that room\n"
    "\n"
    "Verbs: play watch rooms bots pipe bot rules verify replay. `engawa --help` says more, `engawa VERB --help` "
    "everything.\n";

constexpr char const* kFooter =
    "Examples:\n"
    "  engawa play --preset seed --nick Taro\n"
    "  engawa watch K7WMA2QX --json | jq .room.view.score\n"
    "  engawa bot --room K7WMA2QX --exec 'python3 my_bot.py'\n"
    "\n"
    "Exit codes: 0 ok, 1 other, 2 usage, 3 cannot connect, 4 not authorised, 5 refused by the server,\n"
    "6 timeout, 7 no such room or full, 8 protocol version, 130 interrupted.\n"
    "Environment: ENGAWA_SERVER, NO_COLOR, LANG (ja or en), XDG_STATE_HOME (guest tokens), XDG_CACHE_HOME (tables of "
    "rules),\nSSL_CERT_FILE and SSL_CERT_DIR (who may sign for https).";

// Flags of every verb that talks to a server.
void add_common(CLI::App& verb, Options& options) {
  verb.add_option("--server", options.server, "the server: http:// or https://")->capture_default_str();
  verb.add_option("--timeout", options.timeout_s, "seconds to wait for an answer")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verb.add_flag("--insecure", options.insecure,
                "with https, take any certificate: only for a server of your own that you reach by a way you trust");
  engawa::cli::add_output_flags(verb, options);
  verb.add_flag("--no-color", options.no_color, "no colours, as with NO_COLOR");
}

// How moves are typed in each game that says so, a line each.
std::string typed_moves() {
  std::string lines;
  for (auto const& entry : engawa::games::catalog())
    if (entry.terminal != nullptr && !entry.terminal->commands.empty())
      lines += "  " + std::string(entry.info().id) + ": " + std::string(entry.terminal->commands[0].en) + "\n";
  return lines;
}

void add_reconnect(CLI::App& verb, Options& options) {
  verb.add_option("--reconnect", options.reconnect_s, "seconds to go on trying after a drop")
      ->check(CLI::Range(0, 86400))
      ->capture_default_str();
}

void add_guest(CLI::App& verb, Options& options, char const* help) {
  verb.add_option("--guest-file", options.guest_file, help)->type_name("FILE");
  verb.add_option("--nick", options.nick, "the name others see, 1-16 characters")->type_name("NAME");
}

// A verb that takes seats: who sits where, as whom, and how long it holds on.
void add_player(CLI::App& verb, Options& options, char const* game, char const* seat, char const* guest) {
  verb.add_option("--game", options.game, game + (": " + engawa::cli::game_names()))->capture_default_str();
  verb.add_option("--seat", options.seat, seat)->check(CLI::Range(0, 15));
  add_guest(verb, options, guest);
  add_common(verb, options);
  add_reconnect(verb, options);
}

// `--make` and what the maker of a room may choose.
void add_room_settings(CLI::App& verb, Options& options) {
  auto* const make =
      verb.add_flag("--make", options.make, "make a room of your own: you are the host and start the game");
  auto* const open =
      verb.add_flag("--open", options.open, "its other seats are open for friends, else bots have them")->needs(make);
  verb.add_option("--bots", options.seat_bots,
                  "the bots on its other seats, with their levels: kitsune:5 or tanuki,kitsune:5; the last one takes "
                  "what is left (`engawa bots` lists them)")
      ->type_name("BOTS")
      ->needs(make)
      ->excludes(open);
  verb.add_option("--clock", options.clock,
                  "none; seconds for each move (60); minutes and an increment in seconds (5+3); minutes and byo-yomi "
                  "(10+3x30: then three periods of 30 seconds)")
      ->type_name("CLOCK")
      ->needs(make);
  verb.add_option("--out-of-time", options.out_of_time, "bot_move: a bot makes that move; forfeit: the player is out")
      ->check(CLI::IsMember({"bot_move", "forfeit"}))
      ->needs(make);
  verb.add_option("--grace", options.grace_s, "seconds that a dropped player is waited for")
      ->check(CLI::Range(0, 3600))
      ->needs(make);
  verb.add_option("--absent", options.absent, "what happens after that: bot or forfeit")
      ->check(CLI::IsMember({"bot", "forfeit"}))
      ->needs(make);
  verb.add_option("--join", options.join, "bots: anybody may take a bot's seat while the game runs; none")
      ->check(CLI::IsMember({"bots", "none"}))
      ->needs(make);
  verb.add_option("--next-round", options.next_round, "rotate: in the next round everybody plays one seat up; same")
      ->check(CLI::IsMember({"rotate", "same"}))
      ->needs(make);
  verb.add_option("--stand-in", options.stand_in, "the bot that plays for absent players, with its level: mcs:1")
      ->type_name("BOT")
      ->needs(make);
}

void add_play(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("play", "play a game: quick play, or in the room CODE");
  verb.add_option("code", options.room, "a room's code or link; without it, quick play")->type_name("CODE");
  verb.add_option("--preset", options.preset, "the preset of quick play: five, 753-misere, race, ...")
      ->type_name("NAME");
  verb.add_option("--options", options.game_options, "or all its options, as in docs/reference/boards.md")
      ->type_name("JSON");
  add_room_settings(verb, options);
  verb.add_flag("--plain", options.plain, "lines instead of the full screen: for pipes and screen readers");
  verb.add_flag("--once", options.once, "exit after the result, even at a terminal");
  add_player(verb, options, "the game of quick play", "the seat to take, from 0 (0 is the one shown as seat 1)",
             "where your guest tokens are kept");
  verb.footer(
      "Commands of --plain, one a line: a move, board, legal, hint, bots, say TEXT, start, stand, sit, seat, kick, "
      "pardon,\n"
      "mute, unmute, host, resign, rematch, quit, help.\n"
      "A move as it is typed, or as JSON:\n" +
      typed_moves() +
      "From a pipe each waits until it can be carried out, and the program ends after the result; when the input ends\n"
      "earlier, it leaves at your next turn with exit code 1.\n"
      "With --json every step is a line {\"seq\",\"by\",\"move\",\"events\",\"you\",\"room\":{the document after "
      "it}}.");
}

void add_watch(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("watch", "follow a room until its game is over");
  verb.add_option("code", options.room, "a room's code or link")->type_name("CODE")->required();
  verb.add_flag("--plain", options.plain, "lines instead of the full screen");
  add_common(verb, options);
  add_reconnect(verb, options);
  verb.footer(
      "With --json every step is a line {\"seq\",\"by\",\"move\",\"events\",\"room\":{the document after it}}.");
}

void add_rooms(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("rooms", "list the public rooms");
  verb.add_option("--game", options.game, "only of this game");
  verb.add_option("--phase", options.phase, "only in this phase: lobby, playing, over");
  add_common(verb, options);
  verb.preparse_callback([&options](std::size_t) { options.game.clear(); });  // the default is: of every game
  verb.footer("With --json every room is a line, as GET /api/rooms has it.");
}

void add_bots(CLI::App& app, Options& options) {
  auto& verb =
      *app.add_subcommand("bots", "list the bots of the server: what to call them, their levels, what they do");
  verb.add_option("--game", options.game, "only of this game");
  add_common(verb, options);
  verb.preparse_callback([&options](std::size_t) { options.game.clear(); });  // the default is: of every game
  verb.footer("With --json every bot is a line {\"game\",\"bot\",\"title\",\"about\",\"first_level\",\"levels\"}.");
}

void add_pipe(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("pipe", "the raw protocol: lines of stdin to frames, frames to lines");
  verb.add_option("code", options.room, "a room's code or link")->type_name("CODE")->required();
  verb.add_flag("--hello", options.hello, "send the hello for you, as the guest of the guest file");
  add_guest(verb, options, "where --hello finds your guest tokens");
  add_reconnect(verb, options);
  add_common(verb, options);
  verb.footer(
      "Sends no hello by itself: make it your first line, or give --hello; only then it comes back after a drop. When "
      "stdin ends, waits for the outstanding\n"
      "answers (at most --timeout, exit code 6) and closes. The server's close code is printed to stderr.");
}

void add_bot(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("bot", "let a program of yours take a seat");
  verb.add_option("--room", options.room, "a room's code or link")->type_name("CODE")->required();
  verb.add_option("--exec", options.exec, "the program, run by /bin/sh -c")->type_name("CMD")->required();
  verb.add_option("--count", options.count, "how many copies to run, each with its own seat")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  verb.add_flag("--start", options.start, "as host, start the game when every seat is taken");
  verb.add_flag("--rematch", options.rematch, "stay for further rounds");
  add_player(verb, options, "the game it plays",
             "the (first) seat to take, from 0 (0 is the one shown as seat 1); otherwise any open one",
             "keep the bots' guest tokens here, to come back to the same seats");
  verb.footer(
      "For each of its turns the program reads a line {\"view\":{...},\"legal\":\"e3 "
      "f7\",\"ply\":17,\"seat\":\"s0\",\"deadline_ms\":N}\n"
      "and writes a line {\"move\":{\"cell\":\"f7\"}}. {\"error\":{\"code\",\"message\"}} asks for another answer;\n"
      "{\"result\":{...},\"seat\":\"s0\"} is the end.");
}

void add_rules(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("rules", "the rules of a game as a filter: JSON lines in, JSON lines out; offline");
  verb.add_option("game", options.game, engawa::cli::game_names())->type_name("GAME")->required();
  verb.footer(
      "Lines, as in docs/reference/cli.md:\n"
      "  {\"do\":\"new\",\"options\":{...},\"seed\":\"42\"}   {\"do\":\"move\",\"move\":{\"cell\":\"f7\"}}   "
      "{\"do\":\"state\"}\n"
      "  {\"do\":\"wait\",\"ms\":10000}   {\"do\":\"wait\",\"until\":41200}   (games that know time)\n"
      "  {\"do\":\"bot\",\"bot\":\"minimum\",\"level\":1}   {\"do\":\"hint\"}   {\"do\":\"solve\"}\n"
      "  {\"do\":\"moves\"}   {\"do\":\"moves\",\"angle\":-1250}   (what that move would do)\n"
      "\"seat\":\"s1\" says whose, where several are to act; \"at\":41200 when, in games that know time; \"budget_ms\" "
      "how long\n"
      "hint and solve may think (60000).");
}

void add_record(CLI::App& verb, Options& options) {
  verb.add_option("record", options.record,
                  "a file, - for stdin, a link to /g/ID or /api/records/ID, or the id of a record of --server")
      ->type_name("FILE|URL|-")
      ->required();
  add_common(verb, options);
}

void add_verify(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("verify", "play the record of a round again: is every line of it true?");
  add_record(verb, options);
  verb.footer(
      "Checks the chain of hashes, each move and the position after it, the result, and that the seed is the one that "
      "was\n"
      "committed to when the round began. Exit code 0 when all is true, 1 when not: then the first line that is wrong "
      "is\n"
      "named. With --json {\"ok\":true,\"record\",\"game\",\"inputs\",\"committed\"} or "
      "{\"ok\":false,\"line\",\"what\",\"message\"}.");
}

void add_replay(CLI::App& app, Options& options) {
  auto& verb = *app.add_subcommand("replay", "watch the record of a round");
  add_record(verb, options);
  verb.add_option("--ply", options.ply, "stop after so many moves")->check(CLI::Range(0, 10000000));
  verb.add_option("--delay-ms", options.delay_ms, "between two inputs; 700 on the full screen, 0 as lines")
      ->check(CLI::Range(0, 60000));
  verb.add_flag("--plain", options.plain, "lines instead of the full screen");
  verb.footer(
      "On the full screen: space stops and goes on, right makes one move, Home begins anew, q ends.\n"
      "With --json every input is a line {\"by\",\"move\",\"events\",\"room\":{the document after it}}.");
}

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  Options options;
  // Not by CLI11's envname: that would let the environment overrule the flag, through the verbs that were not called.
  if (char const* const server = std::getenv("ENGAWA_SERVER"); server != nullptr && *server != '\0')
    options.server = server;
  auto const verb = [&options](char const* name, void (*add)(CLI::App&, Options&),
                               int (*run)(Options const&, Output const&)) {
    return engawa::cli::Verb{name, [&options, add](CLI::App& app) { add(app, options); },
                             [&options, run] { return run(options, Output(options)); }};
  };
  auto const rules = [](Options const& said, Output const&) {
    engawa::cli::DataBuffer lines;
    std::ostream out(&lines);
    out.exceptions(std::ios::badbit);  // what cannot be written ends the program
    return engawa::cli::run_rules(said.game, std::cin, out);
  };
  return engawa::cli::run_program(
      {"engawa",
       "engawa " ENGAWA_VERSION " (protocol engawa.v1)",
       "Engawa in the terminal: play, watch and program games on an Engawa server.",
       kFooter,
       kShortHelp,
       {verb("play", add_play, engawa::cli::play), verb("watch", add_watch, engawa::cli::watch),
        verb("rooms", add_rooms, engawa::cli::rooms), verb("bots", add_bots, engawa::cli::bots),
        verb("pipe", add_pipe, engawa::cli::pipe_room), verb("bot", add_bot, engawa::cli::bot),
        verb("rules", add_rules, rules), verb("verify", add_verify, engawa::cli::verify),
        verb("replay", add_replay, engawa::cli::replay)}},
      argc, argv);
}
