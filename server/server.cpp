#include "server/server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <latch>
#include <mutex>

#include "games/catalog.hpp"
#include "protocol/frames.hpp"
#include "server/analysis/analyst.hpp"
#include "server/api/admin/admin.hpp"
#include "server/api/admission.hpp"
#include "server/api/api.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/cluster/lease_keeper.hpp"
#include "server/cluster/link.hpp"
#include "server/cluster/lobby_exchange.hpp"
#include "server/cluster/whereabouts.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/moderation.hpp"
#include "server/ops/certificate.hpp"
#include "server/ops/cluster_settings.hpp"
#include "server/ops/fail_point.hpp"
#include "server/ops/freed_memory.hpp"
#include "server/ops/period.hpp"
#include "server/ops/priority.hpp"
#include "server/ops/process.hpp"
#include "server/ops/store_url.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/ops/wall_clock.hpp"
#include "server/records/link_pictures.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/reopen_rooms.hpp"
#include "server/shard/shard.hpp"
#include "server/store/act_table.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/open_store.hpp"
#include "server/store/sqlite/backup_schedule.hpp"
#include "server/visit/streams.hpp"

namespace engawa::server {
namespace {

constexpr auto kCertificateLook = std::chrono::seconds(3);
constexpr int kReopened = 100000;  // rooms that a node takes at its start

// Unreadable data is ignored here: the code that needs it reports the problem.
void doubt_clock(Store& store) try {
  auto const doubt = clock_doubt(wall_clock(), store.archive().uptime().counted_at);
  if (!doubt.empty()) spdlog::warn("{}", doubt);
} catch (std::exception const& error) {
  spdlog::warn("how long servers have been up could not be read: {}", error.what());
}

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

// Counts unfinished work. Any thread.
class Pending {
 public:
  void add(int more = 1) {
    std::lock_guard const lock(mutex_);
    open_ += more;
  }
  void done() {
    {
      std::lock_guard const lock(mutex_);
      --open_;
    }
    changed_.notify_all();
  }
  // False: timed out.
  bool wait_until(std::chrono::steady_clock::time_point end) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, end, [&] { return open_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int open_ = 0;
};

// Calls ask(shard, done) on every shard and waits until each has called `done`, or until the timeout.
template <class Ask>
bool wait_for_shards(Services& services, std::chrono::steady_clock::time_point end, Ask const& ask) {
  auto pending = std::make_shared<Pending>();  // a shard may answer after the wait has ended
  pending->add(static_cast<int>(services.shards.size()));
  for (auto& shard : services.shards)
    shard->post([ask, pending, shard = shard.get()] { ask(*shard, [pending] { pending->done(); }); });
  return pending->wait_until(end);
}

}  // namespace

struct Server::Impl {
  std::unique_ptr<Store> store;
  std::unique_ptr<Streams> streams;  // destroyed before the shards whose connections it has
  Services services;
  std::unique_ptr<LeaseKeeper> lease;       // in a cluster
  std::unique_ptr<LobbyExchange> exchange;  // in a cluster
  std::unique_ptr<Api> api;
  std::unique_ptr<Admission> admission;
  std::unique_ptr<Admin> operators;
  std::unique_ptr<HttpServer> http, admin;
  HttpServer::Handlers link_handlers;
  std::unique_ptr<LinkListener> link;
  std::unique_ptr<boost::asio::steady_timer> looking;                    // at the certificate's files
  std::shared_ptr<Pending> http_requests = std::make_shared<Pending>();  // unanswered requests
  int port = -1, admin_port = -1;
  bool running = false;
  std::string few_files;  // a message for the operator after a successful start
  std::jthread preparing;

