// A node's store, like server/store/postgres: the same statements in the same transactions and round trips, over the
// simulated database. Everything runs in the fiber that stands for the journal's thread; where PostgresStore waits for
// an answer, the fiber pauses.
#pragma once
#include <cstdlib>
#include <map>
#include <memory>

#include "server/store/act_table.hpp"
#include "server/store/cluster.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/store.hpp"
#include "tests/simulation/database_server.hpp"

namespace engawa::simulation {

// The parts of its node that a store needs.
class Waiting {
 public:
  virtual ~Waiting() = default;
  // Pauses the fiber until it is so, or until `deadline`.
  virtual void wait_for(std::function<bool()> so, Time deadline) = 0;
  // A function that delivers an event to the node: later if it is frozen, never if it is dead.
  virtual std::function<void(Scheduler::Event)> delivery() = 0;
};

class SimStore final : public server::Store, public server::Cluster {
 public:
  SimStore(DatabaseServer& server, int number, server::ClusterNode node, Waiting& waiting)
      : server_(server), number_(number), node_(std::move(node)), waiting_(waiting) {}

  // The process ends, and its session learns of it.
  ~SimStore() override { hang_up(); }
  SimStore(SimStore const&) = delete;
  SimStore& operator=(SimStore const&) = delete;

  // Connects and joins. Throws StoreFault.
  void open();
  // The session has ended, and the node learns of it.
  void lose() { connected_ = false; }

  void begin() override;
  std::vector<Refused> commit() override;
  void rollback() noexcept override;
  void begin_part() override;
  void end_part(bool keep) override;
  bool has_chores() const override { return false; }
  void probe() override;
  void watch() override;
  std::string const& lost() const override { return lost_; }
  Result<std::string> rescue() override { return std::string(); }
  bool is_fault(std::exception const& error) const override {
    return dynamic_cast<server::StoreFault const*>(&error) != nullptr;
  }

  void create_room(std::string const& code, std::string const& setup, std::int64_t at) override;
  bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) override;
  std::optional<server::StoredRoom> take_room(std::string const& code, bool whole) override;
  std::optional<server::StoredRoom> read_room(std::string const& code) override;
  void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq, std::string const& text) override;
  bool set_broken(std::string const& code, std::string const& reason) override;
  void set_closed(std::string const& code, bool closed) override;
  server::Cluster* cluster() override { return this; }

  void find_home(std::string const& code, std::string& home) override;
  std::vector<std::string> claim(int limit) override;
  Renewed renew() override;
  std::vector<std::string> owned() override;
  std::vector<std::string> living() override;
  std::int64_t tell_lobby(std::string const& text) override;
  std::vector<server::NodeLobby> lobbies(std::vector<std::int64_t> const& known) override;
  void leave() override;

  // Nothing uses these here.
  void find_guest(std::string const&, server::StoredGuests&) override {}
  std::vector<std::string> open_rooms() override { return {}; }
  std::vector<server::RoomRow> list_rooms(int) override { return {}; }
  std::vector<Damage> damage() override { return {}; }
  Holdings holdings() const override { return {}; }
  // An exception would only refuse the task that asked, and the run would go on without it.
  server::GuestTable& guests() override { std::abort(); }
  server::Archive& archive() override { std::abort(); }
  server::ActTable& acts() override { return no_acts_; }

 private:
  struct Writer {
    std::uint64_t epoch = 0, last = 0;
  };
  struct NoActs final : server::ActTable {
    std::int64_t add(std::string const&, std::int64_t) override { std::abort(); }
    server::StoredActs after(std::int64_t) override { return {}; }
  };
  void hang_up();
  void send(Statement statement);
  // Sends it and waits for the answer.
  void ask(Statement statement);
  void round_trip(bool commits);
  void join();
  bool connect(bool waits, Time patience);
  Writer* writer_of(std::string const& code);

  DatabaseServer& server_;
  int number_;
  server::ClusterNode node_;
  Waiting& waiting_;
  std::shared_ptr<Session> session_;
  bool connected_ = false, begun_ = false;
  std::int64_t id_ = 0;
  std::vector<Statement> pipeline_;
  std::shared_ptr<std::vector<Refused>> refused_ = std::make_shared<std::vector<Refused>>();
  std::map<std::string, Writer> writers_;
  std::string lost_;
  NoActs no_acts_;
};

}  // namespace engawa::simulation
