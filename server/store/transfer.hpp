// The contents of a database as rows that do not depend on its kind: what copy_store.hpp reads and writes. One thread.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/ops/store_url.hpp"
#include "server/store/act_table.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

struct MovedGuest {
  GuestRow row;
  std::int64_t created_at = 0, seen_at = 0;
};

struct MovedRoom {
  std::string code, setup;
  std::uint64_t epoch = 0;
  bool closed = false;
  std::int64_t created_at = 0, closed_at = 0;
  std::string broken;  // why it is quarantined, or empty
};

struct MovedRecord {
  std::string id;
  int part = 0;
  std::int64_t ended_at = 0;
  std::string text;
};

// A database with its lock. Rows that do not fit their checksum are left out: each is a fault, a sentence that names
// it.
class Source {
 public:
  using Fault = std::function<void(std::string const&)>;
  virtual ~Source() = default;
  virtual void guests(std::function<void(MovedGuest const&)> const& take, Fault const& fault) = 0;
  // Except those that are being deleted. In the order of creation.
  virtual void rooms(std::function<void(MovedRoom const&)> const& take, Fault const& fault) = 0;
  virtual void records(std::function<void(MovedRecord const&)> const& take, Fault const& fault) = 0;
  // For the rooms' inputs and snapshots, and for the operator's acts.
  virtual Store& store() = 0;
};

// A database with its lock, in one transaction. All functions throw.
class Target {
 public:
  virtual ~Target() = default;
  virtual bool is_empty() = 0;
  virtual void put(MovedGuest const& guest) = 0;
  virtual void put(MovedRecord const& record) = 0;
  // In their order. It gets the next number, which differs from its old one if one before it is damaged.
  virtual void put(StoredAct const& act) = 0;
  // With all its inputs. `snapshot_seq` 0: there is no snapshot.
  virtual void put(MovedRoom const& room, std::vector<std::string> const& inputs, std::uint64_t snapshot_seq,
                   std::string const& snapshot) = 0;
  virtual void commit() = 0;
};

// Refuses as Store::open does.
Result<std::unique_ptr<Source>> open_sqlite_source(std::string const& folder);
Result<std::unique_ptr<Target>> open_sqlite_target(std::string const& folder);
namespace postgres {
Result<std::unique_ptr<Source>> open_source(std::string const& url);
Result<std::unique_ptr<Target>> open_target(std::string const& url);
}  // namespace postgres

}  // namespace engawa::server
