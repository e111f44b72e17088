// The one connection of a server to its database, with the lock that keeps every other server out, and how it is made
// again after it was lost.
//
// Nodes of a cluster share that lock, and each has one of its own, that of its address.
//
// The lock is PostgreSQL's advisory lock of the session that also does all the writing: whoever has it knows that what
// any session before has begun is committed or gone. That is how the outcome of a commit becomes known whose answer
// was lost: the next session of this server has the lock only when the one before is over, and reads what is stored.
// The one that holds the lock alone writes its name into the table `engawa` with the first commit. A server that comes back and
// finds another name there was replaced meanwhile, and never writes again.
//
// One thread at a time, beside a thread that connects.
#pragma once
#include <future>
#include <memory>
#include <string>

#include "server/store/cluster.hpp"
#include "server/store/postgres/connection.hpp"

namespace engawa::server::postgres {

// A connection that has the lock, as it found the database.
struct Opened {
  std::unique_ptr<Connection> connection;
  std::string identity;  // of the database: another one has another
  std::string owner;     // who has written last
  std::int64_t backend = 0;
  std::string backend_began;
};

class Session {
 public:
  // Connects, waits a moment for the lock, brings the tables to the present version. `node`: without an address, this
  // server has the database alone. Throws std::exception.
  Session(std::string url, ClusterNode node);
  ~Session();

  // Throws StoreFault if there is none.
  Connection& connection();
  bool is_connected() const { return opened_.connection && !opened_.connection->is_lost(); }
  // Tries to have a connection again, on another thread, and does not wait long for it: throws StoreFault until there is
  // one. True: there was none before.
  bool renew();
  // Why this server must not write any more; empty: it may.
  std::string const& lost() const { return lost_; }

  // Queues the statement that makes this server the owner, unless it is; claimed(): it is committed.
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
