// Old rooms in the database: reading a journal in the background, the records of deleted rooms, and deleting expired
// data. Part of the Store: the same thread, the same failures, inside the same transactions. Every call is short.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engawa::server {

class Archive {
 public:
  virtual ~Archive() = default;

  // A piece of a room's journal, without taking ownership of the room: at most `limit` inputs after number `after`, in
  // order.
  struct Piece {
    std::string setup;
    std::uint64_t epoch = 0;
    std::vector<std::string> inputs;
  };
  // nullopt: no such room.
  virtual std::optional<Piece> read(std::string const& code, std::uint64_t after, int limit) = 0;

  // Records of deleted rooms are stored in parts 0, 1, ... Empty: no such part.
  virtual std::string record_part(std::string const& id, int part) = 0;
  // Replaces existing data. Its uptime is the uptime at which the room was closed, if the room still exists, so that
  // both ages of a record begin at the end of its round.
  virtual void put_record_part(std::string const& id, int part, std::int64_t ended_at, std::string const& text) = 0;

  // How long servers have been up with this database, in ms. No clock can turn this time forward or back, because it
  // advances only by what both the steady clock of a server and a wall clock confirm. Rows are stamped with it, and
  // with the time.
  struct Uptime {
    std::int64_t total = 0;
    std::int64_t counted_at = 0;  // when it was last counted, Unix ms by the wall clock of that moment; 0: never
  };
  virtual Uptime uptime() = 0;
  // Adds the time since the last count: at most `elapsed`, measured by this server's steady clock, and at most what the
  // wall clock says, so that servers which share a database count an hour together as one. The wall clock is `now`, or
  // that of the database if it has one. False: another server is counting at this moment, and nothing was added.
  virtual bool count_uptime(std::int64_t elapsed, std::int64_t now) = 0;

  // A row is old if it is old by both: stamped before `time` and before `uptime`. A stamp later than `now` comes from a
  // wrong clock and is ignored: then only the uptime decides.
  struct Before {
    std::int64_t time = 0, now = 0;
    std::int64_t uptime = 0;
  };
  // Rooms that were closed before and have not been opened since, oldest first, without quarantined ones.
  virtual std::vector<std::string> closed(Before const& before, int limit) = 0;
  // Marks the room as deleted; erase() removes its data. Returns false and changes nothing if the room was opened since
  // it was read (another epoch).
  virtual bool give_up(std::string const& code, std::uint64_t epoch) = 0;
  // Removes about `limit` inputs of a deleted room, and the room itself when no input is left. False: there is no such
  // room.
  virtual bool erase(int limit) = 0;

  // Removes at most `limit` parts of records of rounds that ended before; returns the record's id for each.
  virtual std::vector<std::string> drop_records(Before const& before, int limit) = 0;
  // Removes at most `limit` guests who were last seen before; returns their ids.
  virtual std::vector<std::string> drop_guests(Before const& before, int limit) = 0;
  virtual void see_guest(std::string const& id, std::int64_t at) = 0;

  // Returns at most `pages` free pages of the file to the system.
  virtual void shrink(int pages) = 0;
};

// Data that is kept with a record has its id and a slash (server/records/archived_text.hpp).
inline std::string record_with(std::string const& id) { return id.substr(0, id.find('/')); }
// The code of the record's room.
inline std::string room_of_record(std::string const& id) { return id.substr(0, id.find('-')); }

}  // namespace engawa::server
