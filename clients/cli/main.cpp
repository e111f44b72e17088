// `engawa`, the terminal client: reads the command line and calls a verb.
#include <cstdlib>
#include <iostream>

#include "base/standard_streams.hpp"
#include "clients/cli/verbs/rules_verb.hpp"
#include "clients/cli/verbs/verb_options.hpp"
#include "clients/cli/verbs/verbs.hpp"
#include "clients/console/door.hpp"
#include "clients/console/program.hpp"

namespace {

using engawa::Words;
using engawa::cli::Options;
using engawa::cli::Output;

constexpr Words kAbout{"Engawa in the terminal: play, watch and program games on an Engawa server.",
                       "ターミナル版Engawa。サーバーのゲームで対局し、観戦し、プログラムを動かす。"};

constexpr Words kShortHelp{
    "Engawa in the terminal: play, watch and program games on an Engawa server.\n"
    "\n"
    "  engawa play                 a game against whoever is there, bots otherwise\n"
    "  engawa play K7WMA2QX        take a seat in that room\n"
    "\n"
    "Verbs: play watch rooms bots pipe bot rules verify replay doctor admin. `engawa --help` says more, `engawa VERB "
    "--help` "
    "everything.\n",
    "ターミナル版Engawa。サーバーのゲームで対局し、観戦し、プログラムを動かす。\n"
    "\n"
    "  engawa play                 待っている人と、いなければボットと対局する\n"
    "  engawa play K7WMA2QX        そのルームの席に着く\n"
    "\n"
    "サブコマンド：play、watch、rooms、bots、pipe、bot、rules、verify、replay、doctor、admin\n"
    "詳しくは`engawa --help`、すべてのオプションは`engawa サブコマンド --help`\n"};

constexpr Words kFooter{
    "Examples:\n"
    "  engawa play --preset seed --nick Taro\n"
    "  engawa watch K7WMA2QX --json | jq .room.view.score\n"
    "  engawa bot --room K7WMA2QX --exec 'python3 my_bot.py'\n"
    "\n"
    "Exit codes: 0 ok, 1 other, 2 usage, 3 cannot connect, 4 not authorised, 5 refused by the server,\n"
    "6 timeout, 7 no such room or full, 8 protocol version, 130 interrupted.\n"
    "Environment: ENGAWA_SERVER, ENGAWA_ADMIN and ENGAWA_ADMIN_TOKEN_FILE (the admin port), NO_COLOR, LANG (ja or en), "
    "XDG_STATE_HOME (guest tokens), XDG_CACHE_HOME (tables of "
    "rules),\nSSL_CERT_FILE and SSL_CERT_DIR (who may sign for https).",
    "例：\n"
    "  engawa play --preset seed --nick Taro\n"
    "  engawa watch K7WMA2QX --json | jq .room.view.score\n"
    "  engawa bot --room K7WMA2QX --exec 'python3 my_bot.py'\n"
    "\n"
    "終了コード：0 正常、1 そのほかの失敗、2 使い方の誤り、3 接続できない、4 認証されていない、5 サーバーの拒否、\n"
    "6 時間内に応答がない、7 ルームか空席がない、8 プロトコルのバージョン違い、130 中断。\n"
    "環境変数：ENGAWA_SERVER、ENGAWA_ADMINとENGAWA_ADMIN_TOKEN_FILE（管理用ポート）、NO_COLOR、\n"
    "LANG（jaかen）、XDG_STATE_HOME（ゲストのトークン）、XDG_CACHE_HOME（ルールの表）、SSL_CERT_FILEとSSL_CERT_"
    "DIR（httpsの認証局）。"};

}  // namespace

int main(int argc, char** argv) {
  engawa::open_standard_streams();
  Options options;
  // CLI11's envname is not used: through the verbs that were not called, the environment would overrule the flag.
  if (char const* const server = std::getenv("ENGAWA_SERVER"); server != nullptr && *server != '\0')
    options.server = server;
  if (char const* const port = std::getenv("ENGAWA_ADMIN"); port != nullptr && *port != '\0') options.admin = port;
  if (char const* const file = std::getenv("ENGAWA_ADMIN_TOKEN_FILE"); file != nullptr && *file != '\0')
    options.token_file = file;
  auto const verb = [&options](char const* name, void (*add)(CLI::App&, Options&, engawa::cli::Tongue const&),
                               int (*run)(Options const&, Output const&)) {
    return engawa::cli::Verb{name, [&options, add](CLI::App& app, auto const& say) { add(app, options, say); },
                             [&options, run] { return run(options, Output(options)); }};
  };
  auto const rules = [](Options const& said, Output const&) {
    engawa::cli::DataBuffer lines;
    std::ostream out(&lines);
    out.exceptions(std::ios::badbit);  // a failed write ends the program
    return engawa::cli::run_rules(said.game, std::cin, out);
  };
  return engawa::cli::run_program(
      {"engawa",
       "engawa " ENGAWA_VERSION " (protocol engawa.v1)",
       kAbout,
       kFooter,
       kShortHelp,
       {verb("play", engawa::cli::add_play, engawa::cli::play),
        verb("watch", engawa::cli::add_watch, engawa::cli::watch),
        verb("rooms", engawa::cli::add_rooms, engawa::cli::rooms),
        verb("bots", engawa::cli::add_bots, engawa::cli::bots),
        verb("pipe", engawa::cli::add_pipe, engawa::cli::pipe_room),
        verb("bot", engawa::cli::add_bot, engawa::cli::bot), verb("rules", engawa::cli::add_rules, rules),
        verb("verify", engawa::cli::add_verify, engawa::cli::verify),
        verb("replay", engawa::cli::add_replay, engawa::cli::replay),
        verb("doctor", engawa::cli::add_doctor, engawa::cli::doctor),
        verb("admin", engawa::cli::add_admin, engawa::cli::admin)}},
      argc, argv);
}
