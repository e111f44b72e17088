// The process of the database: its sessions, and the wires between it and the nodes. A session executes a node's
// statements one after the other, each some time after the previous one, and continues even if its node has died or is
// frozen.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "tests/simulation/database.hpp"
#include "tests/simulation/scheduler.hpp"

namespace engawa::simulation {

// False: it waits for a row.
using Statement = std::function<bool(Database&, Transaction&)>;

// Statements that are sent together, and their results.
struct Request {
  std::vector<Statement> statements;
  bool commits = false;            // after the statements
  std::function<void()> answered;  // called when the answer leaves
  std::string fault;
  bool ended = false;  // there is no such session any more
};
using RequestPtr = std::shared_ptr<Request>;

class DatabaseServer;

class Session : public std::enable_shared_from_this<Session> {
 public:
  // `idle`: a transaction without a message from its node for so long ends with the session.
  Session(DatabaseServer& server, int node, Time idle) : server_(server), node_(node), idle_(idle) {}

  void take(RequestPtr request);
  // A row may have been unlocked.
  void try_again();
  // Its node sends no more; its earlier statements are executed first.
  void hang_up();
  // At once: uncommitted changes never happened.
  void end();
  bool is_open() const { return open_; }
  int node() const { return node_; }

 private:
  void go_on();
  void finish(std::string fault);
  void watch_idleness();

  DatabaseServer& server_;
  int node_;
  Time idle_;
  Transaction transaction_;
  RequestPtr request_;  // that is being executed
  std::size_t next_ = 0;
  std::uint64_t waits_ = 0;  // counts its waits
  std::uint64_t taken_ = 0;  // requests
  bool waiting_ = false, hung_up_ = false, open_ = true;
};

class DatabaseServer {
 public:
  enum class Wire { fine, cut, stalled };

  DatabaseServer(Scheduler& scheduler, Chance& chance, Witness& witness, int nodes);

  // Calls back with a new session, or with nullptr. The node's previous session is ended, or (`waits`) waited for
  // shortly.
  void connect(int node, Time idle, bool waits, std::function<void(std::shared_ptr<Session>)> done);
  // To a session from its node, or back. Messages on a stalled wire arrive when it is repaired.
  void send(int node, std::function<void()> message);
  void set_wire(int node, Wire state);
  Wire wire(int node) const { return wires_[static_cast<std::size_t>(node)].state; }
  // All sessions end.
  void go_down();
  void come_up() { up_ = true; }
  bool is_up() const { return up_; }

  Database& data() { return data_; }
  Scheduler& scheduler() { return scheduler_; }
  Time execution();
  Time flush();
  // Called for each node whose session has ended, with the node's number.
  std::function<void(int node)> ended;

 private:
  struct WireOf {
    Wire state = Wire::fine;
    std::vector<std::function<void()>> held;
  };
  void arrive(int node, std::function<void()> message);
  void open(int node, Time idle, bool waits, int tries, std::function<void(std::shared_ptr<Session>)> done);
  std::shared_ptr<Session> session_of(int node) const;

  Scheduler& scheduler_;
  Chance& chance_;
  Database data_;
  std::vector<WireOf> wires_;
  std::vector<std::shared_ptr<Session>> sessions_;  // in the order in which they were opened
  bool up_ = true;
};

}  // namespace engawa::simulation
