// The HTTP side: accepts, reads requests within bounds, answers through a handler, and hands upgraded sockets to their shards.
// Strict where proxies and servers are known to differ: one Host, no Transfer-Encoding, bodies only where they mean something; every answer that
// is an error ends its connection. Runs on one shard's thread; Beast stays behind this header.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "server/addresses.hpp"
#include "server/connection.hpp"

namespace engawa::server {

class Shard;

struct HttpRequest {
  std::string method;
  std::string path;  // as sent, without the query
  std::string query;
  std::string body;
  std::string token;    // of `Authorization: Bearer`, or empty
  std::string address;  // of the client, as it is counted
  std::string host, origin, subprotocols;
  std::string content_type;
  std::string accept, accept_encoding, if_none_match;
};

struct HttpResponse {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
};

// Answers that are not to be kept by anybody on the way.
HttpResponse json_response(int status, std::string body);
HttpResponse text_response(int status, std::string body, std::string type = "text/plain; charset=utf-8");

// The answer to a refusal, with the status of the registry. `retry_ms`: after which to try again; 0: it is not known.
HttpResponse http_error(Refusal const& refusal, std::int64_t retry_ms = 0);
// The answer to who asks for too much of `what` ("new rooms").
HttpResponse too_fast(std::string const& what, std::int64_t retry_ms);

// Where an upgrade leads.
struct UpgradeTarget {
  Shard* shard = nullptr;
  std::string room;  // empty: the lobby
  bool subprotocol = false;
  std::string address;     // of the client, as it is counted
  Addresses::Place place;  // held while the WebSocket lives
};

class HttpServer {
 public:
  using Respond = std::function<void(HttpResponse)>;  // once, from any thread
  struct Handlers {
    std::function<void(HttpRequest, Respond)> request;
    // Empty: no WebSockets here.
    std::function<std::variant<UpgradeTarget, HttpResponse>(HttpRequest const&)> upgrade;
    bool counted = true;  // by address, against the bounds of the configuration
  };

  HttpServer(Shard& shard, Handlers handlers);
  ~HttpServer();

  // Before the shard runs. The port that was taken, or a sentence why not.
  Result<int> listen(std::string const& address, int port);
  // On the shard's thread: no more connections.
  void close();

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace engawa::server
