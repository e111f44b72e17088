// Several servers, the nodes of a cluster, with one database: each room is one node's. A node has a lease and renews it;
// while it does so in time, nobody takes its rooms. What keeps a node that was late from writing is not the lease but the
// epoch of each room (Store::append), which is held against the database in the transaction of the write: no machine's
// clock matters but the database's. Part of the Store: the same thread, the same failures, inside the same transactions.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engawa::server {

struct StoredGuests;

// What a node says of itself.
struct ClusterNode {
  std::string address;           // where other nodes reach it, host:port; unique. Empty: there is no cluster
  std::int64_t lease_ms = 5000;  // so long after its last renewal others may take its rooms
};

// What a living node tells the others (LobbyExchange).
struct NodeLobby {
  std::string address;
  std::int64_t version = 0;         // another one for another text
  std::optional<std::string> text;  // its rooms and what addresses have spent there; nullopt: as it was at this version
};

class Cluster {
 public:
  virtual ~Cluster() = default;

  // find_...(): the answer is there when the transaction has been committed, and takes no round trip of its own. REQUIRES:
  // what it is written to lives until then.
  // The address of the living node that has the room, if it is another one; else empty.
  virtual void find_home(std::string const& code, std::string& home) = 0;
  // Makes at most `limit` open rooms this node's that no living node has; most recently used first. Each is taken from
  // its former owner when it is read (Store::take_room).
  virtual std::vector<std::string> claim(int limit) = 0;
  enum class Renewed {
    held,
    lapsed,   // the lease had ended, and others may have taken rooms of this node: owned() are those that it still has
    not_now,  // it has ended, and a transaction that has not ended yet takes rooms of this node: renew() waits for none
  };
  virtual Renewed renew() = 0;
  virtual std::vector<std::string> owned() = 0;
  // The addresses of the nodes whose lease has not ended.
  virtual std::vector<std::string> living() = 0;
  // Replaces what this node said before. Returns its version; 0: this node is none now, since its lease has ended.
  virtual std::int64_t tell_lobby(std::string const& text) = 0;
  // Of all living nodes that have said something. `known` are versions whose text is not needed again.
  virtual std::vector<NodeLobby> lobbies(std::vector<std::int64_t> const& known) = 0;
  // A guest that another node has made, by the hash of the token.
  virtual void find_guest(std::string const& token_hash, StoredGuests& guest) = 0;
  // All its rooms are nobody's, and others may take them at once.
  virtual void leave() = 0;
};

}  // namespace engawa::server
