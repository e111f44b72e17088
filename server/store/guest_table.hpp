// The stored guests. Part of the Store: the same thread, the same failures, inside the same transactions.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace engawa::server {

struct GuestRow {
  std::string id;
  std::string token_hash;  // SHA-256, 32 bytes
  std::string nick;
  std::string lang;
  std::int64_t unseen_ms = 0;  // by uptime (Archive::Uptime) since the last visit; as it was read
};

// Of a damaged row nothing is known, not even the guest.
struct StoredGuests {
  std::vector<GuestRow> rows;
  bool damaged = false;
};

class GuestTable {
 public:
  virtual ~GuestTable() = default;

  virtual StoredGuests all() = 0;
  // Adds a guest. Throws if there is one with this id: the request fails, not the store.
  virtual void put(GuestRow const& guest, std::int64_t at) = 0;
  // Neither of these changes a damaged row, nor anything if there is no such guest.
  virtual void rename(std::string const& id, std::string const& nick) = 0;
  // SHA-256, 32 bytes, of the guest's only valid token from now on.
  virtual void replace_token(std::string const& id, std::string const& token_hash) = 0;
};

}  // namespace engawa::server
