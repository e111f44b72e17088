// The options of the verbs for programs and records.
#include <CLI/CLI.hpp>

#include "clients/cli/verbs/verb_options.hpp"
#include "clients/console/offline.hpp"

namespace engawa::cli {
namespace {

void add_record(CLI::App& verb, Options& options, Tongue const& say) {
  verb.add_option("record", options.record,
                  say("a file, - for stdin, a link to /g/ID or /api/records/ID, or the id of a record of --server",
                      "ファイル、-（標準入力）、/g/IDか/api/records/IDのリンク、または--serverにある棋譜のID"))
      ->type_name("FILE|URL|-")
      ->required();
  add_common(verb, options, say);
}

}  // namespace

void add_pipe(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb =
      *app.add_subcommand("pipe", say("the raw protocol: lines of stdin to frames, frames to lines",
                                      "プロトコルをそのまま使う。標準入力の行をフレームに、フレームを行にする"));
  add_room(verb, "code", options, say);
  verb.add_flag(
      "--hello", options.hello,
      say("send the hello for you, as the guest of the guest file", "--guest-fileのゲストとして、helloを代わりに送る"));
  add_guest(verb, options, say,
            say("where --hello finds your guest tokens", "--helloが使う、ゲストのトークンのファイル"));
  add_reconnect(verb, options, say);
  add_common(verb, options, say);
  verb.footer(
      say("Sends no hello by itself: make it your first line, or give --hello; only then it comes back after a drop. "
          "When stdin ends, waits for the outstanding\n"
          "answers (at most --timeout, exit code 6) and closes. The server's close code is printed to stderr.",
          "helloは自動では送らない。最初の行に書くか、--helloを付ける。\n"
          "接続が切れたときに再接続するのは、--helloのときだけ。\n"
          "標準入力が終わると、残りの応答を待ち（最長で--timeout、終了コード6）、接続を閉じる。\n"
          "サーバーのクローズコードは、標準エラー出力に書く。"));
}

void add_bot(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand(
      "bot", say("let a program of yours take a seat", "自分のプログラムを席に座らせ、手を選ばせる"));
  add_room(verb, "--room", options, say);
  verb.get_option("--room")->required(false);
  auto* const make = verb.add_option_function<std::string>(
                             "--make",
                             [&options](std::string const& game) {
                               options.make = true;
                               options.game = game;
                             },
                             say("or make a room for this game, print its link, and start when every seat is taken",
                                 "--roomの代わりに、このゲームのルームを作ってリンクを表示し、"
                                 "席がすべて埋まったら始める"))
                         ->type_name("GAME")
                         ->excludes("--room");
  verb.add_option("--exec", options.exec, say("the program, run by /bin/sh -c", "プログラム。/bin/sh -cで実行する"))
      ->type_name("CMD")
      ->required();
  verb.add_option("--count", options.count,
                  say("how many copies to run, each with its own seat", "いくつ動かすか。それぞれが別の席に座る"))
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  verb.add_flag(
      "--start", options.start,
      say("as host, start the game when every seat is taken", "ホストなら、席がすべて埋まったら対局を始める"));
  verb.add_flag("--rematch", options.rematch, say("stay for further rounds", "次のラウンドも続ける"));
  add_player(verb, options, say,
             {.game = say("only in a room of this game", "このゲームのルームでだけ遊ぶ"),
              .seat = say("the (first) seat to take, from 0 (0 is the one shown as seat 1); otherwise any open one",
                          "座る（最初の）席。0から数える（0が、席1と表示される席）。指定がなければ、どこかの空席"),
              .guest = say("keep the bots' guest tokens here, to come back to the same seats",
                           "ボットのゲストのトークンを保存し、次も同じ席に戻るためのファイル")});
  verb.get_option("--game")->default_str("")->excludes(make);
  verb.preparse_callback([&options](std::size_t) { options.game.clear(); });  // the default is the game of the room
  add_variant(verb, options, say);
  verb.get_option("--preset")->needs(make);
  verb.get_option("--options")->needs(make);
  add_room_settings(verb, make, options, say);
  verb.footer(say(
      "For each of its turns the program reads a line {\"view\":{...},\"legal\":\"e3 "
      "f7\",\"ply\":17,\"seat\":\"s0\",\"deadline_ms\":N}\n"
      "and writes a line {\"move\":{\"cell\":\"f7\"}}. {\"error\":{\"code\",\"message\"}} asks for another answer;\n"
      "{\"result\":{...},\"seat\":\"s0\"} is the end. After six answers without a legal move the bot resigns, or with "
      "a "
      "clock leaves the\n"
      "turn to it; the exit code is then 1.",
      "プログラムは、自分の手番のたびに次の形の1行を読み、\n"
      "  {\"view\":{...},\"legal\":\"e3 f7\",\"ply\":17,\"seat\":\"s0\",\"deadline_ms\":N}\n"
      "1行を書く：{\"move\":{\"cell\":\"f7\"}}。{\"error\":{\"code\",\"message\"}}は、別の手を求める行。\n"
      "{\"result\":{...},\"seat\":\"s0\"}で終わる。\n"
      "打てる手が6回続けて返らなければ投了し、時計があれば時間切れを待つ。そのときの終了コードは1。"));
}

void add_rules(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand(
      "rules", say("the rules of a game as a filter: JSON lines in, JSON lines out; offline",
                   "ゲームのルールをフィルターとして使う。JSONの行を読み、JSONの行を書く。サーバーは不要"));
  verb.add_option("game", options.game, say("", "ゲーム：") + game_names())->type_name("GAME")->required();
  verb.footer(say("Lines, as in docs/reference/cli.md:\n", "行の形（docs/reference/cli.md）：\n") +
              "  {\"do\":\"new\",\"options\":{...},\"seed\":\"42\"}   {\"do\":\"move\",\"move\":{\"cell\":\"f7\"}}   "
              "{\"do\":\"state\"}\n"
              "  {\"do\":\"wait\",\"ms\":10000}   {\"do\":\"wait\",\"until\":41200}   " +
              say("(games that know time)\n", "（時間のあるゲーム）\n") +
              "  {\"do\":\"bot\",\"bot\":\"minimum\",\"level\":1}   {\"do\":\"hint\"}   {\"do\":\"solve\"}\n"
              "  {\"do\":\"moves\"}   {\"do\":\"moves\",\"angle\":-1250}   " +
              say("(what that move would do)\n"
                  "\"seat\":\"s1\" says whose, where several are to act; \"at\":41200 when, in games that know time; "
                  "\"budget_ms\" how long\n"
                  "hint and solve may think (60000).",
                  "（その手で何が起きるか）\n"
                  "\"seat\":\"s1\"は、何人も手番のときに、だれのものか。\"at\":41200は、時間のあるゲームで、いつか。\n"
                  "\"budget_ms\"は、hintとsolveの思考時間の上限（60000）。"));
}

void add_verify(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand("verify", say("play the record of a round again: is every line of it true?",
                                                 "ラウンドの棋譜をもう一度たどり、どの行も正しいかを確かめる"));
  add_record(verb, options, say);
  verb.footer(
      say("Checks the chain of hashes, each move and the position after it, the result, and that the seed is the one "
          "that was\n"
          "committed to when the round began. Exit code 0 when all is true, 1 when not: then the first line that is "
          "wrong is\n"
          "named. With --json {\"ok\":true,\"record\",\"game\",\"inputs\",\"committed\"} or "
          "{\"ok\":false,\"line\",\"what\",\"message\"}.",
          "調べるもの：ハッシュチェーン、それぞれの手とそのあとの局面、結果、\n"
          "シードがラウンドの初めのコミットメントどおりであること。\n"
          "終了コードは、すべて正しければ0、そうでなければ1で、最初の誤りの行を示す。--jsonでは、次のどちらか：\n"
          "  {\"ok\":true,\"record\",\"game\",\"inputs\",\"committed\"}\n"
          "  {\"ok\":false,\"line\",\"what\",\"message\"}"));
}

void add_replay(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand("replay", say("watch the record of a round", "ラウンドの棋譜を再生する"));
  add_record(verb, options, say);
  verb.add_option("--ply", options.ply, say("stop after so many moves", "この手数で止まる"))
      ->check(CLI::Range(0, 10000000));
  verb.add_option("--delay-ms", options.delay_ms,
                  say("between two inputs; 700 in full-screen mode, 0 as lines",
                      "入力と入力の間のミリ秒数。指定がなければ、全画面は700、テキスト表示は0"))
      ->check(CLI::Range(0, 60000));
  add_plain(verb, options, say);
  verb.footer(
      say("In full-screen mode: space stops and goes on, right makes one move, Home begins anew, q ends.\n"
          "With --json every input is a line {\"by\",\"move\",\"events\",\"room\":{the document after it}}.",
          "全画面では、スペースで一時停止と再開、右矢印で1手、Homeで最初から、qで終了。\n"
          "--jsonでは、1つの入力が次の形の1行になる：{\"by\",\"move\",\"events\",\"room\":{そのあとの文書}}"));
}

void add_doctor(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand("doctor", say("find out why a server cannot be reached as it should be",
                                                 "サーバーに正しく接続できない原因を調べる"));
  verb.add_option("url", options.server,
                  say("the address as people open it; without it, --server", "開くときのアドレス。なければ--server"));
  add_common(verb, options, say);
  verb.footer(say(
      "Goes the way of a browser: name, connection, certificate, server, WebSocket, clock, round trip. Each step is a\n"
      "line, ok, warning or fault, with what to do below it. Exit code 1 if there is a fault.\n"
      "With --json every step is a line {\"check\",\"state\",\"message\",\"advice\"}.",
      "ブラウザーと同じように、名前、接続、証明書、サーバー、WebSocket、時計、往復時間を順に調べる。\n"
      "それぞれをok、warning、faultの1行で表示し、対処をその下に書く。faultがあれば、終了コードは1。\n"
      "--jsonでは、1つの項目が次の形の1行になる：{\"check\",\"state\",\"message\",\"advice\"}"));
}

}  // namespace engawa::cli
