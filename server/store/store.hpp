// The database: guests, rooms and their journals in one SQLite file. Everything on one thread at a time (the journal's,
// once the server runs). Failures after open() are thrown: StoreFault when it is the store that fails, another std::exception when
// it is what was asked of it. The journal turns them into halted rooms.
#pragma once
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

class Archive;

// The store itself fails, whatever was asked of it: the disk is full, cannot be read or written, or somebody else holds the
// database. The transaction may be gone.
struct StoreFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct GuestRow {
  std::string id;
  std::string token_hash;  // SHA-256, 32 bytes
  std::string nick;
  std::string lang;
};

struct StoredRoom {
  std::string setup;
  std::uint64_t snapshot_seq = 0;   // 0: no snapshot; the inputs begin at 1
  std::string snapshot;             // the room after input `snapshot_seq`
  std::vector<std::string> inputs;  // snapshot_seq + 1, ... without gaps
  std::uint64_t epoch = 0;          // ours now: appends with an older one are refused
  std::string broken;               // why the room is set aside; then it was not taken, and the rest is empty
};

// A room's line in the operator's list.
struct RoomRow {
  std::string code;
  std::string game;  // empty: cannot be read
  std::uint64_t seq = 0;
  std::string broken;  // why it was set aside, or empty
};

// What a commit survives: the death of the process, or the loss of power too.
enum class Durability { process, power };

class Store {
 public:
  // Opens or makes DIRECTORY/engawa.db and locks it against a second server. The refusal's message is a sentence for the operator;
  // nothing is deleted or repaired.
  static Result<std::unique_ptr<Store>> open(std::string const& directory, Durability durability);
  virtual ~Store() = default;

  virtual void begin() = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;
  // A part of the transaction that can be undone alone.
  virtual void begin_part() = 0;
  virtual void end_part(bool keep) = 0;
  // Writes something, to see whether that works: for a store that has failed. Does not wait for another process's lock.
  virtual void probe() = 0;
  // Whether what was thrown is a matter of the store as a whole (see StoreFault).
  virtual bool is_fault(std::exception const& error) const = 0;

  virtual std::vector<GuestRow> guests() = 0;
  virtual void put_guest(GuestRow const& guest, std::int64_t at) = 0;
  virtual void rename_guest(std::string const& id, std::string const& nick) = 0;

  virtual void create_room(std::string const& code, std::string const& setup, std::int64_t at) = 0;  // epoch 1
  // False when another owner has taken the room (stale epoch) or the number is not the next one.
  virtual bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) = 0;
  // Takes the room over (next epoch) and reads it, from its newest snapshot on or `whole`. nullopt: there is none. A snapshot whose
  // text is damaged is passed over; a journal with a gap sets the room aside.
  virtual std::optional<StoredRoom> take_room(std::string const& code, bool whole = false) = 0;
  // The same without taking it, whatever state the room is in: the newest snapshot, and all inputs from the first on.
  virtual std::optional<StoredRoom> read_room(std::string const& code) = 0;
  // What the room is after input `seq`; the newest two are kept. Nothing happens when the epoch is stale or that
  // input is not stored.
  virtual void put_snapshot(std::string const& code, std::uint64_t epoch, std::uint64_t seq,
                            std::string const& text) = 0;
  // Sets a room aside, or (no reason) takes it back. False: there is no such room.
  virtual bool set_broken(std::string const& code, std::string const& reason) = 0;
  // Rooms to be rebuilt at the start: all that are neither closed nor set aside.
  virtual std::vector<std::string> open_rooms() = 0;
  // At most `limit` rooms: those set aside first, then the newest.
  virtual std::vector<RoomRow> list_rooms(int limit) = 0;
  virtual void set_closed(std::string const& code, bool closed) = 0;

  // Old rooms and their records: archive.hpp.
  virtual Archive& archive() = 0;
};

}  // namespace engawa::server
