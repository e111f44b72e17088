// The table of the settings, and how they are printed.
#include "server/ops/config.hpp"

#include "base/json_write.hpp"
#include "server/ops/settings.hpp"

namespace engawa::server {

std::vector<Setting> const& settings() {
  static std::vector<Setting> const table{
      {"server.bind", "--bind", &Config::bind, 0, 0, "address or name to listen on (0.0.0.0: all of IPv4; ::, all)",
       Form::address},
      {"server.port", "--port", &Config::port, 0, 65535, "port; 0 takes a free one"},
      {"server.threads", "--threads", &Config::threads, 0, 64,
       "shards, one thread each; 0: one for each processor that the process may use"},
      {"server.origins", "--origins", &Config::origins, 0, 0,
       "additional allowed origins of pages, such as https://games.example, separated by spaces", Form::origins},
      {"server.public_url", "--public-url", &Config::public_url, 0, 0,
       "where people reach the server, such as https://games.example: for the links of invitations; empty: the address "
       "at which the page was opened, or one of this machine's if that is localhost",
       Form::public_url},
      {"server.drain_s", "--drain-s", &Config::drain_s, 1, 3600,
       "maximum time from SIGTERM to the exit, for finishing pending requests"},
      {"server.hosts", "--hosts", &Config::hosts, 0, 0,
       "accepted names in Host, without ports, separated by spaces; empty: any (set it on a home network, against DNS "
       "rebinding)",
       Form::hosts},
      {"server.trusted_proxies", "--trusted-proxies", &Config::trusted_proxies, 0, 0,
       "addresses and networks of trusted proxies, whose X-Forwarded-For and X-Forwarded-Proto are used, separated by "
       "spaces",
       Form::networks},
      {"server.core_dumps", "--core-dumps", &Config::core_dumps, 0, 1,
       "1: leave a core file when the process crashes (it holds secrets)"},
      {"admin.bind", "--admin-bind", &Config::admin_bind, 0, 0, "address of the admin port", Form::address},
      {"admin.hosts", "--admin-hosts", &Config::admin_hosts, 0, 0,
       "accepted names in Host on the admin port, separated by spaces, beside addresses, localhost, those of "
       "server.hosts, and names without dots if admin.bind is not on loopback",
       Form::hosts},
      {"admin.port", "--admin-port", &Config::admin_port, -1, 65535,
       "port of /metrics, /healthz, /readyz, /rooms, /drain; -1: none, 0: a free one"},
      {"store.data", "--data", &Config::data, 0, 0, "folder of the database", Form::needed_folder},
      {"store.url", "--store-url", &Config::store_url, 0, 0,
       "the database: sqlite: (engawa.db in the data folder), sqlite:FOLDER, or postgres://USER@HOST/DATABASE; the "
       "password of a flag is seen by everybody on the machine",
       Form::store_url},
      {"store.wait_s", "--store-wait-s", &Config::store_wait_s, 0, 86400,
       "how long the start waits for a database that is away, such as one that is starting, too; 0: not at all"},
      {"store.durability",
       "--durability",
       &Config::durability,
       0,
       0,
       "what a stored move survives: process (the server is killed) or power (also a power failure; slower)",
       Form::word,
       {"process", "power"}},
      {"store.cache", "--cache", &Config::cache, 0, 0,
       "folder for tables that are computed once; empty: cache in the data folder", Form::folder},
      {"cluster.address", "--cluster-address", &Config::cluster_address, 0, 0,
       "HOST:PORT where the other nodes of a cluster reach this one; all have the same store.url, in PostgreSQL. "
       "Empty: this server has its database alone",
       Form::node},
      {"cluster.bind", "--cluster-bind", &Config::cluster_bind, 0, 0,
       "address to listen on for other nodes, with the port of cluster.address", Form::address},
      {"cluster.secret", "--cluster-secret", &Config::cluster_secret, 0, 0,
       "what proves that a node is one of the cluster, 32 characters or more, the same on all; a flag is seen by "
       "everybody on the machine, so write it into the file or the environment",
       Form::secret},
      {"cluster.lease_ms", "--cluster-lease-ms", &Config::cluster_lease_ms, 500, 60000,
       "how long a node may be silent before the others take its rooms"},
      {"web.root", "--web-root", &Config::web_root, 0, 0, "folder of the built page; empty: none", Form::folder},
      {"log.level",
       "--log-level",
       &Config::log_level,
       0,
       0,
       "debug, info, warning or error",
       Form::word,
       {"debug", "info", "warning", "error"}},
      {"log.traffic", "--trace-traffic", &Config::trace_traffic, 0, 0,
       "file that receives every frame as a line of JSON, for tests only: it contains secrets", Form::file},
      {"bots.weights", "--bot-weights", &Config::bot_weights, 0, 0,
       "folder with learned weights of bots (five.weights, seed.weights), used instead of the embedded ones; empty: "
       "none",
       Form::own_folder},
      {"bots.threads", "--bot-threads", &Config::bot_threads, 0, 64,
       "threads for bots; 0: one fewer than the number of processors"},
      {"bots.budget_ms", "--bot-budget-ms", &Config::bot_budget_ms, 1, 60000,
       "maximum processor time of a bot per move"},
      {"bots.solve_budget_ms", "--solve-budget-ms", &Config::solve_budget_ms, 1, 60000,
       "maximum processor time for a hint or an exact solution"},
      {"bots.delay_ms", "--bot-delay-ms", &Config::bot_delay_ms, -1, 10000,
       "how long a bot waits before it moves, so that people can follow; -1: about as long as a person would"},
      {"bots.exhibition_ms", "--exhibition-ms", &Config::exhibition_ms, 0, 60000,
       "time between two moves of the bots' game on the start page, which is shown while nobody plays and goes on only "
       "while somebody looks; 0: none"},
      {"room.grace_ms", "--grace-ms", &Config::grace_ms, 0, 3600000,
       "reconnect time: how long a disconnected player's seat is kept"},
      {"room.clock_ms", "--clock-ms", &Config::clock_ms, 0, 3600000,
       "time per move if a room does not specify it; 0: no clock"},
      {"room.lobby_ttl_s", "--lobby-ttl-s", &Config::lobby_ttl_s, 1, 31536000,
       "time after which an empty room is closed, before and after its game"},
      {"room.idle_ttl_s", "--idle-ttl-s", &Config::idle_ttl_s, 1, 31536000, "the same during its game"},
      {"room.archive_s", "--archive-s", &Config::archive_s, 0, 3153600000,
       "a room that nobody opens for this time after it was closed is deleted, except for the records of its "
       "finished rounds; counted, as the next two, only while a server is up; 0: never"},
      {"room.record_ttl_s", "--record-ttl-s", &Config::record_ttl_s, 0, 3153600000,
       "time from the end of a round until the record is deleted, in deleted rooms; 0: never"},
      {"room.guest_ttl_s", "--guest-ttl-s", &Config::guest_ttl_s, 0, 3153600000,
       "time since the last visit after which a guest is deleted; 0: never"},
      {"http.header_ms", "--http-header-ms", &Config::http_header_ms, 100, 60000,
       "time limit for a request's head, and again for its body"},
      {"http.head_bytes", "--http-head-bytes", &Config::http_head_bytes, 1024, 1048576,
       "maximum size of a request's head, in bytes"},
      {"http.idle_ms", "--http-idle-ms", &Config::http_idle_ms, 100, 3600000,
       "maximum idle time between two requests of a connection"},
      {"ws.hello_ms", "--hello-ms", &Config::hello_ms, 100, 60000, "time limit for the first message"},
      {"ws.ping_s", "--ping-s", &Config::ping_s, 1, 3600,
       "silence before a ping; after twice this time the connection is closed"},
      {"ws.outbox_frames", "--outbox-frames", &Config::outbox_frames, 4, 100000,
       "maximum queue for a slow reader, in frames"},
      {"ws.outbox_bytes", "--outbox-bytes", &Config::outbox_bytes, 16384, 1073741824,
       "maximum queue for a slow reader, in bytes"},
      {"limits.messages_per_s", "--messages-per-s", &Config::messages_per_s, 1, 1000000,
       "messages per connection; a message counts once per KiB begun"},
      {"limits.messages_burst", "--messages-burst", &Config::messages_burst, 1, 1000000,
       "messages per connection at once"},
      {"limits.chat_per_10s", "--chat-per-10s", &Config::chat_per_10s, 1, 1000000, "chat messages per guest"},
      {"limits.previews_per_s", "--previews-per-s", &Config::previews_per_s, 1, 1000000, "previews of moves per seat"},
      {"limits.accepts_per_s", "--accepts-per-s", &Config::accepts_per_s, 1, 1000000,
       "new connections per address; four times as many at once"},
      {"limits.requests_per_s", "--requests-per-s", &Config::requests_per_s, 1, 1000000,
       "HTTP requests per address; four times as many at once"},
      {"limits.guests_per_min", "--guests-per-min", &Config::guests_per_min, 1, 1000000, "new guests per address"},
      {"limits.rooms_per_min", "--rooms-per-min", &Config::rooms_per_min, 1, 1000000, "new rooms per address"},
      {"limits.joins_per_min", "--joins-per-min", &Config::joins_per_min, 1, 1000000, "new WebSockets per address"},
      {"limits.unknown_rooms_per_min", "--unknown-rooms-per-min", &Config::unknown_rooms_per_min, 1, 1000000,
       "requests for unknown room codes per address"},
      {"limits.tries_per_min", "--tries-per-min", &Config::tries_per_min, 1, 1000000,
       "requests per address that try out moves"},
      {"limits.http_connections", "--http-connections", &Config::http_connections, 1, 1000000,
       "HTTP connections in total"},
      {"limits.http_connections_per_ip", "--http-connections-per-ip", &Config::http_connections_per_ip, 1, 1000000,
       "HTTP connections per address"},
      {"limits.connections", "--connections", &Config::connections, 1, 1000000, "WebSockets in total"},
      {"limits.connections_per_ip", "--connections-per-ip", &Config::connections_per_ip, 1, 1000000,
       "WebSockets per address"},
      {"limits.rooms", "--rooms", &Config::rooms, 1, 10000000, "rooms in memory"},
      {"limits.rooms_per_ip", "--rooms-per-ip", &Config::rooms_per_ip, 1, 10000000,
       "rooms in memory created by one address since the start"},
      {"limits.rooms_per_guest", "--rooms-per-guest", &Config::rooms_per_guest, 1, 10000000, "the same per guest"},
      {"limits.watchers_per_room", "--watchers-per-room", &Config::watchers_per_room, 1, 100000, "spectators per room"},
      {"limits.listed_rooms", "--listed-rooms", &Config::listed_rooms, 1, 100000, "public rooms shown in the lobby"},
      {"limits.stored_kb_per_guest", "--stored-kb-per-guest", &Config::stored_kb_per_guest, 1, 1000000000,
       "kB that the requests of one guest may add to the database per hour, and at once"},
      {"limits.stored_kb_per_ip", "--stored-kb-per-ip", &Config::stored_kb_per_ip, 1, 1000000000,
       "the same per address"},
      {"limits.stored_kb_per_room", "--stored-kb-per-room", &Config::stored_kb_per_room, 1, 1000000000,
       "the same in one room"},
  };
  return table;
}

std::string print_config(Config const& config) {
  std::string out, section;
  for (auto const& setting : settings()) {
    std::string const key = setting.key;
    auto const dot = key.find('.');
    if (key.substr(0, dot) != section) {
      section = key.substr(0, dot);
      out += (out.empty() ? "[" : "\n[") + section + "]\n";
    }
    out += "# " + std::string(setting.help) + " (" + setting.flag + ", " + environment_name(key) + ")\n" +
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
