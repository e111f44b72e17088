// The command line of engawad, which has precedence over environment and file.
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <iostream>

#include "base/help_text.hpp"
#include "base/language.hpp"
#include "server/ops/cluster_settings.hpp"
#include "server/ops/config.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/settings.hpp"
#include "server/ops/store_url.hpp"

namespace engawa::server {
namespace {

// Rarely changed settings: limits that protect the server, retention times, and settings for tests.
bool is_expert(std::string_view key) {
  constexpr std::string_view alone[] = {"server.core_dumps",    "store.cache",      "log.traffic",     "bots.weights",
                                        "bots.solve_budget_ms", "room.lobby_ttl_s", "room.idle_ttl_s", "room.archive_s",
                                        "room.record_ttl_s",    "room.guest_ttl_s"};
  for (std::string_view const section : {"limits.", "http.", "ws."})
    if (key.substr(0, section.size()) == section) return true;
  return std::find(std::begin(alone), std::end(alone), key) != std::end(alone);
}

// The modes of engawad other than serving. At most one of them.
struct Modes {
  CLI::Option *healthcheck, *backup, *restore, *check, *copy_store, *print_config;

  Result<void> require_one() const {
    std::string first;
    for (auto const* mode : {healthcheck, backup, restore, check, copy_store, print_config}) {
      if (mode->count() == 0) continue;
      if (!first.empty())
        return refuse("bad_message", first + " and " + mode->get_name() + " cannot be combined: one at a time");
      first = mode->get_name();
    }
    return {};
  }
};

// The texts of --help other than those of the settings.
namespace texts {
constexpr Words about{"engawad: a room server for games with friends and bots",
                      "engawad：友だちやボットとゲームを遊ぶルームのサーバー"};
constexpr Words config{"configuration file (TOML); " ENGAWA_CONFIG_FILE " when it exists",
                       "設定ファイル（TOML）。指定がなければ、" ENGAWA_CONFIG_FILE "（あるとき）"};
constexpr Words healthcheck{"ask the server on this port whether it is well, and exit 0 or 1",
                            "このポートのサーバーが正常かどうかを調べ、0か1で終了する"};
constexpr Words backup{
    "copy the SQLite database of --data to this new file, while a server runs or not, and exit",
    "--dataのSQLiteのデータベースを、この新しいファイルにコピーして終了する。サーバーが動いていてもよい"};
constexpr Words restore{
    "put this copy in the place of the SQLite database of --data, and exit; no server may be running there",
    "--dataのSQLiteのデータベースを、このコピーに置き換えて終了する。サーバーは止めておく"};
constexpr Words over{"restore the copy even if the database has moves that it does not have",
                     "コピーにない手がデータベースにあっても、置き換える"};
constexpr Words check{
    "replay every stored room, from its first input and from its snapshot, and exit 0 when all is well, else 1",
    "保存されたすべてのルームを、最初の入力とスナップショットから再生し、問題がなければ0、あれば1で終了する"};
constexpr Words copy_store{
    "copy all that is in the database FROM into the empty database TO, both as --store-url, and exit; no server may be "
    "running over either",
    "データベースFROMの内容を、すべて空のデータベースTOにコピーして終了する。書き方は--store-urlと同じ。"
    "どちらを使うサーバーも止めておく"};
constexpr Words print_config{"print all settings as a configuration file, and exit",
                             "すべての設定を、設定ファイルの形で表示して終了する"};
constexpr Words settings{"Settings", "設定"};
constexpr Words expert_settings{"Expert settings", "上級者向けの設定"};
}  // namespace texts

Modes add_modes(CLI::App& app, CommandLine& line, Lang lang) {
  auto const say = [lang](Words const& words) { return std::string(words.in(lang)); };
  Modes modes{};
  modes.healthcheck = app.add_flag("--healthcheck", line.healthcheck, say(texts::healthcheck));
  modes.backup = app.add_option("--backup", line.backup, say(texts::backup));
  modes.restore = app.add_option("--restore", line.restore, say(texts::restore));
  app.add_flag("--over", line.over, say(texts::over))->needs(modes.restore);
  modes.check = app.add_flag("--check", line.check, say(texts::check));
  modes.copy_store =
      app.add_option("--copy-store", line.copy_store, say(texts::copy_store))->expected(2)->type_name("FROM TO");
  modes.print_config = app.add_flag("--print-config", line.print_config, say(texts::print_config));
  return modes;
}

// A file that was named must exist; the default one need not.
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
  if (modes.restore->count() > 0 && line.restore.empty())
    return refuse("bad_message", "--restore needs the name of a copy, and is empty");
  for (auto const& url : line.copy_store)
    if (auto const read = read_store_url(url, line.config.data); !read)
      return refuse("bad_message", "FROM and TO of --copy-store " + read.error().message);
  return {};
}

}  // namespace

Result<CommandLine> read_command_line(int argc, char** argv) {
  CommandLine line;
  auto const lang = language_of_environment();
  auto const say = [lang](Words const& words) { return std::string(words.in(lang)); };
  CLI::App app{say(texts::about)};
  speak(app, lang);
  app.set_version_flag("--version",
                       std::string("engawad " ENGAWA_VERSION) + (fail_point::kBuilt ? " with fail points" : ""),
                       say(kVersionHelp));
  std::string file;
  auto const* const config = app.add_option("--config", file, say(texts::config));
  auto const modes = add_modes(app, line, lang);
  std::vector<std::string> values(settings().size());
  std::vector<CLI::Option*> flags;
  for (std::size_t i = 0; i < values.size(); ++i) {
    flags.push_back(app.add_option(settings()[i].flag, values[i], say(settings()[i].help)));
    flags.back()->group(say(is_expert(settings()[i].key) ? texts::expert_settings : texts::settings));
    flags.back()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);  // so that later flags can override a script's
  }
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    line.exit = app.exit(error) == 0 ? 0 : 2;
    return line;
  }
  if (auto const read = read_files(line, config->count() > 0, file); !read) return read.error();
  if (auto const read = read_environment(line.config, line.notes); !read) return read.error();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (flags[i]->count() == 0) continue;
    if (auto const set = set_text(line.config, settings()[i], values[i], settings()[i].flag); !set) return set.error();
  }
  if (auto const fits = check_cluster(line.config); !fits) return fits.error();
  if (auto const fits = check_modes(modes, line); !fits) return fits.error();
  return line;
}

}  // namespace engawa::server
