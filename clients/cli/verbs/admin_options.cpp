// The options of `admin`.
#include <CLI/CLI.hpp>

#include "clients/cli/verbs/verb_options.hpp"

namespace engawa::cli {
namespace {

void add_port(CLI::App& verb, Options& options, Tongue const& say) {
  verb.add_option(
          "--admin", options.admin,
          say("the admin port of the server: http:// or https://", "サーバーの管理用ポート（http://かhttps://）"))
      ->type_name("URL")
      ->capture_default_str();
  verb.add_option("--token-file", options.token_file,
                  say("the file of the server's admin.token_file", "サーバーのadmin.token_fileのファイル"))
      ->type_name("FILE");
  verb.add_option("--timeout", options.timeout_s, say("seconds to wait for an answer", "応答を待つ秒数"))
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  verb.add_flag("--insecure", options.insecure,
                say("with https, take any certificate", "httpsで、どんな証明書も受け入れる"));
  add_output_flags(verb, options, say);
  verb.add_flag("--no-color", options.no_color, say("no colours, as with NO_COLOR", "色を付けない（NO_COLORと同じ）"));
}

void add_details(CLI::App& verb, Options& options, Tongue const& say) {
  constexpr int most_minutes = 5256000, most_wait_s = 3600;
  verb.add_option("--minutes", options.minutes,
                  say("how long a ban or a mute lasts; without it, until it is lifted",
                      "banとmuteの長さ（分）。指定がなければ、解除するまで"))
      ->check(CLI::Range(1, most_minutes));
  verb.add_option("--wait", options.wait_s,
                  say("after drain, wait this many seconds, until no proxy sends new clients here",
                      "drainのあとに待つ秒数。プロキシが新しいクライアントを送らなくなるまでの時間"))
      ->check(CLI::Range(0, most_wait_s))
      ->type_name("SECONDS");
  verb.add_option("--reason", options.reason,
                  say("the reason; the banned and the muted see it", "理由。banとmuteでは、相手にも見える"))
      ->type_name("TEXT");
  verb.add_option("--by", options.by, say("who does this, for the log", "操作する人の名前。記録に残る"))
      ->type_name("NAME");
  verb.add_option("--en", options.en, say("the text of a notice in English", "お知らせの英語の文"))->type_name("TEXT");
  verb.add_option("--ja", options.ja, say("the text of a notice in Japanese", "お知らせの日本語の文"))
      ->type_name("TEXT");
}

}  // namespace

void add_admin(CLI::App& app, Options& options, Tongue const& say) {
  auto& verb =
      *app.add_subcommand("admin", say("run a server: who is there, bans, mutes, words, rooms, notices",
                                       "サーバーを管理する。参加者の一覧、BAN、発言停止、禁止語、ルーム、お知らせ"));
  verb.add_option("act", options.admin_act, say("what to do, see below", "すること（下を参照）"))
      ->check(CLI::IsMember({"rooms", "guests", "server", "acts", "reports", "settle", "close", "remove", "ban",
                             "unban", "mute", "unmute", "forbid", "allow", "notice", "retry", "drain"}))
      ->type_name("ACT")
      ->required();
  verb.add_option("words", options.admin_words, say("what belongs to it", "その対象"))->type_name("WORD");
  add_details(verb, options, say);
  add_port(verb, options, say);
  verb.footer(
      say("rooms, guests, acts          what there is, and the log of what was done\n"
          "server                       its memory, and the nodes of its cluster\n"
          "reports                      what guests have reported and nobody has settled\n"
          "settle NUMBER                a report is dealt with\n"
          "close CODE                   end a room for good\n"
          "remove CODE GUEST            remove a guest from a room\n"
          "ban GUEST|ADDRESSES          keep a guest or a network out, with --reason\n"
          "unban GUEST|ADDRESSES\n"
          "mute GUEST, unmute GUEST     no chat on the whole server\n"
          "forbid WORD, allow WORD      in names and chat\n"
          "notice TEXT                  tell everybody; or --en and --ja\n"
          "retry CODE                   put a quarantined room back into service\n"
          "drain                        no new rooms until the next start\n"
          "GUEST is an id such as g_NP62PD6C3FGH, ADDRESSES 203.0.113.7, 203.0.113.0/24 or 2001:db8::/64.\n"
          "With --json every room, guest or act is a line, as the admin port has it.",
          "rooms、guests、acts          今あるものと、操作の記録を表示する\n"
          "server                       使用メモリーと、クラスターのノードを表示する\n"
          "reports                      対応の済んでいない通報を表示する\n"
          "settle NUMBER                通報を対応済みにする\n"
          "close CODE                   ルームを閉じる\n"
          "remove CODE GUEST            ゲストをルームから退出させる\n"
          "ban GUEST|ADDRESSES          ゲストまたはネットワークの利用を停止する。--reasonが必要\n"
          "unban GUEST|ADDRESSES        それを解除する\n"
          "mute GUEST、unmute GUEST     サーバー全体での発言を停止、再開する\n"
          "forbid WORD、allow WORD      名前とチャットの禁止語を追加、削除する\n"
          "notice TEXT                  全員に知らせる。--enと--jaでもよい\n"
          "retry CODE                   隔離されたルームを元に戻す\n"
          "drain                        次の起動まで、新しいルームを作らせない\n"
          "GUESTはg_NP62PD6C3FGHのようなID、ADDRESSESは203.0.113.7、203.0.113.0/24、2001:db8::/64のような形。\n"
          "--jsonでは、ルーム、ゲスト、操作の1つが1行になる（管理用ポートの形）。"));
}

}  // namespace engawa::cli
