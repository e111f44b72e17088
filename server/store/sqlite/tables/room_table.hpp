// The rows of the rooms, each with what its inputs are known to be. `closed` is 0 for an open room, 1 for a closed one, 2
// for one that is being deleted (archive_sqlite.cpp). A damaged row is never changed, so that it is found damaged every
// time it is read. The store's thread; what is called a code that nobody has is passed over.
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

  // REQUIRES: the schema is current; database and inputs outlive it. `damaged`: a code that is not found may be in a
  // damaged row.
  RoomTable(SQLite::Database& database, StoredInputs& inputs, bool damaged)
      : db_(database), inputs_(inputs), damaged_(damaged) {}

  // find(), open_rooms() and list() read the tail first if that has not been done (StoredInputs::ensure_scanned).
  // nullopt: no such room. Throws if that cannot be said, since a damaged row may be the room's.
  std::optional<Found> find(std::string const& code);
  // Whatever state its row is in.
  std::optional<Owned> owner_of(std::string const& code) const;
  void insert(std::string const& code, std::string const& setup, std::int64_t at);
  // The next epoch; the room is open.
  void claim(std::int64_t id);
  // Store::set_broken, set_closed, open_rooms and list_rooms.
  bool set_broken(std::string const& code, std::string const& reason);
  void set_closed(std::string const& code, bool closed);
  std::vector<std::string> open_rooms();
  std::vector<RoomRow> list(int limit);
  // Empty: nobody has the number, or the row that has it is damaged.
  std::string code_of(std::int64_t id) const;

 private:
  SQLite::Database& db_;
  StoredInputs& inputs_;
  bool damaged_;
};

}  // namespace engawa::server
