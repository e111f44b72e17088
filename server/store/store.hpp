// The database: guests, rooms and their journals, in one SQLite file or in PostgreSQL (postgres/). Everything on one
// thread at a time (the journal's, once the server runs). Failures after open() are thrown: StoreFault if the store
// itself fails, another std::exception if only this request fails. The journal turns them into halted rooms.
// tests/store/conformance_test.cpp specifies the behaviour of all stores.
#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace engawa::server {

class ActTable;
class Archive;
class Cluster;
class GuestTable;

// The store itself fails, independently of the request: the disk is full, cannot be read or written, or another process
// holds the database. The transaction may have been rolled back.
struct StoreFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// It cannot be reached, or another program is using it at the moment: the request may be repeated.
struct StoreAway : StoreFault {
  using StoreFault::StoreFault;
};

struct StoredRoom {
  std::string setup;
  std::uint64_t snapshot_seq = 0;   // 0: no snapshot; the inputs begin at 1
  std::string snapshot;             // the room after input `snapshot_seq`
  std::vector<std::string> inputs;  // snapshot_seq + 1, ... without gaps
  std::uint64_t epoch = 0;          // the current epoch: appends with an older one are refused
  std::string broken;               // why the room is quarantined; then it was not taken, and the rest is empty
  std::string home;                 // the address of another node that has it; then it was not taken, either
  bool newly_broken = false;        // this call found damage. Every call finds that of the row of the room itself
};

// A room's line in the operator's list.
struct RoomRow {
  std::string code;
  std::string game;  // empty: unreadable
  std::uint64_t seq = 0;
  std::string broken;  // why it was quarantined, or empty
};

// What a commit survives: only a crash of the process, or also a power failure.
enum class Durability { process, power };
// The word in the settings.
inline Durability durability_of(std::string_view name) {
  return name == "power" ? Durability::power : Durability::process;
}

class Store {
 public:
  // Opens or creates DIRECTORY/engawa.db, in SQLite, and locks it against a second server. A refusal's message is a
  // sentence for the operator; nothing is deleted or repaired. open_store.hpp opens the store that the settings name.
  // `tail_rows`: if more inputs than that are not packed, the oldest ones are packed (stored_inputs.hpp).
  static Result<std::unique_ptr<Store>> open(std::string const& directory, Durability durability,
                                             std::size_t tail_rows = kTailRows);
  static constexpr std::size_t kTailRows = 100000;  // read in a tenth of a second at the start
  virtual ~Store() = default;

  // Appends of the transaction that were accepted by append() but refused at the commit: those to this room with this
  // epoch.
  struct Refused {
    std::string room;
    std::uint64_t epoch = 0;
  };

  virtual void begin() = 0;
  virtual std::vector<Refused> commit() = 0;
  virtual void rollback() noexcept = 0;
  // A part of the transaction that can be rolled back separately.
  virtual void begin_part() = 0;
  virtual void end_part(bool keep) = 0;
  // Whether an empty transaction would have work to do: old inputs are packed and deleted in the transactions of
  // others, and in the journal's pauses.
  virtual bool has_chores() const = 0;
  // Tests whether writing works, after a failure of the store. Does not wait for another process's lock.
  virtual void probe() = 0;
  // Checks that the files of the database are still the ones that were opened: a few microseconds. Throws StoreFault if
  // they were removed, replaced, moved or truncated; from then on nothing is stored until the process ends.
  virtual void watch() = 0;
  // The finding of watch(); empty: none.
  virtual std::string const& lost() const = 0;
  // If it is lost(): saves the stored data in another place, and returns that place as a part of a sentence.
  virtual Result<std::string> rescue() = 0;
  // Whether an exception concerns the store as a whole (see StoreFault).
  virtual bool is_fault(std::exception const& error) const = 0;

  virtual void create_room(std::string const& code, std::string const& setup, std::int64_t at) = 0;  // epoch 1
  // False if another owner has taken the room (stale epoch) or the number is not the next one; see Refused.
  virtual bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) = 0;
  // The rooms that will be taken in this transaction, in any order: a remote store requests all of them in one round
  // trip. The result of take_room() stays the same.
  virtual void expect(std::vector<std::string> const& /*codes*/) {}
  // Takes ownership of the room (next epoch) and reads it from its newest snapshot on, or `whole`. nullopt: no such
  // room, and no damaged row can be its. A damaged snapshot is ignored; a damaged row, or a journal with a gap,
  // quarantines the room.
  virtual std::optional<StoredRoom> take_room(std::string const& code, bool whole = false) = 0;
  // The same without taking ownership, for a room in any state: the newest snapshot, and all inputs from the first on.
  virtual std::optional<StoredRoom> read_room(std::string const& code) = 0;
  // Stores the room's state after input `seq`; the newest two are kept. Does nothing if the epoch is stale or that
  // input is not stored.
  virtual void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq,
                            std::string const& text) = 0;
  // Quarantines a room, or (no reason) releases it. False: no such room.
  virtual bool set_broken(std::string const& code, std::string const& reason) = 0;
  // Rooms to rebuild at startup, most recently used first: all that are neither closed nor quarantined.
  virtual std::vector<std::string> open_rooms() = 0;
  // At most `limit` rooms: quarantined ones first, then the newest.
  virtual std::vector<RoomRow> list_rooms(int limit) = 0;
  virtual void set_closed(std::string const& code, bool closed) = 0;

  // Rows whose checksum does not fit, faults of the tables and their indexes, and commits that the log had lost when
  // the store was opened; `room` is a code, or empty.
  struct Damage {
    std::string what;
    std::string room;
    bool may_be_power_cut = false;  // the durability allows a power cut to do that
  };
  // Reads everything: takes long.
  virtual std::vector<Damage> damage() = 0;

  // How much the database holds, in bytes of inputs and texts only unless stated otherwise, and what it had lost. Any
  // thread.
  struct Holdings {
    std::uint64_t tail_rows = 0, tail_bytes = 0;  // inputs that are not packed
    // Packed inputs in packed form, and records of deleted rooms; empty: not counted yet, shortly after the start.
    std::optional<std::uint64_t> packed_bytes, record_bytes;
    std::uint64_t lost_commits = 0;                   // commits after the damage in the log when the store was opened
    std::uint64_t database_bytes = 0, log_bytes = 0;  // size of the database on the disk
    std::uint64_t round_trips = 0;                    // round trips to a database server, since the start
  };
  virtual Holdings holdings() const = 0;

  // The guests: guest_table.hpp.
  virtual GuestTable& guests() = 0;
  // The operator's acts: act_table.hpp.
  virtual ActTable& acts() = 0;
  // Old rooms and their records: archive.hpp.
  virtual Archive& archive() = 0;
  // The other servers with this database: cluster.hpp. nullptr: it is locked against other servers.
  virtual Cluster* cluster() { return nullptr; }
};

}  // namespace engawa::server
