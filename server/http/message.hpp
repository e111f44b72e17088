// HTTP requests and answers as values, independent of the transport. Any thread.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "protocol/frames.hpp"

namespace engawa::server {

struct HttpRequest {
  std::string method;
  std::string path;  // as sent, without the base path and the query
  std::string query;
  std::string body;
  std::string token;    // of a guest, or empty
  std::string address;  // the client's, in the form used for counting
  std::string host, origin, subprotocols;
  bool secure = false;  // used TLS, according to a trusted proxy
  std::string content_type;
  std::string accept, accept_encoding, accept_language, if_none_match;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

// Answers that must not be cached.
HttpResponse json_response(int status, std::string body);
HttpResponse text_response(int status, std::string body, std::string type = "text/plain; charset=utf-8");

// The answer to a refusal, with the status of the registry. `retry_ms`: when to try again; 0: the default time of a
// temporary code (`busy`, `draining`), and none for the others.
HttpResponse http_error(Refusal const& refusal, std::int64_t retry_ms = 0);
// The same with all that the error may say.
HttpResponse http_error(Refusal const& refusal, protocol::ErrorContext const& context);
// The answer to clients that request too much of `what` ("new rooms").
HttpResponse too_fast(std::string const& what, std::int64_t retry_ms);

// 405: this method is not among the `allowed` ones, as in "GET, HEAD, OPTIONS".
HttpResponse method_not_allowed(HttpRequest const& request, std::string allowed);
// 204: `allowed` are the methods of an address, as in "GET, HEAD, OPTIONS".
HttpResponse options_response(std::string allowed);
// 426: only WebSockets are allowed at this address.
HttpResponse upgrade_required();

// 308: the same address, with a slash at its end.
HttpResponse add_slash(std::string const& base, std::string const& query);

// A path without the base path before it: "/r/K7Q2M9XA" for "/engawa/r/K7Q2M9XA", and empty for "/engawa". Proxies may
// have removed the base path: other paths stay as they are.
std::string_view below(std::string_view base, std::string_view path);

// Sends the answer to one request: once, from any thread.
using Respond = std::function<void(HttpResponse)>;

}  // namespace engawa::server
