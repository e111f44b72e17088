#include "clients/cli/verbs/verb_options.hpp"

#include <CLI/CLI.hpp>

#include "clients/console/offline.hpp"

namespace engawa::cli {
namespace {

// How moves are typed, one line for each game that describes it.
std::string typed_moves(Tongue const& say) {
  std::string lines;
  for (auto const& entry : games::catalog()) {
    if (entry.terminal == nullptr || entry.terminal->commands.empty()) continue;
    auto const& first = entry.terminal->commands[0];
    lines += "  " + std::string(entry.info().id) + ": " + say(first.en, first.ja) + "\n";
  }
  return lines;
}

}  // namespace

void add_common(CLI::App& verb, Options& options, Tongue const& say) {
  verb.add_option("--server", options.server,
                  say("the server: http:// or https://", "サーバー（http://またはhttps://）"))
      ->capture_default_str();
  verb.add_option("--timeout", options.timeout_s, say("seconds to wait for an answer", "応答を待つ秒数"))
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verb.add_flag("--insecure", options.insecure,
                say("with https, take any certificate: only for a server of your own that you reach by a way you trust",
                    "httpsで、どんな証明書も受け入れる。信頼できるネットワークにある自分のサーバー専用"));
  add_output_flags(verb, options, say);
  verb.add_flag("--no-color", options.no_color, say("no colours, as with NO_COLOR", "色を付けない（NO_COLORと同じ）"));
}

void add_room(CLI::App& verb, char const* name, Options& options, Tongue const& say) {
  verb.add_option(name, options.room, say("a room's code or link", "ルームのコードかリンク"))
      ->type_name("CODE")
      ->required();
}

void add_reconnect(CLI::App& verb, Options& options, Tongue const& say) {
  verb.add_option("--reconnect", options.reconnect_s,
                  say("seconds to go on trying after a drop", "接続が切れたあと、再接続を試し続ける秒数"))
      ->check(CLI::Range(0, 86400))
      ->capture_default_str();
}

void add_plain(CLI::App& verb, Options& options, Tongue const& say) {
  verb.add_flag("--plain", options.plain,
                say("lines instead of full-screen mode", "全画面の代わりにテキスト表示にする"));
}

void add_guest(CLI::App& verb, Options& options, Tongue const& say, std::string const& help) {
  verb.add_option("--guest-file", options.guest_file, help)->type_name("FILE");
  verb.add_option("--nick", options.nick,
                  say("the name others see, 1-16 characters", "ほかの人に見えるニックネーム（1〜16文字）"))
      ->type_name("NAME");
}

void add_variant(CLI::App& verb, Options& options, Tongue const& say) {
  verb.add_option("--preset", options.preset,
                  say("the preset of a new room: five, 753-misere, race, ...",
                      "新しいルームのルール：five、753-misere、raceなど"))
      ->type_name("NAME");
  verb.add_option("--options", options.game_options,
                  say("or all its options, as in docs/reference/boards.md",
                      "--presetの代わりに、ゲームのすべてのオプション（docs/reference/boards.md）"))
      ->type_name("JSON");
}

void add_room_settings(CLI::App& verb, CLI::Option* make, Options& options, Tongue const& say) {
  auto* const open = verb.add_flag("--open", options.open,
                                   say("its other seats are open for friends, else bots have them",
                                       "ほかの席を友だち用に空ける。指定がなければ、ボットが座る"))
                         ->needs(make);
  verb.add_option("--bots", options.seat_bots,
                  say("the bots on its other seats, with their levels: kitsune:5 or tanuki,kitsune:5; the last one "
                      "takes what is left (`engawa bots` lists them)",
                      "ほかの席のボットとレベル（例：kitsune:5、tanuki,kitsune:5）。"
                      "最後のボットが、残りの席すべてに座る（一覧は`engawa bots`）"))
      ->type_name("BOTS")
      ->needs(make)
      ->excludes(open);
  verb.add_option(
          "--clock", options.clock,
          say("none; seconds for each move (60); minutes and an increment in seconds (5+3); minutes and byo-yomi "
              "(10+3x30: then three periods of 30 seconds)",
              "持ち時間。none（なし）、1手の秒数（60）、分と1手ごとに加算する秒数（5+3）、"
              "分と秒読み（10+3x30なら、10分のあとに30秒が3回）のどれか"))
      ->type_name("CLOCK")
      ->needs(make);
  verb.add_option("--out-of-time", options.out_of_time,
                  say("bot_move: a bot makes that move; forfeit: the player loses",
                      "時間が切れたとき。bot_moveなら、その手をボットが打つ。forfeitなら、負けになる"))
      ->check(CLI::IsMember({"bot_move", "forfeit"}))
      ->needs(make);
  verb.add_option("--grace", options.grace_s,
                  say("seconds that a dropped player is waited for", "接続の切れたプレイヤーの再接続を待つ秒数"))
      ->check(CLI::Range(0, 3600))
      ->needs(make);
  verb.add_option("--absent", options.absent,
                  say("what happens after that: bot or forfeit",
                      "その時間が過ぎたとき。botなら、ボットが代わりに打つ。forfeitなら、負けになる"))
      ->check(CLI::IsMember({"bot", "forfeit"}))
      ->needs(make);
  verb.add_option("--join", options.join,
                  say("bots: anybody may take a bot's seat while the game runs; none",
                      "途中参加。botsなら、対局中でもボットの席に座れる。noneなら、座れない"))
      ->check(CLI::IsMember({"bots", "none"}))
      ->needs(make);
  verb.add_option("--programs", options.programs,
                  say("refuse: programs of other people have no seat; allow",
                      "ほかの人のプログラム。refuseなら、席に座れない。allowなら、座れる"))
      ->check(CLI::IsMember({"refuse", "allow"}))
      ->needs(make);
  verb.add_option("--next-round", options.next_round,
                  say("rotate: in the next round everybody plays one seat up; same",
                      "次のラウンドの席順。rotateなら、全員が1つ先の席に移る。sameなら、同じ席のまま"))
      ->check(CLI::IsMember({"rotate", "same"}))
      ->needs(make);
  verb.add_option("--hints", options.hints,
                  say("allowed: hints also while several people play; off",
                      "ほかの人と遊ぶときのヒント。allowedなら、使える。offなら、使えない"))
      ->check(CLI::IsMember({"allowed", "off"}))
      ->needs(make);
  verb.add_option("--stand-in", options.stand_in,
                  say("the bot that plays for absent players, with its level: mcs:1",
                      "不在のプレイヤーの代打ちのボットとレベル（例：mcs:1）"))
      ->type_name("BOT")
      ->needs(make);
}

void add_player(CLI::App& verb, Options& options, Tongue const& say, PlayerHelp const& help) {
  verb.add_option("--game", options.game, help.game + say(": ", "：") + game_names())->capture_default_str();
  verb.add_option("--seat", options.seat, help.seat)->check(CLI::Range(0, 15));
  add_guest(verb, options, say, help.guest);
  add_common(verb, options, say);
  add_reconnect(verb, options, say);
}

void add_play(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand(
      "play", say("play a game: quick play, or in the room CODE", "対局する（「すぐ遊ぶ」、またはCODEのルーム）"));
  verb.add_option("code", options.room,
                  say("a room's code or link; without it, quick play", "ルームのコードかリンク。なければ「すぐ遊ぶ」"))
      ->type_name("CODE");
  add_variant(verb, options, say);
  auto* const make = verb.add_flag("--make", options.make,
                                   say("make a room of your own: you are the host and start the game",
                                       "自分のルームを作る。ホストになり、対局を始める"));
  add_room_settings(verb, make, options, say);
  verb.add_flag("--plain", options.plain,
                say("lines instead of full-screen mode: for pipes and screen readers",
                    "全画面の代わりにテキスト表示にする。パイプやスクリーンリーダー用"));
  verb.add_flag("--once", options.once,
                say("exit after the result, even at a terminal", "ターミナルでも、結果が出たら終了する"));
  add_player(verb, options, say,
             {.game = say("the game of quick play", "「すぐ遊ぶ」のゲーム"),
              .seat = say("the seat to take, from 0 (0 is the one shown as seat 1)",
                          "座る席。0から数える（0が、席1と表示される席）"),
              .guest = say("where your guest tokens are kept", "ゲストのトークンを保存するファイル")});
  verb.footer(
      say("Commands of --plain, one a line: a move, board, legal, hint, bots, say TEXT, start, stand, sit, seat, kick, "
          "pardon,\n"
          "mute, unmute, host, report, resign, rematch, quit, help.\n"
          "A move as it is typed, or as JSON:\n",
          "--plainのコマンド（1行に1つ）：手、board、legal、hint、bots、say TEXT、start、stand、sit、seat、\n"
          "kick、pardon、mute、unmute、host、report、resign、rematch、quit、help。\n"
          "手の書き方（JSONでもよい）：\n") +
      typed_moves(say) +
      say("From a pipe each waits until it can be carried out, and the program ends after the result; when the input "
          "ends\n"
          "earlier, it leaves at your next turn with exit code 1.\n"
          "With --json every step is a line {\"seq\",\"by\",\"move\",\"events\",\"you\",\"room\":{the document after "
          "it}}.",
          "パイプから読むときは、どれも実行できるまで待ち、結果が出ると終了する。それより先に入力が終わると、\n"
          "次の自分の番に退出する（終了コード1）。\n"
          "--jsonでは、1つのステップが次の形の1行になる：\n"
          "  {\"seq\",\"by\",\"move\",\"events\",\"you\",\"room\":{そのあとの文書}}"));
}

void add_watch(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand("watch", say("follow a room until its game is over", "ルームを終局まで観戦する"));
  add_room(verb, "code", options, say);
  add_plain(verb, options, say);
  add_common(verb, options, say);
  add_reconnect(verb, options, say);
  verb.footer(
      say("With --json every step is a line {\"seq\",\"by\",\"move\",\"events\",\"room\":{the document after it}}.",
          "--jsonでは、1つのステップが次の形の1行になる：\n"
          "  {\"seq\",\"by\",\"move\",\"events\",\"room\":{そのあとの文書}}"));
}

void add_rooms(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb = *app.add_subcommand("rooms", say("list the public rooms", "公開ルームの一覧を表示する"));
  verb.add_option("--game", options.game, say("only of this game", "このゲームのルームだけ"));
  verb.add_option("--phase", options.phase,
                  say("only in this phase: lobby, playing, over",
                      "この段階のルームだけ：lobby（参加者募集中）、playing（対局中）、over（終局）"));
  add_common(verb, options, say);
  verb.preparse_callback([&options](std::size_t) { options.game.clear(); });  // the default is every game
  verb.footer(say("With --json every room is a line, as GET /api/rooms has it.",
                  "--jsonでは、1つのルームが1行になる（GET /api/roomsの形）。"));
}

void add_bots(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb =
      *app.add_subcommand("bots", say("list the bots of the server: what to call them, their levels, what they do",
                                      "サーバーのボットの一覧（名前、レベル、特徴）を表示する"));
  verb.add_option("--game", options.game, say("only of this game", "このゲームのボットだけ"));
  add_common(verb, options, say);
  verb.preparse_callback([&options](std::size_t) { options.game.clear(); });  // the default is every game
  verb.footer(say("With --json every bot is a line {\"game\",\"bot\",\"title\",\"about\",\"first_level\",\"levels\"}.",
                  "--jsonでは、1つのボットが次の形の1行になる：\n"
                  "  {\"game\",\"bot\",\"title\",\"about\",\"first_level\",\"levels\"}"));
}

}  // namespace engawa::cli
