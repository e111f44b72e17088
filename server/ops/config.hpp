// Every setting of engawad. Precedence: default < configuration file < environment < flag. Unknown keys are errors.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/language.hpp"
#include "base/result.hpp"

namespace engawa::server {

struct Config {
  std::string bind = "127.0.0.1";
  std::int64_t port = 8080;  // 0: any free one; the line "listening on" prints it
  std::string admin_bind = "127.0.0.1";
  std::string admin_hosts;       // names in Host that the admin port answers to as well, separated by spaces
  std::int64_t admin_port = -1;  // -1: none; 0: any free one
  std::int64_t threads = 0;      // shards; 0: one for each processor
  std::string data = "var";
  std::string store_url = "sqlite:";  // may have a password: see store_url.hpp
  std::int64_t store_wait_s = 60;     // for one that is away at the start; 0: not at all
  std::string durability = "process";
  std::string cluster_address;  // where other nodes reach this one; empty: it is no node of a cluster
  std::string cluster_bind = "127.0.0.1";
  std::string cluster_secret;
  std::int64_t cluster_lease_ms = 5000;
  std::string cache;
  std::string web_root;    // empty: no page
  std::string origins;     // additional origins, separated by spaces
  std::string public_url;  // where people reach the server, as an origin; empty: it finds out what it can
  std::string hosts;       // accepted names in Host, separated by spaces; empty: any
  std::string trusted_proxies;
  std::int64_t core_dumps = 0;
  std::string log_level = "info";
  std::string trace_traffic;     // a file that receives every frame, for tests
  std::string bot_weights;       // empty: the embedded ones
  std::int64_t bot_threads = 0;  // 0: one fewer than there are processors, at least 1
  std::int64_t bot_budget_ms = 200;
  std::int64_t solve_budget_ms = 1000;
  std::int64_t bot_delay_ms = -1;     // kNaturalPace
  std::int64_t exhibition_ms = 2500;  // 0: no exhibition
  std::int64_t grace_ms = 30000;
  std::int64_t clock_ms = 60000;  // per move, if a room does not specify one; 0: none
  std::int64_t lobby_ttl_s = 600;
  std::int64_t idle_ttl_s = 86400;
  std::int64_t drain_s = 25;
  std::int64_t archive_s = 2592000;  // 0: never
  std::int64_t record_ttl_s = 0;     // 0: for ever
  std::int64_t guest_ttl_s = 34560000;
  std::int64_t http_header_ms = 5000;
  std::int64_t http_head_bytes = 16384;
  std::int64_t http_idle_ms = 20000;
  std::int64_t hello_ms = 5000;
  std::int64_t ping_s = 20;
  std::int64_t messages_per_s = 20;
  std::int64_t messages_burst = 40;
  std::int64_t chat_per_10s = 5;
  std::int64_t previews_per_s = 10;
  std::int64_t accepts_per_s = 50;
  std::int64_t requests_per_s = 50;
  std::int64_t guests_per_min = 30;
  std::int64_t rooms_per_min = 6;
  std::int64_t joins_per_min = 120;
  std::int64_t unknown_rooms_per_min = 10;
  std::int64_t tries_per_min = 120;
  std::int64_t http_connections = 2000;
  std::int64_t http_connections_per_ip = 100;
  std::int64_t connections = 20000;
  std::int64_t connections_per_ip = 20;
  std::int64_t rooms = 10000;
  std::int64_t rooms_per_ip = 100;
  std::int64_t rooms_per_guest = 50;
  std::int64_t watchers_per_room = 100;
  std::int64_t listed_rooms = 200;
  std::int64_t stored_kb_per_guest = 8000;
  std::int64_t stored_kb_per_ip = 16000;
  std::int64_t stored_kb_per_room = 32000;
  std::int64_t outbox_frames = 64;
  std::int64_t outbox_bytes = 262144;
};

struct CommandLine {
  Config config;
  bool healthcheck = false;
  bool print_config = false;
  bool check = false;
  std::string backup;                   // the file to create; empty: no backup
  std::vector<std::string> copy_store;  // the URLs from and to; empty: no copy
  std::vector<std::string> notes;       // sentences for the operator about what looks like a mistake
  std::optional<int> exit;  // set if nothing is left to do (--help, --version, a wrong flag): already printed
};

// Reads flags, environment and file. Refuses with a sentence that names the file and line, the variable or the flag.
Result<CommandLine> read_command_line(int argc, char** argv);

// All settings as a TOML file, with explanations in this language; passwords and secrets are not shown.
std::string print_config(Config const& config, Lang lang);

}  // namespace engawa::server
