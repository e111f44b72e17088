#include "server/ops/process.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace engawa::server {
namespace {

constexpr std::int64_t kOwnFiles = 64;  // database, logs, timers, the admin port
constexpr int kLargeBlock = 1 << 20;    // bytes

}  // namespace

void keep_private(bool core_dumps) {
  ::umask(077);
  if (core_dumps) return;
  rlimit const none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // A core_pattern that is a program gets its copy regardless of the limit.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void keep_memory_small() {
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, kLargeBlock);
#endif
}

void make_private(std::string const& file) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::is_regular_file(file, ignored))
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write, ignored);
}

void fit_to_processors(Config& config) {
  cpu_set_t allowed;  // std::thread::hardware_concurrency() also counts processors that taskset has excluded
  CPU_ZERO(&allowed);
  bool const known = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0;
  std::int64_t const processors = known ? std::clamp(CPU_COUNT(&allowed), 1, 64) : 1;
  if (config.threads == 0) config.threads = processors;
  if (config.bot_threads == 0) config.bot_threads = std::max<std::int64_t>(1, processors - 1);
}

std::string fit_to_open_files(Config& config) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  constexpr rlim_t plenty = 1 << 30;
  auto const files = static_cast<std::int64_t>(std::min(limit.rlim_cur, plenty));
  // A node that relays a connection to another one has two sockets for it, and TLS has a pair more.
  std::int64_t const each = (config.cluster_address.empty() ? 1 : 2) + (config.tls_cert.empty() ? 0 : 2);
  auto const left = std::max<std::int64_t>((files - kOwnFiles - 4 * config.threads) / each, 2);
  if (config.connections + config.http_connections <= left) return {};
  config.http_connections = std::min(config.http_connections, std::max<std::int64_t>(left / 8, 1));
  config.connections = std::min(config.connections, left - config.http_connections);
  return "this process may open " + std::to_string(files) + " files: there is room for " +
         std::to_string(config.connections) + " WebSockets and " + std::to_string(config.http_connections) +
         " HTTP connections; raise it with ulimit -n or LimitNOFILE";
}

}  // namespace engawa::server
