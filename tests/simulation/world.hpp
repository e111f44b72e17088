// The whole simulation: the database, the nodes, the people, and the faults. Everything that happens follows from the
// seed.
#pragma once
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fnv.hpp"
#include "server/ops/config.hpp"
#include "tests/simulation/client.hpp"
#include "tests/simulation/database_server.hpp"
#include "tests/simulation/node.hpp"

namespace engawa::simulation {

struct Options {
  std::uint64_t seed = 1;
  std::int64_t seconds = 1000;  // of simulated time
  std::int64_t for_s = 0;       // of processor time, after which it ends sooner; 0: it does not
  int nodes = 3, rooms = 6;
  std::int64_t lease_ms = 2000, think_ms = 1500;
  std::string bug;  // of server/ops/fail_point.hpp, without "bug."
  bool trace = false;
};

struct Counts {
  std::uint64_t faults = 0, acknowledged = 0, takeovers = 0, rooms = 0;
};

struct Complaint {
  std::string kind, text;
  Time at = 0;
};

struct Table {
  Table(World& world, std::string given) : code(std::move(given)), history(world, code) {}
  std::string code;
  History history;
  std::vector<std::shared_ptr<Client>> people;
  Time since = 0;
  bool is_open = false;
};

class World final : public Witness {
 public:
  explicit World(Options const& options);
  ~World() override;

  // Runs until the time is over or something is wrong.
  void run();
  std::optional<Complaint> const& complaint() const { return complaint_; }
  std::uint64_t digest() const { return digest_; }

  Options const& options() const { return options_; }
  Scheduler& scheduler() { return scheduler_; }
  Chance& chance() { return chance_; }
  Counts& counts() { return counts_; }
  DatabaseServer& database() { return database_; }
  std::string address(int node) const { return "node" + std::to_string(node) + ":8081"; }
  int number_of(std::string const& address) const { return address[4] - '0'; }
  server::Config config(int node) const;

  void complain(std::string const& kind, std::string const& text);
  void count_in(std::string_view text) {
    digest_ = Fnv(digest_).add(text).add(static_cast<std::uint64_t>(now())).value();
  }
  template <class Text>
  void trace(Text const& text) const {
    if (options_.trace) std::cout << static_cast<double>(now()) / kSecond << " s: " << text() << '\n';
  }

  // A connection to a room at node `to`, from another node or (-1) from a client. nullptr: nothing listens there.
  WirePtr call(int from, int to, std::string const& room);
  // Whether messages from one node to another are now lost or delayed.
  bool holds(int from, int to, std::function<void()> arrival);
  int choose_node();
  // It serves, reaches everything, and answers.
  bool is_well(int node) const;

  void stored(Changes::Input const& input, bool fenced) override;
  void taken(RoomRow const& before, RoomRow const& after, bool held) override;
  void loaded(std::string const& room) override;
  // The reconnect time of people.
  Time grace() const { return 10 * options_.lease_ms * kMs; }
  // The clock error of a node that starts now.
  Time draw_wall_error();
  // The clocks and the departures of people, drawn from a separate generator.
  Chance& moods() { return moods_; }

 private:
  friend class Faults;
  using Link = DatabaseServer::Wire;

  void start(int node);
  void die(int node);
  void set_link(int node, Link state);
  Link link(int one, int other) const;
  void tick();
  void tend_nodes();
  void tend_tables();
  void make_table();
  void seat_people(std::string const& code, bool made);
  void look_for_stuck();
  Table* table(std::string const& code);
  Time bound() const;

  Options options_;
  Scheduler scheduler_;
  Chance chance_, moods_;
  DatabaseServer database_;
  std::vector<std::shared_ptr<Life>> lives_;
  std::vector<Link> links_;
  std::vector<bool> held_down_;  // it will not be started now
  std::vector<std::function<void()>> held_;
  std::vector<std::weak_ptr<Wire>> between_;  // nodes
  std::vector<std::unique_ptr<Table>> tables_, old_;
  Time calm_since_ = 0;
  Counts counts_;
  std::optional<Complaint> complaint_;
  std::uint64_t digest_ = 0;
  std::uint64_t made_ = 0;
};

}  // namespace engawa::simulation
