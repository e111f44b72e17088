// The store in PostgreSQL (store.hpp): see README.md.
#pragma once
#include <memory>
#include <string>

#include "base/result.hpp"
#include "server/store/cluster.hpp"
#include "server/store/store.hpp"

namespace engawa::server::postgres {

// Connects to the database and locks it against every other server, or as a node of a cluster against all servers that
// are not nodes. A refusal is a sentence for the operator, without the password of the URL, and `busy` if the database
// is unreachable.
Result<std::unique_ptr<Store>> open(std::string const& url, ClusterNode const& node = {});

}  // namespace engawa::server::postgres
