// What the journal's table holds, as known in memory: the inputs that are not packed yet, by room. Its rows are read
// once, compared with their checksums, and followed from then on. See server/store/sqlite/README.md. The connection's
// thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace SQLite {
class Database;
class Statement;
}  // namespace SQLite

namespace engawa::server {

class JournalTail {
 public:
  // A room's part of the tail.
  struct Held {
    std::uint64_t packed = 0;        // the last input that is packed
    std::vector<std::int64_t> rows;  // rows of the tail, with the inputs packed + 1, ...; 0: that input is missing
    std::uint64_t twice = 0;         // a duplicate input
    bool damaged = false;            // nothing of it may be packed or deleted
    bool asked = false;              // the packer has it
    bool resting = false;
    std::uint64_t last() const { return packed + rows.size(); }
  };
  struct Row {
    std::int64_t id = 0, room = 0;  // room 0: unknown
    std::uint32_t bytes = 0;        // of its input
    bool needed = true;             // it is not packed
  };

  // REQUIRES: the schema is current; the database outlives it.
  explicit JournalTail(SQLite::Database& database);
  ~JournalTail();

  // Reads the whole table. What was known before is forgotten.
  void scan();

  // The number of the room's last input; 0: it has none.
  std::uint64_t last(std::int64_t room) const;
  // The same for a room that has inputs in the tail; 0: it has none there.
  std::uint64_t last_in_tail(std::int64_t room) const;
  // The room's newest row of the tail: a higher number means more recent use; 0: it has none there.
  std::int64_t newest_row(std::int64_t room) const;
  // Why the room's last inputs may be missing without a visible gap: a damaged row whose room is unknown. Empty: they
  // are not.
  std::string doubt(std::int64_t room, bool closed) const;
  // The room's doubts are over: an operator has checked it.
  void trust(std::int64_t room) { trusted_.insert(room); }
  // A new room's number, which no room of the tail has ever had.
  std::int64_t next_room();

  // nullptr: nothing of the room is in memory.
  Held* find(std::int64_t room);
  Held const* find(std::int64_t room) const;
  // Of a room that is not in memory.
  Held fetch(std::int64_t room) const;
  // Found, or fetched and kept.
  Held& held(std::int64_t room);
  // REQUIRES: nothing of it is in the tail.
  void forget(std::int64_t room) { rooms_.erase(room); }

  // A row was added for the room's next input.
  void append(std::int64_t room, std::int64_t row, std::uint32_t bytes);
  // The room's first `count` rows are no longer needed.
  void let_go(Held& held, std::size_t count);
  // Forgets the room and its rows; calls `removed` with the number of each.
  void remove(std::int64_t room, std::function<void(std::int64_t)> const& removed);
  // The oldest row is deleted, or skipped.
  void pop_front();
  // Must not be deleted, although it is the oldest: it would block everything after it.
  bool stays(Row const& row) const;
  // In order.
  std::deque<Row> const& rows() const { return rows_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Text;
  void take_in(Text const& text);
  static void take_in(Held& held, Row& row, std::uint64_t seq, bool sound);
  std::int64_t owner_of(Text const& text);

  SQLite::Database& db_;
  std::unique_ptr<SQLite::Statement> room_by_id_;
  std::unordered_map<std::int64_t, Held> rooms_;
  std::deque<Row> rows_;
  std::uint64_t bytes_ = 0;           // of the inputs in rows_
  std::vector<std::int64_t> strays_;  // rows whose room is unknown
  std::unordered_set<std::int64_t> trusted_;
  std::int64_t highest_room_ = 0;
};

}  // namespace engawa::server
