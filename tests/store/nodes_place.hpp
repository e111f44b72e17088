// A database that nodes share, as cluster_cases.cpp needs it. The program that the cases are in says which it is.
#pragma once
#include <memory>
#include <string>

#include "server/store/cluster.hpp"
#include "server/store/store.hpp"

namespace engawa::server {

class NodesPlace {
 public:
  virtual ~NodesPlace() = default;
  // REQUIRES: the place outlives it.
  virtual std::unique_ptr<Store> open(ClusterNode const& node) = 0;
  virtual void end_lease(std::string const& address) = 0;
};

std::unique_ptr<NodesPlace> make_nodes_place();

}  // namespace engawa::server
