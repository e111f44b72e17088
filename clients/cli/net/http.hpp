// The HTTP calls that find and make rooms. Blocking (nothing else goes on while they run), each bounded by a limit.
#pragma once
#include <optional>
#include <string>

#include "base/json_read.hpp"
#include "clients/cli/net/address.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

struct HttpCall {
  std::string target;               // "/api/rooms?phase=lobby"
  std::optional<std::string> body;  // JSON to POST; absent: GET
  std::string token;                // sent as a bearer token when not empty
};

// The answer's JSON. A server that is busy is asked again for some seconds. Fails with cannot_connect, timeout, or the
// server's own refusal: of a refusal the exit code is that of exit_for_refusal.
Outcome<Json> http_call(Address const& address, HttpCall const& call, Millis limit);

// The answer's body as it is, to a GET.
Outcome<std::string> http_text(Address const& address, std::string const& target, Millis limit);

// The refusal in the body of an HTTP answer with this status, or one that fits the status when the body has none.
Failure http_refusal(int status, std::string const& body);

}  // namespace engawa::cli
