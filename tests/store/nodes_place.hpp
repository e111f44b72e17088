// A database that nodes share, for cluster_cases.cpp. The test program decides which one it is.
#pragma once
#include <memory>
#include <string>

#include "server/store/cluster.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

class NodesPlace {
 public:
  virtual ~NodesPlace() = default;
  // REQUIRES: this object outlives it.
  virtual std::unique_ptr<Store> open(ClusterNode const& node) = 0;
  virtual void end_lease(std::string const& address) = 0;
};

std::unique_ptr<NodesPlace> make_nodes_place();

}  // namespace engawa::server
