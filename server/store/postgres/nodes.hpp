// The nodes of a cluster in PostgreSQL (cluster.hpp): one row each, and in every room's row the number of the node that
// has it. A restarted node has a new number, and its earlier rooms have no owner. The store's thread.
#pragma once
#include "server/store/cluster.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {

class Nodes final : public Cluster {
 public:
  explicit Nodes(Transaction& transaction) : transaction_(transaction) {}

  // REQUIRES: this server has the node's lock (Session), so that no process with this address is alive.
  void join(ClusterNode node);
  // This node's number; 0: there is no cluster.
  std::int64_t number() const { return number_; }

  void find_home(std::string const& code, std::string& home) override;
  std::vector<std::string> claim(int limit) override;
  Renewed renew() override;
  std::vector<std::string> owned() override;
  std::vector<std::string> living() override;
  std::int64_t tell_lobby(std::string const& text) override;
  std::vector<NodeLobby> lobbies(std::vector<std::int64_t> const& known) override;
  void find_guest(std::string const& token_hash, StoredGuests& guest) override;
  void leave() override;

 private:
  Transaction& transaction_;
  ClusterNode node_;
  std::int64_t number_ = 0;
};

}  // namespace engawa::server::postgres
