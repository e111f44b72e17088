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
  // Replaces existing data.
  virtual void put_record_part(std::string const& id, int part, std::int64_t ended_at, std::string const& text) = 0;

  // Rooms that were closed before `at` and have not been opened since, oldest first, without quarantined ones.
  virtual std::vector<std::string> closed_before(std::int64_t at, int limit) = 0;
  // Marks the room as deleted; erase() removes its data. Returns false and changes nothing if somebody has opened the
  // room since it was read (another epoch).
  virtual bool give_up(std::string const& code, std::uint64_t epoch) = 0;
  // Removes about `limit` inputs of a deleted room, and the room itself when none is left. False: there is none.
  virtual bool erase(int limit) = 0;

  // Removes at most `limit` parts of records that ended before `at`. False: there were none.
  virtual bool drop_records(std::int64_t at, int limit) = 0;
  // Removes at most `limit` guests who were last seen before `at`; returns their ids.
  virtual std::vector<std::string> drop_guests(std::int64_t at, int limit) = 0;
  virtual void see_guest(std::string const& id, std::int64_t at) = 0;

  // Returns at most `pages` free pages of the file to the system.
  virtual void shrink(int pages) = 0;
};

}  // namespace engawa::server