  Result<void> open(Config const& given, OpenStore const& open_given);
  Result<void> listen(int socket);
  Result<void> listen_publicly(int socket);
  void look_at_certificate();
  Result<void> reopen();
  Result<void> start_backups();
  void use_weights();
  void prepare_games();
  void drain();
  Result<void> stop();
  void stop_talking();
  bool leave(std::chrono::steady_clock::time_point end);
  Result<void> look_at_files();
};

Result<void> Server::Impl::open(Config const& given, OpenStore const& open_given) {
  auto& config = services.config = given;
  fit_to_processors(config);
  few_files = fit_to_open_files(config);
  auto addresses = Addresses::make(config);
  if (!addresses) return addresses.error();
  services.addresses = std::move(*addresses);
  auto certificate = Certificate::read(config.tls_cert, config.tls_key);
  if (!certificate) return certificate.error();
  services.certificate = std::move(*certificate);
  StaticFiles files;
  if (!config.web_root.empty()) {
    auto read = StaticFiles::read(config.web_root, config.base_path);
    if (!read) return read.error();
    files = std::move(*read);
  }
  if (!config.trace_traffic.empty()) {
    services.traffic = std::make_unique<TrafficLog>(config.trace_traffic);
    if (!services.traffic->ok()) return refuse("internal", "cannot write " + config.trace_traffic);
  }
  auto opened = open_given ? open_given() : open_store(config);
  if (!opened) return opened.error();
  store = std::move(*opened);
  auto const guests = store->guests().all();
  auto const acts = store->acts().after(0);  // now: only the journal's thread uses the store once it runs
  doubt_clock(*store);
  for (int i = 0; i < config.threads; ++i) services.shards.push_back(std::make_unique<Shard>(i, services));
  services.lobby = std::make_unique<Lobby>(services.shards.front()->io(), services.clock, services.config);
  streams = std::make_unique<Streams>(services);
  services.streams = streams.get();
  services.make_journal(*store);
  services.guests = std::make_unique<GuestBook>(*services.journal, guests, store->cluster() != nullptr);
  RecordKeeper::Times const times{1000 * config.archive_s, 1000 * config.record_ttl_s, 1000 * config.guest_ttl_s};
  services.records =
      std::make_unique<RecordKeeper>(*services.journal, services.metrics, times,
                                     [this](std::vector<std::string> const& gone) { services.guests->forget(gone); });
  services.bots = std::make_unique<BotPool>(
      BotPool::Tuning{static_cast<int>(config.bot_threads), std::chrono::milliseconds(config.bot_budget_ms)},
      services.metrics);
  services.solver = std::make_unique<BotPool>(BotPool::Tuning{1, std::chrono::milliseconds(config.solve_budget_ms)},
                                              services.metrics);
  if (store->cluster()) {
    services.clustered = true;
    lease = std::make_unique<LeaseKeeper>(services);
    exchange = std::make_unique<LobbyExchange>(services);
  }
  services.analyst = std::make_unique<Analyst>(*services.journal, *services.bots, services.metrics);
  services.pictures = std::make_unique<LinkPictures>();
  admission = std::make_unique<Admission>(services);
  auto token = read_admin_token(config.admin_token_file);
  if (!token) return token.error();
  operators = std::make_unique<Admin>(services, std::move(*token), [this] { drain(); });
  api = std::make_unique<Api>(services, operators->acts(), std::move(files));
  (void)services.moderation->learn(acts);  // their effects have been had
  services.acts_read = [this](StoredActs const& news) { operators->acts().learn(news); };
  return {};
}

// Files may be replaced at any time, by a program that does not know this one.
void Server::Impl::look_at_certificate() {
  if (!looking) looking = std::make_unique<boost::asio::steady_timer>(services.shards.front()->io());
  looking->expires_after(kCertificateLook);
  looking->async_wait([this](boost::system::error_code stopped) {
    if (stopped) return;
    services.certificate->look();
    look_at_certificate();
  });
}

Result<void> Server::Impl::listen_publicly(int socket) {
  auto const& config = services.config;
  if (socket < 0 && !config.unix_socket.empty()) {
    port = 0;
    return http->listen(config.unix_socket);
  }
  auto const taken =
      socket >= 0 ? http->listen(socket) : http->listen(config.bind, static_cast<int>(config.port), "--port");
  if (!taken) return taken.error();
  port = *taken;
  return {};
}

Result<void> Server::Impl::listen(int socket) {
  auto const& config = services.config;
  auto& front = *services.shards.front();
  HttpServer::Handlers handlers;
  handlers.base = config.base_path;
  handlers.request = [this](HttpRequest request, Respond respond) {
    http_requests->add();
    api->handle(std::move(request), [respond = std::move(respond), open = http_requests](HttpResponse response) {
      respond(std::move(response));
      open->done();
    });
  };
  handlers.upgrade = [this](HttpRequest const& request) { return admission->upgrade(request); };
  if (services.clustered) {
    link_handlers = handlers;
    link = std::make_unique<LinkListener>(front, link_handlers);
    if (auto const listening = link->listen(config.cluster_bind, cluster_port(config)); !listening) return listening;
    handlers.whereabouts = [this](HttpRequest const& request, std::function<void(Result<std::string>)> done) {
      find_room_of(services, request, std::move(done));
    };
    handlers.carry = [this](HttpRequest const& request, Splice splice) {
      auto& shard = services.shard_of(request.path);  // on any thread, so that they share the work
      shard.post([&shard, splice = std::move(splice)]() mutable { splice_to_node(std::move(splice), shard); });
    };
  }
  http = std::make_unique<HttpServer>(front, std::move(handlers));
  if (services.certificate) {
    http->use(*services.certificate);
    look_at_certificate();
  }
  if (auto const listening = listen_publicly(socket); !listening) return listening;
  if (config.admin_port < 0) return {};
  HttpServer::Handlers admin_handlers;
  admin_handlers.counted = false;
  admin_handlers.request = [this](HttpRequest request, Respond respond) { operators->handle(request, respond); };
  admin = std::make_unique<HttpServer>(front, std::move(admin_handlers));
  auto const admin_taken = admin->listen(config.admin_bind, static_cast<int>(config.admin_port), "--admin-port");
  if (!admin_taken) return admin_taken.error();
  admin_port = *admin_taken;
  return {};
}

// Fails if the store cannot be read.
Result<void> Server::Impl::reopen() {
  auto codes = std::make_shared<std::vector<std::string>>();
  std::promise<bool> listed;
  services.journal->run(
      [codes](Store& open) { *codes = open.cluster() ? open.cluster()->claim(kReopened) : open.open_rooms(); },
      [&](bool read) { listed.set_value(read); });
  if (!listed.get_future().get())
    return refuse("internal", "the database cannot be read or written: " + services.journal->trouble());
  reopen_rooms(services, *codes);
  if (lease) lease->start();
  if (exchange) exchange->start();
  return {};
}

Result<void> Server::Impl::start_backups() {
  auto const& config = services.config;
  auto const every = seconds_of(config.backup_every);
  if (every == 0) return {};
  auto const url = read_store_url(config.store_url, config.data);
  if (!url) return url.error();
  if (url->kind != StoreUrl::Kind::sqlite)
    return refuse("bad_message", "backup.every copies an SQLite database: use pg_dump for " + masked(config.store_url));
  auto const folder = config.backup_dir.empty() ? config.data + "/backups" : config.backup_dir;
  auto started = BackupSchedule::start(
      {url->place, folder, std::chrono::seconds(every), static_cast<std::size_t>(config.backup_keep)});
  if (!started) return started.error();
  services.backups = std::move(*started);
  return {};
}

// The operator's files are loaded before the first game, and problems with them are reported at once. The embedded
// weights are loaded when a board needs them.
void Server::Impl::use_weights() {
  for (auto const& game : games::catalog()) {
    if (!game.use_weights) continue;
    if (auto const fault = game.use_weights(services.config.bot_weights); !fault.empty()) spdlog::warn("{}", fault);
  }
}

// Tables for games are built in the background, at low priority.
void Server::Impl::prepare_games() {
  auto const& config = services.config;
  auto const cache =
      config.cache.empty() ? std::filesystem::path(config.data) / "cache" : std::filesystem::path(config.cache);
  preparing = std::jthread([cache](std::stop_token stop) {
    background_priority();
    for (auto const& game : games::catalog())
      if (game.prepare && !stop.stop_requested()) game.prepare(cache, stop);
    give_back_freed_memory();
  });
}

// From now on: not ready, no new rooms; running games continue. All clients are notified.
void Server::Impl::drain() {
  if (services.draining.exchange(true)) return;
  spdlog::info("draining: no new rooms");
  auto const frame = Frame(protocol::draining(static_cast<int>(services.config.drain_s)));
  for (auto& shard : services.shards)
    shard->post([frame, home = shard.get()] { home->rooms().in_memory().announce(frame); });
  services.shards.front()->post([this, frame] { services.lobby->announce(frame); });
}

// The rooms are free before their members are disconnected, so that the members find them open on other nodes.
bool Server::Impl::leave(std::chrono::steady_clock::time_point end) {
  auto const left = std::make_shared<Pending>();
  left->add();
  lease->leave([left](bool) { left->done(); });
  return left->wait_until(end);
}

// Nothing more is read; everything that was read is stored and answered; then all connections are closed.
void Server::Impl::stop_talking() {
  auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(services.config.drain_s);
  drain();
  fail_point::hit("drain.told");
  on_every_shard(services, [](Shard& shard) { shard.connections().stop_reading(); });
  bool in_time = http_requests->wait_until(end);
  in_time &= wait_for_shards(services, end, [](Shard& shard, auto done) { shard.when_quiet(std::move(done)); });
  // All inputs are queued by now: when the journal has reached this point, they are stored and their results have been
  // posted.
  auto const stored = std::make_shared<Pending>();
  stored->add();
  services.journal->run([](Store&) {}, [stored](bool) { stored->done(); });
  in_time &= stored->wait_until(end);
  if (lease) in_time &= leave(end);
  on_every_shard(services, [](Shard& shard) { shard.connections().close(); });
  in_time &=
      wait_for_shards(services, end, [](Shard& shard, auto done) { shard.connections().when_empty(std::move(done)); });
  if (!in_time) spdlog::warn("not everything was finished within {} s", services.config.drain_s);
}

// The final check, after the last input was stored.
Result<void> Server::Impl::look_at_files() {
  try {
    store->watch();
    return {};
  } catch (std::exception const&) {
    if (store->lost().empty()) return {};  // it is unreachable now, but has everything that was acknowledged
    auto const where = store->rescue();
    return refuse("internal",
                  store->lost() + "; " +
                      (where ? *where : "what was stored could not be copied either: " + where.error().message));
  }
}

Result<void> Server::Impl::stop() {
  if (!running) return {};
  running = false;
  preparing.request_stop();
  stop_talking();
  services.backups.reset();
  services.shards.front()->post([this] {
    http->close();
    if (admin) admin->close();
    if (link) link->close();
    looking.reset();
  });
  services.records.reset();
  services.analyst.reset();
  services.pictures.reset();
  services.bots.reset();
  services.solver.reset();
  services.journal->flush();
  for (auto& shard : services.shards) shard->stop();
  services.journal.reset();
  return look_at_files();
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() { (void)stop(); }

Result<std::unique_ptr<Server>> Server::start(Config const& config, OpenStore const& open_store, int socket) {
  auto impl = std::make_unique<Impl>();
  if (auto const opened = impl->open(config, open_store); !opened) return opened.error();
  if (auto const listening = impl->listen(socket); !listening) return listening.error();
  for (std::size_t i = 1; i < impl->services.shards.size(); ++i) impl->services.shards[i]->start();
  impl->services.shards.front()->start();
  if (!impl->few_files.empty()) spdlog::warn("{}", impl->few_files);
  impl->running = true;
  if (!config.bot_weights.empty()) impl->use_weights();
  if (auto const reopened = impl->reopen(); !reopened) {
    (void)impl->stop();
    return reopened.error();
  }
  if (auto const backups = impl->start_backups(); !backups) {
    (void)impl->stop();
    return backups.error();
  }
  impl->prepare_games();
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::string Server::path() const { return impl_->http->path(); }
void Server::read_certificate_again() {
  if (!impl_->services.certificate) return;
  impl_->services.shards.front()->post([impl = impl_.get()] { impl->services.certificate->read_again(); });
}
int Server::port() const { return impl_->port; }
int Server::admin_port() const { return impl_->admin_port; }
bool Server::answers(std::chrono::milliseconds within) const {
  return wait_for_shards(impl_->services, std::chrono::steady_clock::now() + within, [](Shard&, auto done) { done(); });
}
Result<void> Server::stop() { return impl_->stop(); }

}  // namespace engawa::server
