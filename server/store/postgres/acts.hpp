// The rows of the operator's acts: only ever added. The store's thread.
#pragma once
#include <cstdint>
#include <string>

#include "server/store/store.hpp"

namespace engawa::server::postgres {

class Transaction;

// Store::put_act and acts.
std::int64_t insert_act(Transaction& transaction, std::string const& text, std::int64_t at);
StoredActs read_acts(Transaction& transaction, std::int64_t after);

}  // namespace engawa::server::postgres
