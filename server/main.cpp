// engawad: reads its settings, then serves until a signal stops it, or carries out the one action that was requested.
#include <spdlog/spdlog.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <thread>

#include "base/language.hpp"
#include "base/standard_streams.hpp"
#include "server/ops/config.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/healthcheck.hpp"
#include "server/ops/ip_text.hpp"
#include "server/ops/log_lines.hpp"
#include "server/ops/process.hpp"
#include "server/ops/qr_lines.hpp"
#include "server/ops/reach.hpp"
#include "server/ops/service_manager.hpp"
#include "server/ops/signals.hpp"
#include "server/ops/store_url.hpp"
#include "server/records/check.hpp"
#include "server/server.hpp"
#include "server/store/copy_store.hpp"
#include "server/store/open_store.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/restore.hpp"

namespace {

using namespace engawa::server;

int complain(std::string const& sentence) {
  if (log_is_json())
    spdlog::error("{}", sentence);
  else
    std::cerr << "engawad: " << sentence << '\n';
  return 1;
}

int complain(engawa::Refusal const& refusal) { return complain(refusal.message); }

// The output of a mode other than serving. If it cannot be written, the user does not know the result: that is a
// failure.
int say(std::string const& text) {
  std::cout << text;
  if (engawa::flush_standard_output()) return 0;
  auto const why = errno;
  return complain(
      engawa::refuse("internal", std::string("the output could not be written (") + std::strerror(why) + ')'));
}

int make_backup(Config const& config, std::string const& target) {
  auto const url = read_store_url(config.store_url, config.data);
  if (!url) return complain(url.error());
  if (url->kind != StoreUrl::Kind::sqlite)
    return complain(engawa::refuse("bad_message",
                                   "--backup copies an SQLite database: use pg_dump for " + masked(config.store_url)));
  auto const copied = back_up(url->place, target);
  if (!copied) return complain(copied.error());
  return say(*copied + '\n');
}

int put_back(CommandLine const& line) {
  auto const url = read_store_url(line.config.store_url, line.config.data);
  if (!url) return complain(url.error());
  if (url->kind != StoreUrl::Kind::sqlite)
    return complain(engawa::refuse(
        "bad_message", "--restore puts an SQLite database back: use pg_restore for " + masked(line.config.store_url)));
  auto const restored = restore(url->place, line.restore, line.over);
  if (!restored) return complain(restored.error());
  return say(*restored + '\n');
}

int copy(CommandLine const& line) {
  auto const from = read_store_url(line.copy_store[0], line.config.data);
  auto const to = read_store_url(line.copy_store[1], line.config.data);
  for (auto const* url : {&from, &to})
    if (!*url) return complain(engawa::refuse("bad_message", "FROM and TO of --copy-store " + url->error().message));
  auto const copied = copy_store(*from, *to);
  if (!copied) return complain(copied.error());
  return say(*copied + '\n');
}

int check(Config const& config) {
  auto const url = read_store_url(config.store_url, config.data);
  if (!url) return complain(url.error());
  auto const checked = check_store(*url, durability_of(config.durability));
  if (!checked) return complain(checked.error());
  for (auto const* found : {&checked->problems, &checked->notes})
    for (auto const& line : *found) std::cerr << "engawad: " << line << '\n';
  auto const said = say(checked->summary + '\n');
  return checked->problems.empty() ? said : 1;
}

// The addresses of the server for other machines, if it listens for them. At a terminal, also a code for a phone's
// camera.
void announce_reach(Config const& config, int port) {
  auto const urls = reachable_urls(config, port);
  for (auto const& url : urls) std::cout << "from other machines: " << url << '\n';
  if (urls.empty()) {
    if (beyond_loopback(config.bind) && in_container())
      std::cout << "from other machines: the address of this container's host, with the port that it publishes "
                   "(--public-url tells the page)\n";
    return;
  }
  if (::isatty(STDOUT_FILENO) == 1) std::cout << qr_lines(urls.front());
}

std::string place_of(Server const& server, Config const& config) {
  if (auto const path = server.path(); !path.empty()) return "unix:" + path;
  return (config.tls_cert.empty() ? "http://" : "https://") + reached_as(config.bind) + ':' +
         std::to_string(server.port());
}

// If the address cannot be printed, the server runs nevertheless.
void announce(Server const& server, Config const& config) {
  auto const place = place_of(server, config);
  std::cout << "listening on " << place << std::endl;
  if (server.admin_port() >= 0)
    std::cout << "admin on http://" << reached_as(config.admin_bind) << ':' << server.admin_port() << std::endl;
  if (server.path().empty()) announce_reach(config, server.port());
  std::cout.flush();
  if (!std::cout) spdlog::warn("the address could not be written: the server is at {}", place);
}

// A signal that does not stop the server.
void note(int signal, int argc, char** argv) {
  if (signal != SIGHUP) return spdlog::warn("signal {} ({}) stops nothing", signal, ::strsignal(signal));
  auto const line = read_command_line(argc, argv);
  if (!line)
    return spdlog::error("SIGHUP: the settings cannot be read, and nothing was changed: {}", line.error().message);
  spdlog::set_level(spdlog::level::from_str(line->config.log_level));
  spdlog::info(
      "SIGHUP: log.level is {}; other settings, but for the files of tls.cert and tls.key, are read at the start only",
      line->config.log_level);
}

// The start of the server on its own thread. The results may be read once `over` is readable.
struct Start {
  int over = ::eventfd(0, EFD_CLOEXEC);
  std::atomic<bool> stopped{false};          // by a signal
  std::atomic<bool> waits_for_store{false};  // and has promised nothing to any client yet
  std::unique_ptr<Server> server;            // nullptr: refused, or there is an exception
  engawa::Refusal refusal;
  std::exception_ptr error;
};

// The current attempt may take seconds more, and nothing is lost by stopping it.
[[noreturn]] void stop_waiting() {
  spdlog::info("stopped before the database was there");
  std::_Exit(0);
}

void start_server(Start& start, Config const& config, int socket) try {
  auto const open = [&start, &config] {
    start.waits_for_store = true;
    if (start.stopped) stop_waiting();
    auto store = wait_for_store([&config] { return open_store(config); }, std::chrono::seconds(config.store_wait_s));
    start.waits_for_store = false;
    return store;
  };
  auto started = Server::start(config, open, socket);
  if (started)
    start.server = std::move(*started);
  else
    start.refusal = started.error();
} catch (...) {
  start.error = std::current_exception();
}

// Returns after a stop signal.
void keep_serving(Start const& start, Signals& signals, ServiceManager& manager, int argc, char** argv) {
  while (!start.stopped) {
    int const signal = signals.wait(manager.due());
    if (Signals::is_stop(signal)) return;
    if (signal != 0) {
      note(signal, argc, argv);
      if (signal == SIGHUP) start.server->read_certificate_again();
    } else if (start.server->answers(manager.patience())) {
      manager.alive();
    } else {
      manager.skip();
      spdlog::error("a shard has not answered for {} ms: the service manager may restart the server",
                    manager.patience().count());
    }
  }
}

// Serves until a stop signal.
int serve(CommandLine const& line, int argc, char** argv) {
  auto const& config = line.config;
  ServiceManager manager;
  auto const socket = manager.take_socket();
  if (!socket) return complain(socket.error());
  Signals signals;
  Start start;
  std::jthread starting([&start, &config, socket = *socket] {
    start_server(start, config, socket);
    ::eventfd_write(start.over, 1);
  });
  while (int const signal = signals.wait(start.over)) {
    if (!Signals::is_stop(signal)) {
      note(signal, argc, argv);
      continue;
    }
    start.stopped = true;
    if (start.waits_for_store) stop_waiting();  // otherwise the start is soon over, and the server ends as usual
  }
  starting.join();
  if (start.error) std::rethrow_exception(start.error);
  if (!start.server) return complain(start.refusal);
  announce(*start.server, config);
  manager.ready("listening on " + place_of(*start.server, config));
  keep_serving(start, signals, manager, argc, argv);
  manager.stopping();
  spdlog::info("stopping, within {} s", config.drain_s);
  signals.let_through();
  auto const ended = start.server->stop();
  return ended ? 0 : complain(ended.error());
}

int healthcheck(Config const& config) {
  auto const well = config.unix_socket.empty() ? ask_health(config.bind, config.port, !config.tls_cert.empty())
                                               : ask_health_at(config.unix_socket);
  return well ? 0 : complain(well.error());
}

int run(CommandLine const& line, int argc, char** argv) {
  if (line.print_config) return say(print_config(line.config, engawa::language_of_environment()));
  keep_private(line.config.core_dumps != 0);
  keep_memory_small();
  auto const points = fail_point::read_environment();
  if (!line.backup.empty()) return make_backup(line.config, line.backup);
  if (!line.restore.empty()) return put_back(line);
  if (!line.copy_store.empty()) return copy(line);
  if (line.check) return check(line.config);
  if (line.healthcheck) return healthcheck(line.config);
  open_log(line.config.log_format, line.config.log_level);
  if (!points.empty()) spdlog::warn("fail points are active, this server breaks its word on purpose: {}", points);
  for (auto const& sentence : line.notes) spdlog::warn("{}", sentence);
  return serve(line, argc, argv);
}

}  // namespace

int main(int argc, char** argv) try {
  engawa::open_standard_streams();
  auto const line = read_command_line(argc, argv);
  if (!line) {
    (void)complain(line.error());
    return 2;
  }
  if (line->exit) {
    auto const said = say("");  // --help and --version have already printed
    return *line->exit == 0 ? said : *line->exit;
  }
  return run(*line, argc, argv);
} catch (std::exception const& error) {
  return complain(std::string(error.what()));
}
