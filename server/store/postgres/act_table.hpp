// The rows of the operator's acts. The store's thread.
#pragma once
#include "server/store/act_table.hpp"

namespace engawa::server::postgres {

class Transaction;

class PostgresActTable final : public ActTable {
 public:
  // REQUIRES: the transaction outlives it.
  explicit PostgresActTable(Transaction& transaction) : transaction_(transaction) {}

  std::int64_t add(std::string const& text, std::int64_t at) override;
  StoredActs after(std::int64_t number) override;

 private:
  Transaction& transaction_;
};

}  // namespace engawa::server::postgres
