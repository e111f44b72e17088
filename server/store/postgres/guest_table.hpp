// The rows of the guests. The store's thread.
#pragma once
#include <optional>

#include "server/store/guest_table.hpp"
#include "server/store/postgres/rows.hpp"

namespace engawa::server::postgres {

class Transaction;

class PostgresGuestTable final : public GuestTable {
 public:
  // REQUIRES: the transaction outlives it.
  explicit PostgresGuestTable(Transaction& transaction) : transaction_(transaction) {}

  StoredGuests all() override;
  void put(GuestRow const& guest, std::int64_t at) override;
  void rename(std::string const& id, std::string const& nick) override;
  void replace_token(std::string const& id, std::string const& token_hash) override;

 private:
  // Neither unknown nor damaged.
  std::optional<GuestLine> sound(std::string const& id);

  Transaction& transaction_;
};

}  // namespace engawa::server::postgres
