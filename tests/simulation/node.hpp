// A node: the server's own services, shards and journal, run by the scheduler. A run is from its start to its death.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/shard/services.hpp"
#include "tests/simulation/fiber.hpp"
#include "tests/simulation/sim_store.hpp"
#include "tests/simulation/wire.hpp"

namespace engawa::server {
class LeaseKeeper;
class LobbyExchange;
}  // namespace engawa::server

namespace engawa::simulation {

class ServerEnd;
class World;

class Life final : public Waiting, public std::enable_shared_from_this<Life> {
 public:
  Life(World& world, int number);
  ~Life() override;

  // Delivers an event to it, as soon as it is not frozen.
  void deliver(Scheduler::Event event);
  void freeze() { frozen_ = true; }
  void thaw();
  bool is_frozen() const { return frozen_; }
  // It accepts connections.
  bool serves() const { return serves_; }
  bool drains() const { return drains_; }
  // It could not start, or has stopped.
  bool is_over() const { return over_; }
  // As with SIGTERM.
  void stop();
  void lose_database() {
    deliver([this] { store_.lose(); });
  }
  // A client, or (`carried`) another node on its behalf.
  void queue(WirePtr const& wire, std::string const& room, bool carried);
  server::Services& services() { return *services_; }
  World& world() { return world_; }
  int number() const { return number_; }
  void add(std::shared_ptr<ServerEnd> end);

  void wait_for(std::function<bool()> so, Time deadline) override;
  std::function<void(Scheduler::Event)> delivery() override;

 private:
  void live();
  void make_services();
  void work_in_journal();
  void settle();
  bool run_shards(Time& next);
  bool run_fiber();
  void wake_at(Time time);
  void accept(WirePtr const& wire, std::string const& room, bool carried);
  void serve(WirePtr const& wire, std::string const& room);
  void carry(WirePtr const& client, std::string const& room, std::string const& node);
  bool go_on_stopping();

  World& world_;
  int number_;
  SimStore store_;
  std::unique_ptr<server::Services> services_;
  std::unique_ptr<server::LeaseKeeper> lease_;
  std::unique_ptr<server::LobbyExchange> exchange_;
  std::map<std::uint64_t, std::shared_ptr<ServerEnd>> ends_;
  std::uint64_t made_ends_ = 0;
  std::vector<std::weak_ptr<Wire>> callers_;  // some have no end on this node yet
  std::function<bool()> awaited_;             // the condition for which the fiber waits
  std::vector<Scheduler::Event> deferred_;
  bool frozen_ = false, serves_ = false, drains_ = false, over_ = false, settling_ = false;
  bool resting_ = false;               // the journal is idle
  std::size_t quiet_ = 0, empty_ = 0;  // shards that are idle, while it stops
  bool left_ = false;
  int stage_ = 0;  // stages of its stop
  Time woken_at_ = kNever;
  Fiber fiber_;  // the journal's thread; it ends first
};

}  // namespace engawa::simulation
