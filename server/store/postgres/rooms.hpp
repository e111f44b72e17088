// The rows of rooms, their inputs and snapshots in PostgreSQL. A row that does not fit its checksum is never written
// to, so that every read finds the damage. The store's thread.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/store/postgres/nodes.hpp"
#include "server/store/postgres/rows.hpp"
#include "server/store/postgres/transaction.hpp"

namespace engawa::server::postgres {

struct InputsRead {
  std::vector<std::string> inputs;  // including damaged ones, so that they can be repaired
  std::string fault;                // the fault of the first damaged or missing input; empty: none
};

// The data of a room that one round trip reads in order to take it.
struct RoomRead {
  Rows room;       // its row, if it is free
  Rows snapshots;  // newest first
  Rows inputs;     // the first inputs after the newest snapshot
};

class RoomRows {
 public:
  RoomRows(Transaction& transaction, Nodes const& nodes) : transaction_(transaction), nodes_(nodes) {}

  // Locks the room's row until the end of the transaction. nullopt: there is none, or it is being deleted.
  std::optional<RoomLine> find(std::string const& code);
  // The same, except for a room that another living node has or another transaction is changing, because that room has
  // a home. A node takes rooms one after the other, as clients ask for them, so it must not wait for a node that does
  // the same. `free`: RoomRead::room.
  std::optional<RoomLine> find_free(std::string const& code, Rows const& free);
  // Requests these rooms, all in one round trip. Each is expected until it was taken, changed or forgotten.
  void expect(std::vector<std::string> const& codes);
  void forget_expected() { expected_.clear(); }
  // Requests the room now, if it is not expected.
  RoomRead read_to_take(std::string const& code);
  std::optional<Writer> owner_of(std::string const& code);
  // Its number.
  std::int64_t create(std::string const& code, std::string const& setup, std::int64_t at);
  // REQUIRES: the room was found, and is sound. These columns may change: epoch, closed, broken, closed_at, owner.
  void put(RoomLine const& room);
  // It was closed now, by uptime (Archive::Uptime).
  void stamp(std::int64_t room);

  // Packed inputs and others. After a damaged packed row nothing is read.
  InputsRead read_inputs(std::int64_t room, std::uint64_t after, std::size_t limit = SIZE_MAX);
  // The newest undamaged snapshot and the inputs after it; `whole`: no snapshot, all inputs. Returns the fault.
  std::string read_state(RoomLine const& line, RoomRead const& read, bool whole, StoredRoom& room);
  // The newest undamaged snapshot.
  void read_snapshot(RoomLine const& line, StoredRoom& room);

  std::vector<std::string> open_rooms();
  std::vector<RoomRow> list(int limit);

 private:
  Parameters which(std::string const& code) const { return Parameters().text(code).number(nodes_.number()); }
  std::optional<RoomLine> line_of(Rows const& rows) const;
  void take_snapshot(RoomLine const& line, Rows const& rows, StoredRoom& room) const;
  std::int64_t next_id();
  Rows ask_for_inputs(std::int64_t room, std::int64_t after, std::size_t limit);
  void read_on(std::int64_t room, std::size_t limit, Rows rows, std::int64_t last, InputsRead& read);

  Transaction& transaction_;
  Nodes const& nodes_;
  std::vector<std::int64_t> ids_;  // of future rooms, the next one last
  std::unordered_map<std::string, RoomRead> expected_;
};

}  // namespace engawa::server::postgres
