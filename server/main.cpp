// engawad: reads its settings, starts the server, waits for a signal.
#include <pthread.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>

#include "server/ops/config.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/healthcheck.hpp"
#include "server/ops/process.hpp"
#include "server/server.hpp"
#include "server/store/backup.hpp"
#include "server/store/check.hpp"
#include "server/store/copy_store.hpp"

namespace {

using namespace engawa::server;

int complain(engawa::Refusal const& refusal) {
  std::cerr << "engawad: " << refusal.message << '\n';
  return 1;
}

// Blocks the stop signals in every thread, so that the main thread can wait for them.
sigset_t block_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return set;
}

int make_backup(Config const& config, std::string const& target) {
  auto const url = read_store_url(config.store_url, config.data);
  if (!url) return complain(url.error());
  if (url->kind != StoreUrl::Kind::sqlite)
    return complain(engawa::refuse("bad_message",
                                   "--backup copies an SQLite database: use pg_dump for " + masked(config.store_url)));
  auto const copied = back_up(url->place, target);
  if (!copied) return complain(copied.error());
  std::cout << *copied << '\n';
  return 0;
}

int copy(CommandLine const& line) {
  auto const from = read_store_url(line.copy_store[0], line.config.data);
  auto const to = read_store_url(line.copy_store[1], line.config.data);
  for (auto const* url : {&from, &to})
    if (!*url) return complain(engawa::refuse("bad_message", "FROM and TO of --copy-store " + url->error().message));
  auto const copied = copy_store(*from, *to);
  if (!copied) return complain(copied.error());
  std::cout << *copied << '\n';
  return 0;
}

int check(Config const& config) {
  auto const url = read_store_url(config.store_url, config.data);
  if (!url) return complain(url.error());
  auto const checked = check_store(*url, durability_of(config.durability));
  if (!checked) return complain(checked.error());
  for (auto const* said : {&checked->problems, &checked->notes})
    for (auto const& line : *said) std::cerr << "engawad: " << line << '\n';
  std::cout << checked->summary << '\n';
  return checked->problems.empty() ? 0 : 1;
}

void announce(Server const& server, Config const& config) {
  auto const shown =
      config.bind == "0.0.0.0" || config.bind == "127.0.0.1" || config.bind == "::" ? "localhost" : config.bind;
  std::cout << "listening on http://" << (shown == "localhost" && config.bind == "127.0.0.1" ? "127.0.0.1" : shown)
            << ':' << server.port() << std::endl;
  if (server.admin_port() >= 0)
    std::cout << "admin on http://" << config.admin_bind << ':' << server.admin_port() << std::endl;
}

}  // namespace

int main(int argc, char** argv) try {
  auto const line = read_command_line(argc, argv);
  if (!line) {
    (void)complain(line.error());
    return 2;
  }
  if (line->exit) return *line->exit;
  if (line->print_config) {
    std::cout << print_config(line->config);
    return 0;
  }
  keep_private(line->config.core_dumps != 0);
  auto const points = fail_point::read_environment();
  if (!line->backup.empty()) return make_backup(line->config, line->backup);
  if (!line->copy_store.empty()) return copy(*line);
  if (line->check) return check(line->config);
  if (line->healthcheck) return is_healthy(line->config.bind, line->config.port) ? 0 : 1;
  spdlog::set_default_logger(spdlog::stderr_color_mt("engawad"));
  spdlog::set_level(spdlog::level::from_str(line->config.log_level));
  if (!points.empty()) spdlog::warn("fail points are active, this server breaks its word on purpose: {}", points);
  auto const signals = block_signals();
  auto server = Server::start(line->config);
  if (!server) return complain(server.error());
  announce(**server, line->config);
  int signal = 0;
  sigwait(&signals, &signal);
  spdlog::info("stopping, within {} s", line->config.drain_s);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // a second signal ends the process at once
  auto const stopped = (*server)->stop();
  return stopped ? 0 : complain(stopped.error());
} catch (std::exception const& error) {
  std::cerr << "engawad: " << error.what() << '\n';
  return 1;
}
