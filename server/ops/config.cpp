// The table of the settings, and how they are printed.
#include "server/ops/config.hpp"

#include "base/json_write.hpp"
#include "server/ops/settings.hpp"

namespace engawa::server {
namespace {

// A function, since clang-format would give each field of a setting with braces inside a line of its own.
constexpr Words in_both(std::string_view en, std::string_view ja) { return {en, ja}; }

}  // namespace

std::vector<Setting> const& settings() {
  static std::vector<Setting> const table{
      {"server.bind", "--bind", &Config::bind, 0, 0,
       in_both("address or name to listen on (0.0.0.0: all of IPv4; ::, all)",
               "待ち受けるアドレスまたは名前。0.0.0.0はIPv4のすべて、::はIPv4とIPv6のすべて"),
       Form::address},
      {"server.port", "--port", &Config::port, 0, 65535,
       in_both("port; 0 takes a free one", "ポート。0なら空いているポート")},
      {"server.threads", "--threads", &Config::threads, 0, 64,
       in_both("shards, one thread each; 0: one for each processor that the process may use",
               "シャードの数（1つにつき1スレッド）。0なら、使えるプロセッサーと同じ数")},
      {"server.origins", "--origins", &Config::origins, 0, 0,
       in_both("additional allowed origins of pages, such as https://games.example, separated by spaces",
               "このサーバーを使えるページのオリジンの追加（例：https://games.example）。空白で区切る"),
       Form::origins},
      {"server.public_url", "--public-url", &Config::public_url, 0, 0,
       in_both("where people reach the server, such as https://games.example: for the links of invitations; empty: the "
               "address at which the page was opened, or one of this machine's if that is localhost",
               "プレイヤーが使うサーバーのアドレス（例：https://games.example）。招待のリンクに使う。空なら、"
               "ページを開いたアドレス（localhostで開いたときは、このマシンのアドレス）"),
       Form::public_url},
      {"server.drain_s", "--drain-s", &Config::drain_s, 1, 3600,
       in_both("maximum time from SIGTERM to the exit, for finishing pending requests",
               "SIGTERMから終了までの最大の秒数。受信済みのリクエストの処理に使う")},
      {"server.hosts", "--hosts", &Config::hosts, 0, 0,
       in_both("accepted names in Host, without ports, separated by spaces; empty: any (set it on a home network, "
               "against DNS rebinding)",
               "受け付けるHostの名前（ポートは書かない）。空白で区切る。空なら、"
               "どの名前でもよい（家庭のネットワークでは、DNSリバインディングを防ぐために設定する）"),
       Form::hosts},
      {"server.trusted_proxies", "--trusted-proxies", &Config::trusted_proxies, 0, 0,
       in_both("addresses and networks of trusted proxies, whose X-Forwarded-For and X-Forwarded-Proto are used, "
               "separated by spaces",
               "X-Forwarded-ForとX-Forwarded-Protoを信用するプロキシのアドレスとネットワーク。空白で区切る"),
       Form::networks},
      {"server.core_dumps", "--core-dumps", &Config::core_dumps, 0, 1,
       in_both("1: leave a core file when the process crashes (it holds secrets)",
               "1なら、クラッシュしたときにコアファイルを残す（秘密の値が含まれる）")},
      {"admin.bind", "--admin-bind", &Config::admin_bind, 0, 0,
       in_both("address of the admin port", "管理用ポートのアドレス"), Form::address},
      {"admin.hosts", "--admin-hosts", &Config::admin_hosts, 0, 0,
       in_both("accepted names in Host on the admin port, separated by spaces, beside addresses, localhost, those of "
               "server.hosts, and names without dots if admin.bind is not on loopback",
               "管理用ポートで受け付けるHostの名前の追加。アドレス、localhost、server.hostsの名前、"
               "admin.bindがループバックでない場合はドットのない名前も受け付ける。空白で区切る"),
       Form::hosts},
      {"admin.port", "--admin-port", &Config::admin_port, -1, 65535,
       in_both("port of /metrics, /healthz, /readyz, /rooms, /drain; -1: none, 0: a free one",
               "/metrics、/healthz、/readyz、/rooms、/drainのポート。-1なら開かない。0なら空いているポート")},
      {"store.data", "--data", &Config::data, 0, 0, in_both("folder of the database", "データベースのフォルダー"),
       Form::needed_folder},
      {"store.url", "--store-url", &Config::store_url, 0, 0,
       in_both("the database: sqlite: (engawa.db in the data folder), sqlite:FOLDER, or postgres://USER@HOST/DATABASE; "
               "the password of a flag is seen by everybody on the machine",
               "データベース。sqlite:（データフォルダーのengawa.db）、sqlite:FOLDER、"
               "postgres://USER@HOST/DATABASEのどれか。フラグに書いたパスワードは、同じマシンのだれにでも見える"),
       Form::store_url},
      {"store.wait_s", "--store-wait-s", &Config::store_wait_s, 0, 86400,
       in_both("how long the start waits for a database that is away, such as one that is starting, too; 0: not at all",
               "起動時に、つながらないデータベース（起動中など）を待つ秒数。0なら待たない")},
      {"store.durability",
       "--durability",
       &Config::durability,
       0,
       0,
       in_both("what a stored move survives: process (the server is killed) or power (also a power failure; slower)",
               "保存した手を何から守るか。process（サーバーのクラッシュや強制終了）またはpower（停電からも守るが、"
               "遅くなる）"),
       Form::word,
       {"process", "power"}},
      {"store.cache", "--cache", &Config::cache, 0, 0,
       in_both("folder for tables that are computed once; empty: cache in the data folder",
               "一度だけ計算する表のフォルダー。空なら、データフォルダーのcache"),
       Form::folder},
      {"cluster.address", "--cluster-address", &Config::cluster_address, 0, 0,
       in_both("HOST:PORT where the other nodes of a cluster reach this one; all have the same store.url, in "
               "PostgreSQL. Empty: this server has its database alone",
               "クラスターのほかのノードが、このノードに接続するためのHOST:PORT。"
               "store.urlは全ノードで同じPostgreSQLにする。空なら、データベースを1つのサーバーで使う"),
       Form::node},
      {"cluster.bind", "--cluster-bind", &Config::cluster_bind, 0, 0,
       in_both("address to listen on for other nodes, with the port of cluster.address",
               "ほかのノードからの接続を待ち受けるアドレス。ポートはcluster.addressのもの"),
       Form::address},
      {"cluster.secret", "--cluster-secret", &Config::cluster_secret, 0, 0,
       in_both("what proves that a node is one of the cluster, 32 characters or more, the same on all; a flag is seen "
               "by everybody on the machine, so write it into the file or the environment",
               "ノードがクラスターの一員であることを示す秘密の値。32文字以上で、全ノードで同じにする。"
               "フラグに書いた値は同じマシンのだれにでも見えるので、ファイルか環境変数に書く"),
       Form::secret},
      {"cluster.lease_ms", "--cluster-lease-ms", &Config::cluster_lease_ms, 500, 60000,
       in_both("how long a node may be silent before the others take its rooms",
               "ノードの応答がなくなってから、ほかのノードがルームを引き継ぐまでのミリ秒数")},
      {"web.root", "--web-root", &Config::web_root, 0, 0,
       in_both("folder of the built page; empty: none",
               "ビルドしたページのフォルダー。空ならページなし。./serveはclients/web/distにする"),
       Form::folder},
      {"log.level",
       "--log-level",
       &Config::log_level,
       0,
       0,
       in_both("debug, info, warning or error", "debug、info、warning、errorのどれか"),
       Form::word,
       {"debug", "info", "warning", "error"}},
      {"log.traffic", "--trace-traffic", &Config::trace_traffic, 0, 0,
       in_both("file that receives every frame as a line of JSON, for tests only: it contains secrets",
               "すべてのフレームをJSONの行として書き込むファイル。秘密の値が含まれるので、テスト専用"),
       Form::file},
      {"bots.weights", "--bot-weights", &Config::bot_weights, 0, 0,
       in_both(
           "folder with learned weights of bots (five.weights, seed.weights), used instead of the embedded ones; "
           "empty: none",
           "学習済みの重み（five.weights、seed.weights）のフォルダー。組み込みの重みの代わりに使う。空なら使わない"),
       Form::own_folder},
      {"bots.threads", "--bot-threads", &Config::bot_threads, 0, 64,
       in_both("threads for bots; 0: one fewer than the number of processors",
               "ボットのスレッド数。0なら、プロセッサーの数より1つ少なく（最低1つ）")},
      {"bots.budget_ms", "--bot-budget-ms", &Config::bot_budget_ms, 1, 60000,
       in_both("maximum processor time of a bot per move", "ボットが1手に使うプロセッサー時間の上限（ミリ秒）")},
      {"bots.solve_budget_ms", "--solve-budget-ms", &Config::solve_budget_ms, 1, 60000,
       in_both("maximum processor time for a hint or an exact solution",
               "ヒントや最短手順の計算に使うプロセッサー時間の上限（ミリ秒）")},
      {"bots.delay_ms", "--bot-delay-ms", &Config::bot_delay_ms, -1, 10000,
       in_both("how long a bot waits before it moves, so that people can follow; -1: about as long as a person would",
               "ボットが打つまでに待つミリ秒数。-1なら、人と同じくらい")},
      {"bots.exhibition_ms", "--exhibition-ms", &Config::exhibition_ms, 0, 60000,
       in_both("time between two moves of the bots' game on the start page, which is shown while nobody plays and goes "
               "on only while somebody looks; 0: none",
               "トップページに出るボットどうしの対局で、1手ごとに空ける時間（ミリ秒）。"
               "だれも遊んでいないときに表示し、見ている人がいる間だけ進む。0なら出さない")},
      {"room.grace_ms", "--grace-ms", &Config::grace_ms, 0, 3600000,
       in_both("reconnect time: how long a disconnected player's seat is kept",
               "再接続を待つ時間（ミリ秒）。接続の切れたプレイヤーの席を空けておく長さ。ルームで変えられる")},
      {"room.clock_ms", "--clock-ms", &Config::clock_ms, 0, 3600000,
       in_both("time per move if a room does not specify it; 0: no clock",
               "1手の持ち時間（ミリ秒）。ルームで変えられる。0なら持ち時間なし")},
      {"room.lobby_ttl_s", "--lobby-ttl-s", &Config::lobby_ttl_s, 1, 31536000,
       in_both("time after which an empty room is closed, before and after its game",
               "だれもいないルームを閉じるまでの秒数（対局の前と後）")},
      {"room.idle_ttl_s", "--idle-ttl-s", &Config::idle_ttl_s, 1, 31536000,
       in_both("the same during its game", "同じく、対局中")},
      {"room.archive_s", "--archive-s", &Config::archive_s, 0, 3153600000,
       in_both("a room that nobody opens for this time after it was closed is deleted, except for the records of its "
               "finished rounds; counted, as the next two, only while a server is up; 0: never",
               "閉じられたルームをだれも開かないとき、終わった対局の棋譜だけを残して削除するまでの秒数。"
               "この設定と次の2つは、サーバーが動いている間だけ数える。0なら削除しない")},
      {"room.record_ttl_s", "--record-ttl-s", &Config::record_ttl_s, 0, 3153600000,
       in_both("time from the end of a round until the record is deleted, in deleted rooms; 0: never",
               "削除されたルームで、対局の終わりから棋譜を削除するまでの秒数。0なら削除しない")},
      {"room.guest_ttl_s", "--guest-ttl-s", &Config::guest_ttl_s, 0, 3153600000,
       in_both("time since the last visit after which a guest is deleted; 0: never",
               "ゲストが最後に来てから、削除するまでの秒数。0なら削除しない")},
      {"http.header_ms", "--http-header-ms", &Config::http_header_ms, 100, 60000,
       in_both("time limit for a request's head, and again for its body",
               "リクエストのヘッダーが届くまでの制限時間（ミリ秒）。本文にも同じだけ")},
      {"http.head_bytes", "--http-head-bytes", &Config::http_head_bytes, 1024, 1048576,
       in_both("maximum size of a request's head, in bytes", "リクエストのヘッダーの最大の大きさ（バイト）")},
      {"http.idle_ms", "--http-idle-ms", &Config::http_idle_ms, 100, 3600000,
       in_both("maximum idle time between two requests of a connection",
               "1つの接続で、リクエストとリクエストの間に何も届かなくてよい時間（ミリ秒）")},
      {"ws.hello_ms", "--hello-ms", &Config::hello_ms, 100, 60000,
       in_both("time limit for the first message", "最初のメッセージが届くまでの制限時間（ミリ秒）")},
      {"ws.ping_s", "--ping-s", &Config::ping_s, 1, 3600,
       in_both("silence before a ping; after twice this time the connection is closed",
               "何も届かないときに、pingを送るまでの秒数。2倍の時間がたつと接続を閉じる")},
      {"ws.outbox_frames", "--outbox-frames", &Config::outbox_frames, 4, 100000,
       in_both("maximum queue for a slow reader, in frames", "受信の遅い相手への送信待ち行列の上限（フレーム数）")},
      {"ws.outbox_bytes", "--outbox-bytes", &Config::outbox_bytes, 16384, 1073741824,
       in_both("maximum queue for a slow reader, in bytes", "受信の遅い相手への送信待ち行列の上限（バイト）")},
      {"limits.messages_per_s", "--messages-per-s", &Config::messages_per_s, 1, 1000000,
       in_both("messages per connection; a message counts once per KiB begun",
               "接続ごとの、1秒あたりのメッセージ数。1KiBを超えるごとに1つ多く数える")},
      {"limits.messages_burst", "--messages-burst", &Config::messages_burst, 1, 1000000,
       in_both("messages per connection at once", "接続ごとの、一度に送れるメッセージ数")},
      {"limits.chat_per_10s", "--chat-per-10s", &Config::chat_per_10s, 1, 1000000,
       in_both("chat messages per guest", "ゲストごとの、10秒あたりのチャットの発言数")},
      {"limits.previews_per_s", "--previews-per-s", &Config::previews_per_s, 1, 1000000,
       in_both("previews of moves per seat", "席ごとの、1秒あたりの手のプレビューの数")},
      {"limits.accepts_per_s", "--accepts-per-s", &Config::accepts_per_s, 1, 1000000,
       in_both("new connections per address; four times as many at once",
               "アドレスごとの、1秒あたりの新しい接続数。一度には4倍まで")},
      {"limits.requests_per_s", "--requests-per-s", &Config::requests_per_s, 1, 1000000,
       in_both("HTTP requests per address; four times as many at once",
               "アドレスごとの、1秒あたりのHTTPリクエスト数。一度には4倍まで")},
      {"limits.guests_per_min", "--guests-per-min", &Config::guests_per_min, 1, 1000000,
       in_both("new guests per address", "アドレスごとの、1分あたりの新しいゲスト数")},
      {"limits.rooms_per_min", "--rooms-per-min", &Config::rooms_per_min, 1, 1000000,
       in_both("new rooms per address", "アドレスごとの、1分あたりの新しいルーム数")},
      {"limits.joins_per_min", "--joins-per-min", &Config::joins_per_min, 1, 1000000,
       in_both("new WebSockets per address", "アドレスごとの、1分あたりの新しいWebSocket数")},
      {"limits.unknown_rooms_per_min", "--unknown-rooms-per-min", &Config::unknown_rooms_per_min, 1, 1000000,
       in_both("requests for unknown room codes per address",
               "アドレスごとの、1分あたりの存在しないルームコードへのリクエスト数")},
      {"limits.tries_per_min", "--tries-per-min", &Config::tries_per_min, 1, 1000000,
       in_both("requests per address that try out moves", "アドレスごとの、1分あたりの手を試すリクエスト数")},
      {"limits.http_connections", "--http-connections", &Config::http_connections, 1, 1000000,
       in_both("HTTP connections in total", "HTTP接続の総数")},
      {"limits.http_connections_per_ip", "--http-connections-per-ip", &Config::http_connections_per_ip, 1, 1000000,
       in_both("HTTP connections per address", "アドレスごとのHTTP接続数")},
      {"limits.connections", "--connections", &Config::connections, 1, 1000000,
       in_both("WebSockets in total", "WebSocketの総数")},
      {"limits.connections_per_ip", "--connections-per-ip", &Config::connections_per_ip, 1, 1000000,
       in_both("WebSockets per address", "アドレスごとのWebSocket数")},
      {"limits.rooms", "--rooms", &Config::rooms, 1, 10000000, in_both("rooms in memory", "メモリーにあるルームの数")},
      {"limits.rooms_per_ip", "--rooms-per-ip", &Config::rooms_per_ip, 1, 10000000,
       in_both("rooms in memory created by one address since the start",
               "起動後に1つのアドレスから作られ、今メモリーにあるルームの数")},
      {"limits.rooms_per_guest", "--rooms-per-guest", &Config::rooms_per_guest, 1, 10000000,
       in_both("the same per guest", "同じく、ゲストごと")},
      {"limits.watchers_per_room", "--watchers-per-room", &Config::watchers_per_room, 1, 100000,
       in_both("spectators per room", "ルームごとの観戦者の数")},
      {"limits.listed_rooms", "--listed-rooms", &Config::listed_rooms, 1, 100000,
       in_both("public rooms shown in the lobby", "ロビーに表示する公開ルームの数")},
      {"limits.stored_kb_per_guest", "--stored-kb-per-guest", &Config::stored_kb_per_guest, 1, 1000000000,
       in_both("kB that the requests of one guest may add to the database per hour, and at once",
               "1人のゲストのリクエストによってデータベースに加わる量の上限（kB、1時間あたり。一度にも同じ量まで）")},
      {"limits.stored_kb_per_ip", "--stored-kb-per-ip", &Config::stored_kb_per_ip, 1, 1000000000,
       in_both("the same per address", "同じく、アドレスごと")},
      {"limits.stored_kb_per_room", "--stored-kb-per-room", &Config::stored_kb_per_room, 1, 1000000000,
       in_both("the same in one room", "同じく、ルームごと")},
  };
  return table;
}

std::string print_config(Config const& config, Lang lang) {
  std::string out, section;
  for (auto const& setting : settings()) {
    std::string const key = setting.key;
    auto const dot = key.find('.');
    if (key.substr(0, dot) != section) {
      section = key.substr(0, dot);
      out += (out.empty() ? "[" : "\n[") + section + "]\n";
    }
    out += "# " + std::string(setting.help.in(lang)) + " (" + setting.flag + ", " + environment_name(key) + ")\n" +
           key.substr(dot + 1) + " = ";
    if (auto const* text = std::get_if<std::string Config::*>(&setting.field))
      // A plain text is quoted the same way in TOML.
      json_write::string(out, shown(setting, config.*(*text))), out += '\n';
    else
      out += std::to_string(config.*std::get<std::int64_t Config::*>(setting.field)) + '\n';
  }
  return out;
}

}  // namespace engawa::server
