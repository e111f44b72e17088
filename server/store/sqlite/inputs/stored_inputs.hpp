// The inputs of all rooms in the database: two tables, and an index of them in memory.
//
// `journal`, the tail, gets every input as a row at its end and has no index, which is the cheapest insertion in
// SQLite. It is read once from end to end when the store is opened; from then on the rows of each room are known in
// memory. `packed` has older inputs, many of one room in a row. A room is packed when it goes to sleep, and when its
// rows are the oldest of a long tail; `rooms.packed` is the number of its last packed input. The rows of packed inputs
// are deleted from the start of the tail, many in a run, so that few pages change.
//
// The store's thread only. Failures throw; then the transaction has to be rolled back.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/sqlite/inputs/input_rows.hpp"
#include "server/store/sqlite/inputs/journal_tail.hpp"
#include "server/store/sqlite/inputs/packer.hpp"

namespace engawa::server {

class StoredBytes;

class StoredInputs {
 public:
  // REQUIRES: the schema is current; the database outlives it. `tail_rows`: a longer tail is packed. `packed` counts
  // packed and erased inputs.
  StoredInputs(SQLite::Database& database, std::string const& file, std::size_t tail_rows, StoredBytes& packed);
  ~StoredInputs();

  // Which inputs there are; read with ensure_scanned().
  JournalTail& tail() { return tail_; }
  JournalTail const& tail() const { return tail_; }
  // REQUIRES: inside a transaction; seq is tail().last(room) + 1.
  void append(std::int64_t room, std::uint64_t seq, std::string const& input);
  // The inputs after number `after`, at most `limit`. Readable ones are returned even if there is a fault.
  InputsRead read(std::int64_t room, std::uint64_t after, std::size_t limit = SIZE_MAX) const;

  // The room is empty, so it will be packed. Or a person plays there again.
  void rest(std::int64_t room, bool resting);
  // Deletes about `limit` packed inputs of a room, or its rows of the tail. False: none are left.
  bool erase(std::int64_t room, int limit);

  // Reads the tail if it was not read yet, or not since a rollback; begin() does it, too.
  void ensure_scanned();
  // The tail after the last commit. Any thread.
  std::uint64_t tail_length() const { return tail_length_.load(std::memory_order_relaxed); }
  std::uint64_t tail_bytes() const { return tail_bytes_.load(std::memory_order_relaxed); }

  // After BEGIN: stores packed inputs, deletes rows that are no longer needed. True: another program has written, or
  // the last transaction was rolled back, so that nothing known about the database holds any more.
  bool begin();
  // Whether begin() or committed() would have something to pack or to delete.
  bool has_chores() const;
  void committed();
  void rolled_back();
  // Around a part of a transaction that may be rolled back separately.
  void begin_part() { changed_ = false; }
  void part_rolled_back();
  // begin() threw, but not a failure of the store as a whole: inputs must not wait for the packing.
  void stop_packing(std::string const& why);
  // See Checkpointer::give_up.
  void give_up() { packer_.give_up(); }

 private:
  void scan();
  unsigned version() const;
  void tidy();
  void put(PackedRow const& packed);
  bool count_as_packed(PackedRow const& packed);
  void trim(std::size_t amount);
  bool is_long() const;
  void ask(std::int64_t room, JournalTail::Held& held);
  void ask_for_oldest();

  SQLite::Database& db_;
  std::size_t tail_rows_;
  std::unique_ptr<SQLite::Statement> insert_, by_id_;
  JournalTail tail_;
  std::atomic<std::uint64_t> tail_length_{0}, tail_bytes_{0};
  StoredBytes& packed_bytes_;
  std::size_t appended_ = 0;                            // since the last begin()
  std::int64_t asked_to_ = 0;                           // the packer has everything before this row
  std::vector<PackJob> jobs_;                           // to be posted after the commit
  unsigned version_ = 0;                                // version of the database after our last commit
  bool changed_ = false, stale_ = true, packs_ = true;  // stale_: the tail must be read before anything else
  Packer packer_;
};

}  // namespace engawa::server
