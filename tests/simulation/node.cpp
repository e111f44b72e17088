#include "tests/simulation/node.hpp"

#include <algorithm>
#include <utility>

#include "protocol/frames.hpp"
#include "server/analysis/analyst.hpp"
#include "server/bots/bot_pool.hpp"
#include "server/cluster/lease_keeper.hpp"
#include "server/cluster/lobby_exchange.hpp"
#include "server/cluster/whereabouts.hpp"
#include "server/lobby/addresses.hpp"
#include "server/lobby/guests.hpp"
#include "server/lobby/lobby.hpp"
#include "server/ops/traffic_log.hpp"
#include "server/records/record_keeper.hpp"
#include "server/shard/reopen_rooms.hpp"
#include "server/shard/shard.hpp"
#include "tests/simulation/server_end.hpp"
#include "tests/simulation/world.hpp"

namespace engawa::simulation {

using namespace server;

namespace {

constexpr int kShards = 2;
constexpr int kReopened = 100000;  // server.cpp

}  // namespace

Life::Life(World& world, int number)
    : world_(world),
      number_(number),
      store_(world.database(), number, {world.address(number), world.config(number).cluster_lease_ms}, *this),
      fiber_([this] { live(); }) {
  awaited_ = [] { return true; };
}

// Connected clients learn of its end.
Life::~Life() {
  for (auto const& [number, end] : ends_) end->drop();
  for (auto const& [number, end] : ends_) (void)end->settle();
  for (auto const& known : callers_)
    if (auto const wire = known.lock()) wire->close(Wire::answering, 1006);
}

std::function<void(Scheduler::Event)> Life::delivery() {
  return [life = weak_from_this()](Scheduler::Event event) {
    if (auto const self = life.lock()) self->deliver(std::move(event));
  };
}

void Life::deliver(Scheduler::Event event) {
  if (over_) return;
  if (frozen_) return deferred_.push_back(std::move(event));
  event();
  settle();
}

void Life::thaw() {
  frozen_ = false;
  auto const deferred = std::exchange(deferred_, {});
  for (auto const& event : deferred) event();
  settle();
}

void Life::wait_for(std::function<bool()> so, Time deadline) {
  if (deadline != kNever) wake_at(deadline);
  awaited_ = [so = std::move(so), deadline] { return so() || now() >= deadline; };
  fiber_.pause();
}

// Server::Impl::open() and reopen(), and then the journal's loop.
void Life::live() {
  try {
    store_.open();
  } catch (StoreFault const&) {
    over_ = true;
    return;
  }
  make_services();
  auto& services = *services_;
  auto const codes = std::make_shared<std::vector<std::string>>();
  services.journal->run([codes](Store& open) { *codes = open.cluster()->claim(kReopened); },
                        [this, codes](bool read) {
                          if (!read) return void(over_ = true);
                          reopen_rooms(*services_, *codes);
                          lease_->start();
                          exchange_->start();
                          serves_ = true;
                        });
  work_in_journal();
}

void Life::make_services() {
  set_wall_error(world_.draw_wall_error());
  services_ = std::make_unique<Services>();
  auto& services = *services_;
  services.config = world_.config(number_);
  services.addresses = Addresses::make(services.config).value();
  for (int i = 0; i < kShards; ++i) services.shards.push_back(std::make_unique<Shard>(i, services));
  services.lobby = std::make_unique<Lobby>(services.shards.front()->io(), services.clock, services.config);
  services.make_journal(store_, Journal::Runs::by_steps);
  services.bots = std::make_unique<BotPool>(BotPool::Tuning{}, services.metrics);
  services.solver = std::make_unique<BotPool>(BotPool::Tuning{}, services.metrics);
  services.clustered = true;
  lease_ = std::make_unique<LeaseKeeper>(services);
  exchange_ = std::make_unique<LobbyExchange>(services);
  for (auto& shard : services.shards) shard->post([home = shard.get()] { home->start_without_thread(); });
}

void Life::work_in_journal() {
  auto& journal = *services_->journal;
  auto const is_due = [&journal] { return journal.due() <= Journal::Steady::now(); };
  for (;;) {
    resting_ = true;
    if (!is_due()) wait_for(is_due, kNever);
    resting_ = false;
    journal.step();
  }
}

bool Life::run_fiber() {
  if (fiber_.is_over() || !awaited_ || !awaited_()) return false;
  awaited_ = {};
  fiber_.resume();
  fiber_.rethrow();
  return true;
}

// True: there was work.
bool Life::run_shards(Time& next) {
  if (!services_) return false;
  for (auto& shard : services_->shards) next = std::min(next, run_ready(shard->io()));
  bool any = false;
  for (auto end = ends_.begin(); end != ends_.end();) {
    bool const open = end->second->settle();
    any |= !open;
    end = open ? std::next(end) : ends_.erase(end);
  }
  return any;
}

void Life::settle() {
  if (over_ || std::exchange(settling_, true)) return;
  auto next = kNever;
  do next = kNever;
  while (run_shards(next) || run_fiber() || go_on_stopping());
  settling_ = false;
  if (over_) return;
  if (resting_) {
    auto const due = services_->journal->due().time_since_epoch();
    next = std::min(next, Time(std::chrono::ceil<std::chrono::microseconds>(due).count()));
  }
  wake_at(next);
}

// Only one wake-up is pending at a time, the next one.
void Life::wake_at(Time time) {
  if (time == kNever || time >= woken_at_) return;
  woken_at_ = std::max(time, now() + 1);
  world_.scheduler().at(woken_at_, [life = weak_from_this(), at = woken_at_] {
    auto const self = life.lock();
    if (!self || self->woken_at_ != at) return;
    self->woken_at_ = kNever;
    self->deliver([] {});
  });
}

void Life::add(std::shared_ptr<ServerEnd> end) {
  ends_.emplace(++made_ends_, end);
  end->start(*this);
}

// Whoever still waits in the kernel's queue is told of the end of the process, too.
void Life::queue(WirePtr const& wire, std::string const& room, bool carried) {
  if (over_) return wire->close(Wire::answering, 1006);
  std::erase_if(callers_, [](auto const& known) { return known.expired(); });
  callers_.push_back(wire);
  deliver([this, wire, room, carried] { accept(wire, room, carried); });
}

// The checks of HttpSession before it answers.
void Life::accept(WirePtr const& wire, std::string const& room, bool carried) {
  if (!serves_) return wire->close(Wire::answering, 503);
  if (carried) return serve(wire, room);
  HttpRequest request;
  request.method = "GET";
  request.path = "/rooms/" + room + "/ws";
  find_room_of(*services_, request, [this, wire, room](Result<std::string> const& node) {
    services_->shards.front()->post([this, wire, room, node] {
      if (!node) return wire->close(Wire::answering, 503);
      node->empty() ? serve(wire, room) : carry(wire, room, *node);
    });
  });
}

void Life::serve(WirePtr const& wire, std::string const& room) {
  auto& shard = services_->shard_of(room);
  shard.post([this, &shard, wire, room] { add(std::make_shared<RoomEnd>(shard, wire, room)); });
}

void Life::carry(WirePtr const& client, std::string const& room, std::string const& node) {
  auto const onward = world_.call(number_, world_.number_of(node), room);
  if (!onward) return client->close(Wire::answering, 503);
  world_.trace(
      [&] { return "a connection to " + room + " is carried from node " + std::to_string(number_) + " to " + node; });
  add(std::make_shared<Carrier>(*services_->shards.front(), client, onward, node));
}

// Server::Impl::stop_talking(), one stage after the other.
void Life::stop() {
  deliver([this] {
    if (!serves_ || drains_) return;
    drains_ = services_->draining = true;
    auto const frame = Frame(protocol::draining(static_cast<int>(services_->config.drain_s)));
    for (auto& shard : services_->shards)
      shard->post([this, frame, home = shard.get()] {
        home->rooms().in_memory().announce(frame);
        home->connections().stop_reading();
        home->when_quiet([this] { ++quiet_; });
      });
    world_.scheduler().after(services_->config.drain_s * kSecond, [life = weak_from_this()] {
      if (auto const self = life.lock()) self->over_ = true;
    });
  });
}

// True: a stage is over.
bool Life::go_on_stopping() {
  if (!drains_ || over_) return false;
  if (stage_ == 0 && quiet_ == services_->shards.size()) {
    stage_ = 1;
    services_->journal->run([](Store&) {},
                            [this](bool) {
                              lease_->leave([this](bool) { left_ = true; });
                              stage_ = 2;
                            });
    return true;
  }
  if (stage_ == 2 && left_) {
    stage_ = 3;
    for (auto& shard : services_->shards)
      shard->post([this, home = shard.get()] {
        home->connections().close();
        home->connections().when_empty([this] { ++empty_; });
      });
    return true;
  }
  over_ = stage_ == 3 && empty_ == services_->shards.size();
  return false;
}

}  // namespace engawa::simulation
