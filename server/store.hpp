// The database: guests, rooms and their journals in one SQLite file. Everything on one thread at a time (the journal's,
// once the server runs). Failures after open() are thrown: StoreFault when it is the store that fails, another std::exception when
// it is what was asked of it. The journal turns them into halted rooms.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace engawa::server {

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
  std::vector<std::string> inputs;  // 1, 2, ... without gaps
  std::uint64_t epoch = 0;          // ours now: appends with an older one are refused
};

class Store {
 public:
  // Opens or makes DIRECTORY/engawa.db and locks it against a second server. The refusal's message is a sentence for the operator;
  // nothing is deleted or repaired.
  static Result<std::unique_ptr<Store>> open(std::string const& directory);
  virtual ~Store() = default;

  virtual void begin() = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;

  virtual std::vector<GuestRow> guests() = 0;
  virtual void put_guest(GuestRow const& guest, std::int64_t at) = 0;
  virtual void rename_guest(std::string const& id, std::string const& nick) = 0;

  virtual void create_room(std::string const& code, std::string const& setup, std::int64_t at) = 0;  // epoch 1
  // False when another owner has taken the room (stale epoch) or the number is there already.
  virtual bool append(std::string const& room, std::uint64_t epoch, std::uint64_t seq, std::string const& input) = 0;
  // Takes the room over (next epoch) and reads it. nullopt: there is none.
  virtual std::optional<StoredRoom> take_room(std::string const& code) = 0;
  // Rooms to be rebuilt at the start: all that are not closed.
  virtual std::vector<std::string> open_rooms() = 0;
  virtual void set_closed(std::string const& code, bool closed) = 0;
};

}  // namespace engawa::server
