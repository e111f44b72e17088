// The HTTP calls that find and create rooms. Blocking (nothing else runs meanwhile), each with a time limit.
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
  std::string token;                // sent as a bearer token if not empty
};

// The answer's JSON. Retries for some seconds while the server is busy. Fails with cannot_connect, timeout, or the
// server's own refusal; the exit code of a refusal is exit_for_refusal's.
Outcome<Json> http_call(Address const& address, HttpCall const& call, Millis limit);

// The unparsed body of the answer to a GET.
Outcome<std::string> http_text(Address const& address, std::string const& target, Millis limit);

// The refusal in the body of an HTTP answer with this status, or one that fits the status if the body has none.
Failure http_refusal(int status, std::string const& body);

}  // namespace engawa::cli
