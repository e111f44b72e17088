// The rows of the rooms, with the state of their inputs. `closed` is 0 for an open room, 1 for a closed one, 2 for one
// that is being deleted (archive_sqlite.cpp). A damaged row is never changed, so that every read finds the damage. The
// store's thread; a call with an unknown code does nothing.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/store/store.hpp"

namespace SQLite {
class Database;
}

namespace engawa::server {

class StoredInputs;

class RoomTable {
 public:
  struct Found {
    std::int64_t id = 0;
    bool closed = false;
    StoredRoom room;  // without inputs
  };
  struct Owned {
    std::int64_t id = 0;
    std::uint64_t epoch = 0;
  };

  // REQUIRES: the schema is current; database and inputs outlive it. `damaged`: if a code is not found, it may be in a
  // damaged row.
  RoomTable(SQLite::Database& database, StoredInputs& inputs, bool damaged)
      : db_(database), inputs_(inputs), damaged_(damaged) {}

  // find(), open_rooms() and list() read the tail first if necessary (StoredInputs::ensure_scanned). nullopt: no such
  // room. Throws if that is uncertain, because a damaged row may be the room's.
  std::optional<Found> find(std::string const& code);
  // In any state of its row.
  std::optional<Owned> owner_of(std::string const& code) const;
  void insert(std::string const& code, std::string const& setup, std::int64_t at);
  // Increments the epoch; the room is open.
  void claim(std::int64_t id);
  // Store::set_broken, set_closed, open_rooms and list_rooms.
  bool set_broken(std::string const& code, std::string const& reason);
  void set_closed(std::string const& code, bool closed);
  std::vector<std::string> open_rooms();
  std::vector<RoomRow> list(int limit);
  // Empty: no room has the number, or its row is damaged.
  std::string code_of(std::int64_t id) const;

 private:
  SQLite::Database& db_;
  StoredInputs& inputs_;
  bool damaged_;
};

}  // namespace engawa::server
