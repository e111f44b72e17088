// The store in PostgreSQL (store.hpp): see README.md.
#pragma once
#include <memory>
#include <string>

#include "base/result.hpp"
#include "server/store/store.hpp"

namespace engawa::server::postgres {

// Connects to the database and locks it against every other server. A refusal is a sentence for the operator, without
// the password of the URL.
Result<std::unique_ptr<Store>> open(std::string const& url);

}  // namespace engawa::server::postgres
