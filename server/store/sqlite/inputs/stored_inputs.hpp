// The inputs of all rooms in the database: two tables, and what is known of them in memory.
//
// `journal`, the tail, gets every input as a row at its end and has no index: the cheapest that SQLite can do. It is
// read once from end to end when the store is opened; from then on it is known in memory which of its rows are a
// room's. `packed` has older inputs, many of one room in a row. A room is packed when it goes to sleep, and when its
// rows are the oldest of a tail that has become long; `rooms.packed` is the number of its last input that is packed. The
// rows of packed inputs are deleted where the tail begins, many in a run, so that few pages change.
//
// The store's thread only. What fails throws; then the transaction has to be rolled back.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/store/sqlite/inputs/input_rows.hpp"
#include "server/store/sqlite/inputs/packer.hpp"

struct sqlite3_stmt;

namespace engawa::server {

class StoredBytes;

class StoredInputs {
 public:
  // REQUIRES: the schema is current; the database outlives it. `tail_rows`: a longer tail is packed. `packed` counts what
  // is packed and erased.
  StoredInputs(SQLite::Database& database, std::string const& file, std::size_t tail_rows, StoredBytes& packed);
  ~StoredInputs();

  // The number of the room's last input; 0: it has none.
  std::uint64_t last(std::int64_t room) const;
  // The same of a room that has inputs in the tail; 0: it has none there.
  std::uint64_t last_in_tail(std::int64_t room) const;
  // The room's newest row of the tail: those with the highest were used last; 0: it has none there.
  std::int64_t newest_row(std::int64_t room) const;
  // REQUIRES: inside a transaction; seq is last(room) + 1.
  void append(std::int64_t room, std::uint64_t seq, std::string const& input);
  // The inputs after number `after`, at most `limit`. Those that can be read are given even if there is a fault.
  InputsRead read(std::int64_t room, std::uint64_t after, std::size_t limit = SIZE_MAX) const;
  // Why the room's last inputs may be missing although nothing shows it: a row of which nobody knows whose it is.
  // Empty: they are not.
  std::string doubt(std::int64_t room, bool closed) const;
  // The room's doubts are over: somebody has looked at it.
  void trust(std::int64_t room) { trusted_.insert(room); }

  // A new room's number, which no room of the tail has ever had.
  std::int64_t next_room();
  // Nobody plays there any more: it will be packed. Or somebody does again.
  void rest(std::int64_t room, bool resting);
  // Deletes about `limit` packed inputs of a room, or what it has in the tail. False: there are none left.
  bool erase(std::int64_t room, int limit);

  // Reads the tail if it has not been read yet, or not since a transaction was rolled back: begin() does it, too.
  void ensure_scanned();
  // The tail after the last commit. Any thread.
  std::uint64_t tail_length() const { return tail_length_.load(std::memory_order_relaxed); }
  std::uint64_t tail_bytes() const { return tail_bytes_.load(std::memory_order_relaxed); }

  // Behind BEGIN: stores what has been packed, deletes what is not needed. True: somebody else has written, or the last
  // transaction was rolled back, and nothing that was known of the database holds any more.
  bool begin();
  // Whether begin() or committed() would have something to pack or to delete.
  bool has_chores() const;
  void committed();
  void rolled_back();
  // Around a part of a transaction that is rolled back alone.
  void begin_part() { changed_ = false; }
  void part_rolled_back();
  // begin() threw what is no failure of the store as a whole: inputs must not wait for it.
  void stop_packing(std::string const& why);
  // See Checkpointer::give_up.
  void give_up() { packer_.give_up(); }

 private:
  struct Held {
    std::uint64_t packed = 0;        // the last input that is packed
    std::vector<std::int64_t> rows;  // of the tail, with the inputs packed + 1, ...; 0: that one is missing
    std::uint64_t twice = 0;         // an input that is there twice
    bool damaged = false;            // nothing of it may be packed or deleted
    bool asked = false;              // the packer has it
    bool resting = false;
    std::uint64_t last() const { return packed + rows.size(); }
  };
  // A row of the tail.
  struct Row {
    std::int64_t id = 0, room = 0;  // room 0: nobody knows
    std::uint32_t bytes = 0;        // of its input
    bool needed = true;             // it is not packed
  };

  struct Text;
  void scan();
  void for_each_row(std::function<void(sqlite3_stmt*)> const& take) const;
  void take_in(Text const& text);
  void take_in(Held& held, Row& row, std::uint64_t seq, bool sound);
  std::int64_t owner_of(Text const& text);
  Held fetch(std::int64_t room) const;
  Held& held(std::int64_t room);
  unsigned version() const;
  void tidy();
  void put(PackedRow const& packed);
  bool count_as_packed(PackedRow const& packed);
  std::int64_t size_of(PackedRow const& packed) const;
  void let_go(Held& held, std::size_t count);
  void trim(std::size_t amount);
  bool is_long() const;
  bool stays(Row const& row) const;
  void ask(std::int64_t room, Held& held);
  void ask_for_oldest();

  SQLite::Database& db_;
  std::size_t tail_rows_;
  std::unique_ptr<SQLite::Statement> insert_, by_id_, room_by_id_;
  std::unordered_map<std::int64_t, Held> rooms_;
  std::deque<Row> rows_;
  std::uint64_t bytes_ = 0;  // of the inputs in rows_
  std::atomic<std::uint64_t> tail_length_{0}, tail_bytes_{0};
  StoredBytes& packed_bytes_;
  std::size_t appended_ = 0;          // since the last begin()
  std::vector<std::int64_t> strays_;  // rows of which nobody knows whose they are
  std::unordered_set<std::int64_t> trusted_;
  std::int64_t highest_room_ = 0, asked_to_ = 0;        // asked_to_: the packer has what lies before this row
  std::vector<PackJob> jobs_;                           // to be posted after the commit
  unsigned version_ = 0;                                // of the database, after our last commit
  bool changed_ = false, stale_ = true, packs_ = true;  // stale_: the tail has to be read before anything else
  Packer packer_;
};

}  // namespace engawa::server
