// Why a connection could not be made, from libpq's message.
#pragma once
#include <string>
#include <string_view>

namespace engawa::server::postgres {

struct ConnectFailure {
  std::string said;      // one line for the operator
  bool is_away = false;  // it may work soon: the server is starting, its name is still unknown, the network is down
};

// `message` is libpq's, with the codes that PQERRORS_VERBOSE adds, because a server's sentences are in its own
// language.
ConnectFailure read_connect_failure(std::string_view message);

}  // namespace engawa::server::postgres
