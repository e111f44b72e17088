// Checks that the settings of a cluster fit together.
#pragma once
#include "base/result.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// Refuses with a sentence for the operator.
Result<void> check_cluster(Config const& config);

// The port of cluster.address. REQUIRES: check_cluster() has passed, and cluster.address is not empty.
int cluster_port(Config const& config);

}  // namespace engawa::server
