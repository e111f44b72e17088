// The options and the --help texts of all verbs: in verb_options.cpp for the verbs that play and watch, in
// tool_options.cpp for those for programs and records. Each adds a subcommand to `app` that fills `options`. One
// thread.
#pragma once
#include <string>

#include "clients/cli/room/options.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace engawa::cli {

void add_play(CLI::App& app, Options& options, Tongue const& say);
void add_watch(CLI::App& app, Options& options, Tongue const& say);
void add_rooms(CLI::App& app, Options& options, Tongue const& say);
void add_bots(CLI::App& app, Options& options, Tongue const& say);

void add_pipe(CLI::App& app, Options& options, Tongue const& say);
void add_bot(CLI::App& app, Options& options, Tongue const& say);
void add_rules(CLI::App& app, Options& options, Tongue const& say);
void add_verify(CLI::App& app, Options& options, Tongue const& say);
void add_replay(CLI::App& app, Options& options, Tongue const& say);
void add_doctor(CLI::App& app, Options& options, Tongue const& say);
void add_admin(CLI::App& app, Options& options, Tongue const& say);

// Options of several verbs.

// Flags of every verb that talks to a server.
void add_common(CLI::App& verb, Options& options, Tongue const& say);
// The room of the verb, as the argument or option with this name.
void add_room(CLI::App& verb, char const* name, Options& options, Tongue const& say);
void add_reconnect(CLI::App& verb, Options& options, Tongue const& say);
void add_plain(CLI::App& verb, Options& options, Tongue const& say);
// `help`: describes the file of guest tokens.
void add_guest(CLI::App& verb, Options& options, Tongue const& say, std::string const& help);

// The variant of a game, by name or by all its options.
void add_variant(CLI::App& verb, Options& options, Tongue const& say);
// The settings of a new room; each needs the option that creates it.
void add_room_settings(CLI::App& verb, CLI::Option* make, Options& options, Tongue const& say);

// A verb that takes seats: which seats, as which guest, and how long it retries.
struct PlayerHelp {
  std::string game, seat, guest;
};
void add_player(CLI::App& verb, Options& options, Tongue const& say, PlayerHelp const& help);

}  // namespace engawa::cli
