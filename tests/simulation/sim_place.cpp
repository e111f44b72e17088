// The simulated database in place of PostgreSQL, for the cases that both must pass (tests/store/cluster_cases.cpp).
#include <map>

#include "tests/simulation/sim_store.hpp"
#include "tests/store/nodes_place.hpp"

namespace engawa::server {
namespace {

using namespace simulation;

// Time passes while a call waits for an answer.
class SimulatedNodes final : public NodesPlace, public Witness, public Waiting {
 public:
  SimulatedNodes() {
    server_.ended = [this](int node) {
      if (auto const store = stores_.find(node); store != stores_.end()) store->second->lose();
    };
  }

  std::unique_ptr<Store> open(ClusterNode const& node) override {
    auto const number = numbers_.emplace(node.address, static_cast<int>(numbers_.size())).first->second;
    auto store = std::make_unique<SimStore>(server_, number, node, *this);
    stores_[number] = store.get();
    store->open();
    return store;
  }
  void end_lease(std::string const& address) override { server_.data().end_lease(address); }

  void stored(Changes::Input const&, bool) override {}
  void taken(simulation::RoomRow const&, simulation::RoomRow const&, bool) override {}
  void loaded(std::string const&) override {}
  void wait_for(std::function<bool()> so, Time deadline) override {
    scheduler_.at(deadline, [] {});
    while (!so() && now() < deadline) (void)scheduler_.step();
  }
  std::function<void(Scheduler::Event)> delivery() override {
    return [](Scheduler::Event const& event) { event(); };
  }

 private:
  Scheduler scheduler_;
  Chance chance_{1};
  DatabaseServer server_{scheduler_, chance_, *this, 8};
  std::map<std::string, int> numbers_;
  std::map<int, SimStore*> stores_;
};

}  // namespace

std::unique_ptr<NodesPlace> make_nodes_place() { return std::make_unique<SimulatedNodes>(); }

}  // namespace engawa::server
