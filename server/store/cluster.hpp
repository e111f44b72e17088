// Several servers, the nodes of a cluster, with one database: each room belongs to one node. A node has a lease; while
// it renews the lease in time, no other node takes its rooms. A late node is not stopped from writing by the lease but
// by the epoch of each room (Store::append), which is compared with the database in the transaction of the write: only
// the database's clock matters. Part of the Store: the same thread, the same failures, inside the same transactions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engawa::server {

struct StoredGuests;

// A node's description of itself.
struct ClusterNode {
  std::string address;           // address for other nodes, host:port; unique. Empty: there is no cluster
  std::int64_t lease_ms = 5000;  // time after its last renewal from which others may take its rooms
};

// The text that a living node publishes for the others (LobbyExchange).
struct NodeLobby {
  std::string address;
  std::int64_t version = 0;         // changes with the text
  std::optional<std::string> text;  // its rooms and the addresses' spending; nullopt: unchanged since this version
};

class Cluster {
 public:
  virtual ~Cluster() = default;

  // find_...(): the answer is written when the transaction has been committed, and needs no round trip of its own.
  // REQUIRES: its destination lives until then. The address of the other living node that has the room; otherwise
  // empty.
  virtual void find_home(std::string const& code, std::string& home) = 0;
  // Gives this node at most `limit` open rooms that no living node has, most recently used first. Each is taken from
  // its former owner when it is read (Store::take_room).
  virtual std::vector<std::string> claim(int limit) = 0;
  enum class Renewed {
    held,
    lapsed,   // the lease had ended, and others may have taken rooms of this node: owned() returns the remaining ones
    not_now,  // it has ended, and a running transaction is taking rooms of this node: renew() does not wait for it
  };
  virtual Renewed renew() = 0;
  virtual std::vector<std::string> owned() = 0;
  // The addresses of the nodes whose lease has not ended.
  virtual std::vector<std::string> living() = 0;
  // Replaces this node's earlier text. Returns its version; 0: this is not a node at the moment, because its lease has
  // ended.
  virtual std::int64_t tell_lobby(std::string const& text) = 0;
  // Of all living nodes that have published a text. `known` are versions whose text is not needed again.
  virtual std::vector<NodeLobby> lobbies(std::vector<std::int64_t> const& known) = 0;
  // A guest that another node has created, by the hash of the token.
  virtual void find_guest(std::string const& token_hash, StoredGuests& guest) = 0;
  // All its rooms lose their owner, and others may take them at once.
  virtual void leave() = 0;
};

}  // namespace engawa::server
