// The command line of engawad, over environment and file.
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <iostream>

#include "server/ops/cluster_settings.hpp"
#include "server/ops/config.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/settings.hpp"
#include "server/ops/store_url.hpp"

namespace engawa::server {
namespace {

// Hardly anybody changes these: limits that protect the server, how long things are kept, and what only tests need.
bool is_expert(std::string_view key) {
  constexpr std::string_view alone[] = {"server.core_dumps",    "store.cache",      "log.traffic",     "bots.weights",
                                        "bots.solve_budget_ms", "room.lobby_ttl_s", "room.idle_ttl_s", "room.archive_s",
                                        "room.record_ttl_s",    "room.guest_ttl_s"};
  for (std::string_view const section : {"limits.", "http.", "ws."})
    if (key.substr(0, section.size()) == section) return true;
  return std::find(std::begin(alone), std::end(alone), key) != std::end(alone);
}

// What engawad is asked to do in place of serving. At most one of them.
struct Modes {
  CLI::Option *healthcheck, *backup, *check, *copy_store, *print_config;

  Result<void> require_one() const {
    std::string first;
    for (auto const* mode : {healthcheck, backup, check, copy_store, print_config}) {
      if (mode->count() == 0) continue;
      if (!first.empty())
        return refuse("bad_message", first + " and " + mode->get_name() + " cannot be combined: one at a time");
      first = mode->get_name();
    }
    return {};
  }
};

Modes add_modes(CLI::App& app, CommandLine& line) {
  Modes modes{};
  modes.healthcheck = app.add_flag("--healthcheck", line.healthcheck,
                                   "ask the server on this port whether it is well, and exit 0 or 1");
  modes.backup = app.add_option("--backup", line.backup,
                                "copy the SQLite database of --data to this new file, while a server runs or not, and "
                                "exit");
  modes.check = app.add_flag(
      "--check", line.check,
      "replay every stored room, from its first input and from its snapshot, and exit 0 when all is well, else 1");
  modes.copy_store =
      app.add_option("--copy-store", line.copy_store,
                     "copy all that is in the database FROM into the empty database TO, both as --store-url, and exit; "
                     "no server may be running over either")
          ->expected(2)
          ->type_name("FROM TO");
  modes.print_config =
      app.add_flag("--print-config", line.print_config, "print all settings as a configuration file, and exit");
  return modes;
}

// A file that is named must be there, the usual one need not.
Result<void> read_files(CommandLine& line, bool named, std::string const& file) {
  if (named) {
    if (file.empty()) return refuse("bad_message", "--config needs the name of a file, and is empty");
    return read_config_file(line.config, file, line.notes);
  }
  struct stat found{};
  bool const is_there = ::stat(ENGAWA_CONFIG_FILE, &found) == 0 || (errno != ENOENT && errno != ENOTDIR);
  if (!is_there) return {};
  return read_config_file(line.config, ENGAWA_CONFIG_FILE, line.notes);
}

Result<void> check_modes(Modes const& modes, CommandLine const& line) {
  if (auto const one = modes.require_one(); !one) return one;
  if (modes.backup->count() > 0 && line.backup.empty())
    return refuse("bad_message", "--backup needs the name of a new file, and is empty");
  for (auto const& url : line.copy_store)
    if (auto const read = read_store_url(url, line.config.data); !read)
      return refuse("bad_message", "FROM and TO of --copy-store " + read.error().message);
  return {};
}

}  // namespace

Result<CommandLine> read_command_line(int argc, char** argv) {
  CommandLine line;
  CLI::App app{"engawad: a room server for games with friends and bots"};
  app.set_version_flag("--version",
                       std::string("engawad " ENGAWA_VERSION) + (fail_point::kBuilt ? " with fail points" : ""));
  std::string file;
  auto const* const config =
      app.add_option("--config", file, "configuration file (TOML); " ENGAWA_CONFIG_FILE " when it exists");
  auto const modes = add_modes(app, line);
  std::vector<std::string> texts(settings().size());
  std::vector<CLI::Option*> flags;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    flags.push_back(app.add_option(settings()[i].flag, texts[i], settings()[i].help));
    flags.back()->group(is_expert(settings()[i].key) ? "Expert settings" : "Settings");
    flags.back()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // so that a script's flags can be overridden
  }
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    line.exit = app.exit(error) == 0 ? 0 : 2;
    return line;
  }
  if (auto const read = read_files(line, config->count() > 0, file); !read) return read.error();
  if (auto const read = read_environment(line.config, line.notes); !read) return read.error();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (flags[i]->count() == 0) continue;
    if (auto const set = set_text(line.config, settings()[i], texts[i], settings()[i].flag); !set) return set.error();
  }
  if (auto const fits = check_cluster(line.config); !fits) return fits.error();
  if (auto const fits = check_modes(modes, line); !fits) return fits.error();
  return line;
}

}  // namespace engawa::server
