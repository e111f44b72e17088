// Why a connection was not made, as libpq says it.
#pragma once
#include <string>
#include <string_view>

namespace engawa::server::postgres {

struct ConnectFailure {
  std::string said;      // one line for the operator
  bool is_away = false;  // it may be there in a moment: it is starting, its name is not known yet, the wire is cut
};

// `message` is libpq's, with the codes that PQERRORS_VERBOSE adds: a server says its sentences in its own language.
ConnectFailure read_connect_failure(std::string_view message);

}  // namespace engawa::server::postgres
