// The HTTP calls that find and create rooms. Blocking (nothing else runs meanwhile), each with a time limit.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/json_read.hpp"
#include "clients/cli/net/address.hpp"
#include "clients/console/loop.hpp"

namespace engawa::cli {

struct HttpCall {
  std::string target;               // "/api/rooms?phase=lobby"
  std::optional<std::string> body;  // JSON to POST; absent: GET
  std::string token;                // sent as a bearer token if not empty
};

// The answer's JSON. Retries for some seconds while the server is busy. Fails with cannot_connect, timeout, no_server, or
// the server's own refusal; the exit code of a refusal is exit_for_refusal's.
Outcome<Json> http_call(Address const& address, HttpCall const& call, Millis limit);

// The answer to one GET, whatever its status, and what it shows of the way to the server.
struct Visit {
  std::vector<std::string> addresses;   // of the host
  std::optional<int> certificate_days;  // how long the certificate is still valid; nullopt: no TLS
  int status = 0;
  std::string location;  // of a redirect
  std::string body;
};

// Fails with no_address, cannot_connect, certificate or timeout.
Outcome<Visit> http_visit(Address const& address, std::string const& target, Millis limit);

// The unparsed body of the answer to a GET.
Outcome<std::string> http_text(Address const& address, std::string const& target, Millis limit);

// The refusal in the body of an HTTP answer with this status, or one that fits the status if the body has none:
// no_server if no Engawa server is at that address.
Failure http_refusal(Address const& address, int status, std::string const& body);

}  // namespace engawa::cli
