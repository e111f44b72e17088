#include "server/server.hpp"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <future>
#include <latch>

#include "games/catalog.hpp"
#include "server/admission.hpp"
#include "server/api.hpp"
#include "server/bot_pool.hpp"
#include "server/guests.hpp"
#include "server/lobby.hpp"
#include "server/shard.hpp"
#include "server/traffic_log.hpp"

namespace engawa::server {
namespace {

constexpr auto kStopTime = std::chrono::seconds(3);  // for peers to answer the close

// Runs `function` on every shard and waits for all.
template <class Function>
void on_every_shard(Services& services, Function const& function) {
  std::latch done(static_cast<std::ptrdiff_t>(services.shards.size()));
  for (auto& shard : services.shards)
    shard->post([&, shard = shard.get()] {
      function(*shard);
      done.count_down();
    });
  done.wait();
}

}  // namespace

struct Server::Impl {
  std::unique_ptr<Store> store;
  Services services;
  std::unique_ptr<Api> api;
  std::unique_ptr<Admission> admission;
  std::unique_ptr<HttpServer> http, admin;
  int port = -1, admin_port = -1;
  bool running = false;
  std::jthread preparing;

  Result<void> open(Config const& config);
  Result<void> listen();
  void rebuild_rooms();
  void prepare_games();
  void stop();
};

Result<void> Server::Impl::open(Config const& config) {
  services.config = config;
  StaticFiles files;
  if (!config.web_root.empty()) {
    auto read = StaticFiles::read(config.web_root);
    if (!read) return read.error();
    files = std::move(*read);
  }
  if (!config.trace_traffic.empty()) {
    services.traffic = std::make_unique<TrafficLog>(config.trace_traffic);
    if (!services.traffic->ok()) return refuse("internal", "cannot write " + config.trace_traffic);
  }
  auto opened = Store::open(config.data);
  if (!opened) return opened.error();
  store = std::move(*opened);
  auto const guests = store->guests();
  for (int i = 0; i < config.threads; ++i) services.shards.push_back(std::make_unique<Shard>(i, services));
  services.lobby = std::make_unique<Lobby>(*services.shards.front());
  auto& shards = services.shards;
  services.journal = std::make_unique<Journal>(
      *store, static_cast<int>(config.threads), [&shards](int shard, std::vector<Journal::Outcome> outcomes) {
        auto& home = *shards[static_cast<std::size_t>(shard)];
        home.post([&home, outcomes = std::move(outcomes)] { home.reported(outcomes); });
      });
  services.guests = std::make_unique<GuestBook>(*services.journal, guests);
  services.bots =
      std::make_unique<BotPool>(static_cast<int>(config.bot_threads), std::chrono::milliseconds(config.bot_budget_ms));
  services.solver = std::make_unique<BotPool>(1, std::chrono::milliseconds(config.solve_budget_ms));
  api = std::make_unique<Api>(services, std::move(files));
  admission = std::make_unique<Admission>(services);
  return {};
}

Result<void> Server::Impl::listen() {
  auto const& config = services.config;
  auto& front = *services.shards.front();
  HttpServer::Handlers handlers;
  handlers.request = [this](HttpRequest request, HttpServer::Respond respond) {
    api->handle(std::move(request), std::move(respond));
  };
  handlers.upgrade = [this](HttpRequest const& request) { return admission->upgrade(request); };
  http = std::make_unique<HttpServer>(front, std::move(handlers));
  auto const taken = http->listen(config.bind, static_cast<int>(config.port));
  if (!taken) return taken.error();
  port = *taken;
  if (config.admin_port < 0) return {};
  HttpServer::Handlers admin_handlers;
  admin_handlers.request = [this](HttpRequest request, HttpServer::Respond respond) {
    api->handle_admin(std::move(request), std::move(respond));
  };
  admin = std::make_unique<HttpServer>(front, std::move(admin_handlers));
  auto const admin_taken = admin->listen(config.admin_bind, static_cast<int>(config.admin_port));
  if (!admin_taken) return admin_taken.error();
  admin_port = *admin_taken;
  return {};
}

// Every room that was open is folded again from its journal before the first connection is accepted.
void Server::Impl::rebuild_rooms() {
  std::promise<std::vector<std::string>> listed;
  services.journal->run([&](Store& open) { listed.set_value(open.open_rooms()); }, {});
  auto const codes = listed.get_future().get();
  std::latch rebuilt(static_cast<std::ptrdiff_t>(codes.size()));
  for (auto const& code : codes) {
    auto& shard = services.shard_of(code);
    shard.post(
        [&shard, &code, &rebuilt] { shard.with_room(code, [&rebuilt](Result<Room*>) { rebuilt.count_down(); }); });
  }
  rebuilt.wait();
  services.journal->flush();
  if (!codes.empty()) spdlog::info("rebuilt {} rooms from their journals", codes.size());
}

// Tables that games want are made beside the play, at the lowest priority.
void Server::Impl::prepare_games() {
  auto const& config = services.config;
  auto const cache =
      config.cache.empty() ? std::filesystem::path(config.data) / "cache" : std::filesystem::path(config.cache);
  preparing = std::jthread([cache](std::stop_token stop) {
    lower_priority();
    for (auto const& game : games::catalog())
      if (game.prepare && !stop.stop_requested()) game.prepare(cache, stop);
  });
}

void Server::Impl::stop() {
  if (!running) return;
  running = false;
  services.draining = true;
  services.shards.front()->post([this] {
    http->close();
    if (admin) admin->close();
  });
  on_every_shard(services, [](Shard& shard) { shard.announce_drain(static_cast<int>(kStopTime.count())); });
  services.journal->flush();
  on_every_shard(services, [](Shard& shard) { shard.close_connections(); });
  auto const until = std::chrono::steady_clock::now() + kStopTime;
  auto const open = [&] { return services.metrics.connections_opened != services.metrics.connections_closed; };
  while (open() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  preparing.request_stop();
  services.bots.reset();
  services.solver.reset();
  services.journal->flush();
  for (auto& shard : services.shards) shard->stop();
  services.journal.reset();
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() { stop(); }

Result<std::unique_ptr<Server>> Server::start(Config const& config) {
  auto impl = std::make_unique<Impl>();
  if (auto const opened = impl->open(config); !opened) return opened.error();
  if (auto const listening = impl->listen(); !listening) return listening.error();
  for (std::size_t i = 1; i < impl->services.shards.size(); ++i) impl->services.shards[i]->start();
  impl->services.shards.front()->start();
  impl->rebuild_rooms();
  impl->prepare_games();
  impl->running = true;
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

int Server::port() const { return impl_->port; }
int Server::admin_port() const { return impl_->admin_port; }
void Server::stop() { impl_->stop(); }

}  // namespace engawa::server
