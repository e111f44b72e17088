// Reads every row of a database in PostgreSQL and compares it with its checksum.
#pragma once
#include <vector>

#include "server/store/store.hpp"

namespace engawa::server::postgres {

class Transaction;

std::vector<Store::Damage> damaged_rows(Transaction& transaction);

}  // namespace engawa::server::postgres
