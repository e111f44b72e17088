// The one connection of a server to its database, with the lock that excludes every other server, and its
// re-establishment after a loss.
//
// Nodes of a cluster share that lock, and each also has a lock for its own address.
//
// The lock is a PostgreSQL advisory lock of the session that also does all the writing. Its holder knows that
// everything begun by an earlier session is committed or rolled back. This also settles a commit whose answer was lost:
// the next session of this server gets the lock only when the previous one is over, and reads what is stored. A server
// that holds the lock alone writes its name into the table `engawa` with the first commit. A returning server that
// finds another name there was replaced meanwhile, and never writes again.
//
// One thread at a time, in addition to a thread that connects.
#pragma once
#include <future>
#include <memory>
#include <string>

#include "server/store/cluster.hpp"
#include "server/store/postgres/connection.hpp"

namespace engawa::server::postgres {

// A connection that has the lock, and the state in which it found the database.
struct Opened {
  std::unique_ptr<Connection> connection;
  std::string identity;  // of the database; another database has another one
  std::string owner;     // the last server that has written
  std::int64_t backend = 0;
  std::string backend_began;
};

class Session {
 public:
  // Connects, waits a moment for the lock, upgrades the tables to the present version. `node`: without an address, this
  // server has the database alone. Throws std::exception.
  Session(std::string url, ClusterNode node);
  ~Session();

  // Throws StoreFault if there is none.
  Connection& connection();
  bool is_connected() const { return opened_.connection && !opened_.connection->is_lost(); }
  // Tries to reconnect on another thread, and waits only briefly: throws StoreFault until there is a connection. True:
  // it is a new one.
  bool renew();
  // Why this server must not write any more; empty: it may.
  std::string const& lost() const { return lost_; }

  // Queues the statement that makes this server the owner, unless it already is; claimed(): it is committed.
  void claim();
  void claimed() { claimed_ = true; }
  std::uint64_t round_trips() const {
    return trips_before_ + (opened_.connection ? opened_.connection->round_trips() : 0);
  }

 private:
  void judge(Opened const& found);

  std::string url_;
  ClusterNode node_;
  std::string name_;
  Opened opened_;
  std::future<Opened> attempt_;
  std::string trouble_, lost_;
  bool claimed_ = false;
  std::uint64_t trips_before_ = 0;
};

}  // namespace engawa::server::postgres
