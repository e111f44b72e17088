// The client's own texts, in both languages; a game's texts are in games/NAME/terminal.cpp. Texts with fields in angle
// brackets are templates of games/core/terminal.hpp.
#pragma once
#include "games/core/terminal.hpp"

namespace engawa::cli::texts {

using games::Text;
using games::terminal::Sentence;

// People and seats
inline constexpr Text you{"you", "あなた"};
inline constexpr Text somebody{"somebody", "だれか"};
inline constexpr Text seat_n{"seat <seat>", "席<seat>"};
inline constexpr Text seat_of_name{"<seat> (<name>)", "<seat>（<name>）"};
inline constexpr Text list_separator{", ", "、"};
inline constexpr Text open_seat{"open", "空席"};
inline constexpr Text closed_seat{"closed", "募集しない席"};
inline constexpr Text bot_at_level{"<bot>, level <level>", "<bot> レベル<level>"};
inline constexpr Text game_and_variant{"<game> · <variant>", "<game> · <variant>"};
inline constexpr Text guest_sits{
    "<name>[ (lost, a bot plays)<?out>][ (left, a bot plays)<?left>][ (absent, a bot plays)<?stand_in>]"
    "[ (connecting)<?held>][ (disconnected)<?offline>][ (program)<?program>]",
    "<name>[（負け・ボットが代打ち）<?out>][（退席・ボットが代打ち）<?left>][（不在・ボットが代打ち）<?stand_in>]"
    "[（接続中）<?held>][（接続切れ）<?offline>][（プログラム）<?program>]"};
inline constexpr Text you_in_list{" (you)", "（あなた）"};
inline constexpr Text host_in_list{" host", " ホスト"};
inline constexpr Text lobby_room{"Room <code>: <game>", "ルーム <code>：<game>"};
inline constexpr Text lobby_seat{"  seat <seat>: <name>[ - you<?you>][, host<?host>]",
                                 "  席<seat>：<name>[ - あなた<?you>][、ホスト<?host>]"};

// What happens in a room
inline constexpr Sentence room_events[] = {
    {"start", {"Round <round> begins", "第<round>ラウンドが始まりました"}},
    {"over", {"The game is over", "終局しました"}},
    {"sit", {"<who> took a seat", "<who>が着席しました"}},
    {"stand", {"<who> left the seat", "<who>が席を立ちました"}},
    {"seat", {"<who>: the host changed this seat", "<who>：ホストが席を変更しました"}},
    {"host", {"<who> became the host", "<who>がホストになりました"}},
    {"offline", {"<who> lost the connection", "<who>の接続が切れました"}},
    {"online", {"<who> came back", "<who>が戻りました"}},
    {"stand_in", {"<who> did not come back, a bot plays on", "<who>が戻らないため、ボットが代わりました"}},
    {"hand_back", {"<who> came back and took over from the bot", "<who>が戻り、ボットと交代しました"}},
    {"timeout", {"<who> ran out of time, a bot made the move", "時間切れのため、<who>に代わってボットが打ちました"}},
    {"resign", {"<who> resigned", "<who>が投了しました"}},
    {"flag", {"<who> lost on time", "<who>が時間切れ負けになりました"}},
    {"forfeit", {"<who> did not come back in time and lost", "<who>が戻らなかったため負けになりました"}},
    {"hint", {"<who> took a hint", "<who>がヒントを見ました"}},
    {"rematch", {"<who> wants a rematch", "<who>が再戦を希望しました"}},
    {"kick", {"The host removed <nick>", "ホストが<nick>を退席させました"}},
    {"pardon", {"The host allowed <nick> to sit", "ホストが<nick>の着席を再び許可しました"}},
    {"mute", {"The host muted <nick>", "ホストが<nick>の発言を禁止しました"}},
    {"unmute", {"The host unmuted <nick>", "ホストが<nick>の発言を再び許可しました"}},
    {"restart", {"The server is back", "サーバーが復帰しました"}},
    {"room_closed", {"This room has been closed", "このルームは閉じられました"}},
    {"configure", {"The host chose what to play next", "ホストが次のゲームを選びました"}},
};
inline constexpr Text so_far{"So far:", "ここまで："};
inline constexpr Text earlier_is_in_record{"(earlier moves are in the record)", "（これより前は棋譜にあります）"};
inline constexpr Text room_now{"The room as it is now:", "現在のルーム："};

// How it ends
inline constexpr Sentence common_reasons[] = {
    {"resign", {"(by resignation)", "（投了による）"}},
    {"time", {"(out of time)", "（時間切れ）"}},
    {"absent", {"(the others did not come back)", "（相手が戻らなかった）"}},
};
inline constexpr Text check_record{"Record: engawa verify <record>", "棋譜：engawa verify <record>"};
inline constexpr Text shared_first{"You share the first place.", "同点1位です。"};
inline constexpr Text you_win{"You win!", "あなたの勝ちです！"};
inline constexpr Text your_place{"You finished in place <place>.", "あなたは<place>位です。"};
inline constexpr Text game_is_over{"The game is over. <how>", "終局です。<how>"};

// Connection
inline constexpr Text connected_again{"connected again", "再接続しました"};
inline constexpr Text connection_lost{"connection lost, reconnecting: <why>", "接続が切れました。再接続中：<why>"};
inline constexpr Text draining{"the server is about to restart", "サーバーがまもなく再起動します"};
inline constexpr Text from_operator{"from the operator of the server: <text>",
                                    "サーバーの運営者からのお知らせ：<text>"};
inline constexpr Text other_history{
    "the server was reset to an earlier point of this game; you now see the game as it is",
    "サーバーが復元され、対局が以前の時点に戻りました。現在の状態を表示します"};
inline constexpr Text connecting{"Connecting...", "接続しています…"};
inline constexpr Text move_waits{"Your move waits for the connection.", "再接続すると着手が送られます。"};
inline constexpr Text connected{"connected ", "接続中 "};
inline constexpr Text offline{"offline ", "切断 "};

inline constexpr Text certificate_expired{"the certificate of <server> has expired", "<server>の証明書は期限切れです"};
inline constexpr Text certificate_early{
    "the certificate of <server> is not valid yet: is the clock of this machine right?",
    "<server>の証明書はまだ有効期間に入っていません。このマシンの時計は合っていますか"};
inline constexpr Text certificate_of_another{"the certificate of <server> is for another host",
                                             "<server>の証明書は別のホストのものです"};
inline constexpr Text certificate_self_signed{
    "the certificate of <server> is signed by itself alone; for a server of your own name it in SSL_CERT_FILE, or say "
    "--insecure",
    "<server>の証明書は自己署名です。自分のサーバーなら、SSL_CERT_FILEで指定するか--insecureを付けてください"};
inline constexpr Text certificate_of_stranger{
    "the certificate of <server> is signed by an authority that this machine does not know; for a server of your own "
    "name that authority in SSL_CERT_FILE, or say --insecure",
    "<server>の証明書の発行元をこのマシンは知りません。自分のサーバーなら、発行元をSSL_CERT_FILEで指定するか"
    "--insecureを付けてください"};
inline constexpr Text certificate_bad{"the certificate of <server> cannot be trusted: <why>",
                                      "<server>の証明書は信頼できません：<why>"};
inline constexpr Text speaks_no_tls{"what answers at <server> speaks no TLS: is it http:// there?",
                                    "<server>はTLSで応答しません。http://ではありませんか"};
inline constexpr Text no_secure_connection{"no secure connection to <server>: <why>",
                                           "<server>に安全に接続できません：<why>"};

// Turns and moves
inline constexpr Text your_turn{
    "Your turn[. <possible>][ (<seconds> s left)][ (byo-yomi: <period_seconds> s, <periods> left)]",
    "あなたの番です[。<possible>][（残り<seconds>秒）][（秒読み<period_seconds>秒、残り<periods>回）]"};
inline constexpr Text not_your_turn{"It is not your turn.", "あなたの番ではありません。"};
inline constexpr Text is_to_move{"<who> is to move.", "<who>の番です。"};
inline constexpr Text no_command{"unknown command or move; type help for a list",
                                 "コマンドでも着手でもありません（helpで一覧）"};
inline constexpr Text hint{"Hint: <move>", "ヒント：<move>"};
inline constexpr Text run{"[cell <from+1><!count-1>][cells <from+1>-<from+count><?count-1>] of row <row+1>",
                          "<row+1>行目の[<from+1>番<!count-1>][<from+1>〜<from+count>番<?count-1>]"};
inline constexpr Text row{"row <row+1>:", "行<row+1>:"};
inline constexpr Text run_is_typed_so{"a move is ROW FROM COUNT, such as 1 2 3",
                                      "着手は「行 開始 個数」です（例：1 2 3）"};
inline constexpr Text no_such_row{"the row must be 1 to <rows>", "行は1〜<rows>です"};
inline constexpr Text take_at_least_one{"take at least one cell", "1マス以上取ってください"};
inline constexpr Text row_has_cells{"row <row+1> has the cells 1 to <length>", "<row+1>行目のマスは1〜<length>番です"};
inline constexpr Text run_is_taken{"[<run> is already taken<!count-1>][some of <run> are already taken<?count-1>]",
                                   "[<run>はもう取られています<!count-1>][<run>には取られたマスがあります<?count-1>]"};
inline constexpr Text not_in_line{"tile <tile> is not in line with the hole; you can slide <possible>",
                                  "<tile>は空きと一直線上にありません。動かせるのは<possible>"};
inline constexpr Text angle_is_so{"an angle is from <least:degrees> to <most:degrees> degrees, in steps of 0.01",
                                  "角度は<least:degrees>〜<most:degrees>度、0.01度単位です"};
inline constexpr Text no_such_choice{"the legal moves are numbered 1 to <count>", "打てる手の番号は1〜<count>です"};

// A game that says nothing of its board
inline constexpr Text choose_move{"Type the number of a move: <possible>", "手の番号を入力：<possible>"};
inline constexpr Text choose_status{"Your turn: type a move's number and Enter[: <typed>_]",
                                    "あなたの番です。手の番号を入力してEnter[：<typed>_]"};
inline constexpr Text plain_board_commands[] = {
    {"2             the second of the legal moves; a move may also be JSON",
     "2             打てる手の2番目。着手はJSONでも可"},
};
inline constexpr Text plain_board_keys[] = {
    {"2 Enter      the second of the legal moves", "2 Enter      打てる手の2番目"}};
inline constexpr Text plain_board_key_line{"2 Enter play move 2   h hint   t talk   ? keys   q quit",
                                           "2 Enter 2番の手   h ヒント   t 発言   ? キー一覧   q 終了"};

// bot
inline constexpr Text bot_waits_for_host{"waiting for the host to start the game",
                                         "ホストが対局を始めるのを待っています"};
inline constexpr Text bot_is_host{"the bot is the host: with --start it starts the game when every seat is taken",
                                  "ボットがホストです。--startを付けると、席がすべて埋まったときに対局を始めます"};
inline constexpr Text bot_waits_for_seats{"waiting until every seat is taken", "席がすべて埋まるのを待っています"};
inline constexpr Text bot_answer_refused{"the answer <answer> was refused: <why>",
                                         "答え<answer>が拒否されました：<why>"};
inline constexpr Text bot_gave_up{"the bot program gave no legal move in <count> answers and resigns",
                                  "ボットのプログラムが<count>回の答えで打てる手を返さなかったため、投了します"};
inline constexpr Text bot_gave_up_turn{
    "the bot program gave no legal move in <count> answers: this turn is left to the clock",
    "ボットのプログラムが<count>回の答えで打てる手を返さなかったため、この手番は時間切れを待ちます"};

// play --plain
inline constexpr Text host_types_start{"You are the host: type start to begin.",
                                       "あなたがホストです。startで開始します。"};
inline constexpr Text rematch_or_quit{"Type rematch for another round, or quit.", "rematchで再戦、quitで終了します。"};
inline constexpr Text resign_alone{"resign comes alone: more lines came with it, so nothing was done",
                                   "resignは単独で入力してください。ほかの行と一緒に来たため実行しませんでした"};
inline constexpr Text input_ended{"the input has ended: leaving the seat to a bot",
                                  "入力が終わったので退出します（ボットが交代）"};
inline constexpr Text plain_help[] = {
    {"board, legal  show the position, the legal moves", "board, legal  盤面、打てる手を表示"},
    {"hint          ask the server for a good move", "hint          良い手をサーバーに聞く"},
    {"say TEXT      talk to the room", "say 文        チャット"},
    {"start         begin the game (host)", "start         開始（ホスト）"},
    {"resign        resign the game; a bot plays on", "resign        投了（ボットが続ける）"},
};
inline constexpr Text plain_help_end[] = {
    {"rematch       ask for another round", "rematch       再戦を希望"},
    {"quit          leave; a bot takes over after a while", "quit          退出（しばらくしてボットが交代）"},
};

// Commands of the table
inline constexpr Text table_help[] = {
    {"stand         leave the game: a bot plays on", "stand         対局を離れる（ボットが続ける）"},
    {"sit [SEAT]    sit down again, or on an open seat", "sit [席]      席に戻る、または空席に座る"},
    {"seat N HOW    open, closed, bot, or a bot and its level: mcs:2 (host)",
     "seat 席 種類  open / closed / bot、またはボットとレベル（mcs:2）（ホスト）"},
    {"bots          the bots of this game, and their levels", "bots          このゲームのボットとレベル"},
    {"kick WHO      remove a person by seat or name (host)", "kick 相手     席か名前で退席させる（ホスト）"},
    {"pardon NAME   allow them to sit and talk (host)", "pardon 名前   再び着席と発言を許可する（ホスト）"},
    {"mute WHO      stop their chat, by seat or name (host)", "mute 相手     席か名前で発言を禁止する（ホスト）"},
    {"unmute NAME   allow them to talk again (host)", "unmute 名前   再び発言を許可する（ホスト）"},
    {"host WHO      make somebody else the host, by seat or name (host)",
     "host 相手     席か名前でほかの人をホストにする（ホスト）"},
    {"report WHO    report somebody to the operator; the reason may follow",
     "report 相手   運営者に通報する。続けて理由を書ける"},
    {"              report last WHO: their last message", "              report last 相手：最後の発言を通報する"},
};
inline constexpr Text seats_are{"seats are 1 to <count>", "席は1〜<count>です"};
inline constexpr Text seat_is_set_so{
    "seat N open|closed|bot, or a bot and its level such as mcs:2: seats are 1 to <count>",
    "seat 席 open|closed|bot、またはボットとレベル（例：mcs:2）。席は1〜<count>です"};
inline constexpr Text nobody_here{"nobody here has that name or seat", "その名前や席の人はいません"};
inline constexpr Text not_removed{"nobody with that name has been removed", "その名前の人は退席させられていません"};
inline constexpr Text not_muted{"nobody with that name is muted", "その名前の人の発言は禁止されていません"};
inline constexpr Text bot_is_not_reported{"that is a bot: only people can be reported", "ボットは通報できません"};
inline constexpr Text self_is_not_reported{"you cannot report yourself", "自分は通報できません"};
inline constexpr Text nothing_said{"no message of theirs is here", "その人の発言は残っていません"};
inline constexpr Text reported{"Reported to the operator.", "運営者に通報しました。"};

// The full screen
inline constexpr Text too_small{"This terminal is too small for the board.",
                                "ターミナルが小さすぎて盤面を表示できません。"};
inline constexpr Text title{" ENGAWA  <code>  <game>[  round <round><?round-1>][  (watching)<?watching>]",
                            " ENGAWA  <code>  <game>[  第<round>ラウンド<?round-1>][（観戦）<?watching>]"};
inline constexpr Text invite{"Invite others: <link>", "招待リンク：<link>"};
inline constexpr Text say_prompt{"say: ", "発言："};
inline constexpr Text host_presses_s{"You are the host: press s to start.", "あなたがホストです。sで開始します。"};
inline constexpr Text wait_for_host{"Waiting for the host to start.", "ホストの開始を待っています。"};
inline constexpr Text really_quit{"Leave the room? A bot will take your seat soon. (y/n)",
                                  "退出しますか？ しばらくするとボットが交代します。(y/n)"};
inline constexpr Text really_resign{"Resign this game? A bot will play on. (y/n)",
                                    "投了しますか？ ボットが続けます。(y/n)"};
inline constexpr Text paste_is_text{"What is pasted is text for the chat: press t first.",
                                    "貼り付けは発言用です。先にtを押してください。"};
inline constexpr Text unknown_terminal{
    "the terminal \"<term>\" is not known here; name one that is, such as TERM=xterm-256color, or try --plain",
    "ターミナル「<term>」の情報がここにありません。"
    "TERM=xterm-256colorなど既知の名前を指定するか、--plainをお使いください"};
inline constexpr Text terminal_taken_for{"the terminal \"<term>\" is not known here and is taken for <known>",
                                         "ターミナル「<term>」の情報がないため<known>として表示します"};
inline constexpr Text commands_are_listed{"? lists the commands", "コマンドは?で一覧"};
inline constexpr Text spectator_keys{"t talk   ? keys   q quit", "t 発言   ? キー一覧   q 終了"};
inline constexpr Text lobby_keys{"s start   t talk   ? keys   q quit", "s 開始   t 発言   ? キー一覧   q 終了"};
inline constexpr Text over_keys{"r rematch   t talk   ? keys   q quit", "r 再戦   t 発言   ? キー一覧   q 終了"};
inline constexpr Text keys_head{"Keys", "キー一覧"};
inline constexpr Text bots_title{"Bots", "ボット"};
inline constexpr Text help_page{"page <page> of <pages> ", "<page>/<pages>ページ "};
inline constexpr Text help_keys{
    "[Space next page   <?more>][Left page before   <?before>]"
    "[any key closes<?pages=1>][any other key closes<!pages=1>]",
    "[Space 次のページ   <?more>][左 前のページ   <?before>]"
    "[どのキーでも閉じる<?pages=1>][ほかのキーで閉じる<!pages=1>]"};
inline constexpr Text common_keys[] = {
    {"h            hint", "h            ヒント"},
    {"t            talk", "t            発言"},
    {"s            start (host)", "s            開始（ホスト）"},
    {"x            resign", "x            投了"},
    {"r            rematch", "r            再戦"},
    {"q            quit", "q            終了"},
    {},
    {"After t, with a slash, such as /stand:", "tのあとにスラッシュ付きで（例：/stand）："},
};

// replay and verify
inline constexpr Text replay_move{"Move <ply>[  (stopped)<?stopped>]", "<ply>手目[（停止中）<?stopped>]"};
inline constexpr Text replay_keys{"space stop/go on   right one move   Home from the start   q quit",
                                  "スペース 停止/再開   → 1手進む   Home 最初から   q 終了"};
inline constexpr Text verified{"<record>: <game>, replayed <inputs> inputs: hash chain, positions and result all match",
                               "<record>：<game>、<inputs>件の入力を再生。ハッシュチェーン、局面、結果はすべて一致"};
inline constexpr Text committed{"The seed is the one that was committed to when the round began.",
                                "シードは、ラウンド開始時のコミットメントと一致します。"};
inline constexpr Text not_committed{
    "The room is older than commitments: its seed is not proved.",
    "コミットメント以前のルームのため、シードが事前に決まっていたことは確かめられません。"};
inline constexpr Text set_back{
    "Note: the time of line <line> is earlier than that of the line before. The clock of an older server was set back; "
    "no move depends on it.",
    "注：<line>行目の時刻が前の行より戻っています。"
    "以前のバージョンのサーバーで時計が戻されたためで、対局の内容には影響しません。"};
inline constexpr Text record_fault{"line <line> <fault>: <detail>", "<line>行目<fault>：<detail>"};
// In the order of record::Fault::Kind.
inline constexpr Sentence record_faults[] = {
    {"chain", {"was changed", "が書き換えられています"}},
    {"shape", {"is not a line of a record", "は棋譜の行ではありません"}},
    {"unfinished",
     {"does not end a finished round: the game is still in progress, or the file is truncated",
      "で終わっています。ラウンドが終わっていないか、末尾が欠けています"}},
    {"game", {"is of another version", "のゲームまたはルールのバージョンをこのプログラムは知りません"}},
    {"commitment",
     {"has a commitment to another seed than the one at the end",
      "のコミットメントが、末尾で公開されたシードと一致しません"}},
    {"input", {"is not possible in this position", "の入力はこの局面ではできません"}},
    {"state", {"does not lead to the position that it names", "のあとの局面が棋譜と異なります"}},
    {"result", {"has another result than the game", "の結果が、再生した結果と異なります"}},
};

// rooms and bots
inline constexpr Text no_rooms{"no public rooms at the moment", "公開中のルームはありません"};
inline constexpr Text rooms_head[] = {
    {"ROOM", "ルーム"}, {"GAME", "ゲーム"}, {"PHASE", "状態"}, {"HOST", "ホスト"}, {"SEATS", "席"}};
inline constexpr Sentence seat_kinds[] = {{"human", {"human", "人"}},
                                          {"bot", {"bot", "ボット"}},
                                          {"open", {"open", "空席"}},
                                          {"closed", {"closed", "募集しない席"}}};
inline constexpr Text bots_head[] = {
    {"GAME", "ゲーム"}, {"BOT", "ボット"}, {"LEVEL", "レベル"}, {"NAME", "名前"}, {"WHAT IT DOES", "説明"}};

}  // namespace engawa::cli::texts
