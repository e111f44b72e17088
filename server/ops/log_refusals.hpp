// Tells the operator of refused connections, without the addresses of people. Clients can be refused at any rate, so each kind is
// logged at most once a minute, with the number of the others. Any thread.
#pragma once
#include <cstddef>

namespace engawa::server {

enum class Refused {
  http_of_address,    // limits.http_connections_per_ip
  http_in_total,      // limits.http_connections
  socket_of_address,  // limits.connections_per_ip
  socket_in_total,    // limits.connections
  too_often,          // limits.accepts_per_s
  flood,              // limits.messages_per_s, far exceeded: the connection is closed
};

void log_refused(Refused kind);

}  // namespace engawa::server
