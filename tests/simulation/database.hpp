// The one database of all nodes, as server/store/postgres sees PostgreSQL: rows, locks on rows, transactions that see
// committed rows and their own changes, and its own clock. A statement that needs a row that another transaction has
// locked returns `false`, and is tried again when a transaction has ended. Each statement here names the one of
// server/store/postgres that it stands for.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/store/cluster.hpp"
#include "server/store/store.hpp"
#include "tests/simulation/scheduler.hpp"

namespace engawa::simulation {

using server::NodeLobby;
using server::Store;

struct RoomRow {
  std::int64_t id = 0;
  std::string code, setup, broken;
  std::uint64_t epoch = 1;
  bool closed = false;
  std::int64_t owner = 0;
  Time used = 0;
};
struct NodeRow {
  std::string address;
  Time lease_until = 0;
};
struct LobbyRow {
  std::int64_t version = 0;
  std::string text;
};

// The changes of a transaction: rows with their new contents.
struct Changes {
  struct Input {
    std::string room;
    std::uint64_t seq = 0;
    std::string text;
    std::uint64_t epoch = 0;  // of the room, as its writer knows it
  };
  std::map<std::string, RoomRow> rooms;
  std::map<std::int64_t, std::optional<NodeRow>> nodes;
  std::map<std::string, std::optional<LobbyRow>> lobbies;
  std::vector<Input> inputs, snapshots;
};

class Transaction {
 public:
  Changes changes;
  std::optional<Changes> before_part;
  std::set<std::string> locked, shared;  // rows
};

// Sees every commit.
class Witness {
 public:
  virtual ~Witness() = default;
  // `fenced`: the writer had the room.
  virtual void stored(Changes::Input const& input, bool fenced) = 0;
  // `held`: its previous owner still has its lease.
  virtual void taken(RoomRow const& before, RoomRow const& after, bool held) = 0;
  // A run of a node has read it.
  virtual void loaded(std::string const& room) = 0;
};

class Database {
 public:
  explicit Database(Chance& chance, Witness& witness) : chance_(chance), witness_(witness) {}

  // Committed or the transaction's own.
  RoomRow const* room(Transaction const& by, std::string const& code) const;
  NodeRow const* node(Transaction const& by, std::int64_t id) const;
  std::uint64_t last_input(Transaction const& by, std::string const& code) const;
  bool is_living(Transaction const& by, std::int64_t node) const;

  // Nodes. False: to be tried again.
  bool join(Transaction& by, std::string const& address, Time lease, std::int64_t& id);
  std::optional<server::Cluster::Renewed> renew(Transaction& by, std::int64_t id, Time lease);  // nullopt: no such row
  std::string home(Transaction const& by, std::string const& code, std::int64_t me) const;
  bool claim(Transaction& by, std::int64_t me, std::size_t limit, std::vector<std::string>& codes);
  void forget(Transaction& by, std::int64_t me);
  std::vector<std::string> living(Transaction const& by) const;
  std::vector<std::string> owned(Transaction const& by, std::int64_t me) const;
  bool leave(Transaction& by, std::int64_t me);
  void tell(Transaction& by, std::int64_t me, std::string const& text, std::int64_t& version);
  std::vector<NodeLobby> lobbies(Transaction const& by, std::vector<std::int64_t> const& known) const;

  // Rooms.
  bool find(Transaction& by, std::string const& code, std::optional<RoomRow>& found);
  std::optional<RoomRow> find_free(Transaction& by, std::string const& code, std::int64_t me, std::string& home);
  bool create(Transaction& by, std::string const& code, std::string const& setup, std::int64_t me);
  bool put(Transaction& by, RoomRow const& row);
  bool append(Transaction& by, Changes::Input const& input, std::vector<Store::Refused>& refused);
  bool put_snapshot(Transaction& by, std::uint64_t epoch, Changes::Input const& snapshot);
  std::vector<std::string> inputs(Transaction const& by, std::string const& code, std::uint64_t after) const;
  std::optional<Changes::Input> snapshot(std::string const& code) const;
  // Changes from outside.
  void end_lease(std::string const& address) {
    for (auto& [id, row] : nodes_)
      if (row.address == address) row.lease_until = now();
  }
  // The transaction is not needed any more.
  void drop_room(std::string const& code) { rooms_.erase(code); }

  void commit(Transaction& transaction);
  void roll_back(Transaction& transaction);
  void unlock(Transaction& transaction);
  // Called when locks were released.
  std::function<void()> unlocked;

 private:
  struct Room {
    RoomRow row;
    std::vector<std::string> inputs;
    std::map<std::uint64_t, std::string> snapshots;
  };
  struct Lock {
    Transaction const* writer = nullptr;
    std::set<Transaction const*> readers;
  };
  // Changes a row, or locks it.
  bool lock(Transaction& by, std::string const& row);
  bool share(Transaction& by, std::string const& row);
  static std::string row_of(std::string const& room) { return "room " + room; }
  static std::string row_of(std::int64_t node) { return "node " + std::to_string(node); }
  std::vector<std::string> rooms_of(Transaction const& by, std::int64_t node) const;
  bool let_go(Transaction& by, std::int64_t node);
  void own(Transaction& by, std::string const& code, std::int64_t node);
  void each_room(Transaction const& by, std::function<void(RoomRow const&)> const& look) const;
  void each_node(Transaction const& by, std::function<void(std::int64_t, NodeRow const&)> const& look) const;

  Chance& chance_;
  Witness& witness_;
  std::map<std::string, Room> rooms_;
  std::map<std::int64_t, NodeRow> nodes_;
  std::map<std::string, LobbyRow> lobbies_;
  std::map<std::string, Lock> locks_;
  std::int64_t next_node_ = 1, next_room_ = 1, next_version_ = 1;
};

}  // namespace engawa::simulation
