// The HTTP side: accepts, reads requests within bounds, answers through a handler, and hands upgraded sockets to their shards.
// Runs on one shard's thread; Beast stays behind this header.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "server/connection.hpp"

namespace engawa::server {

class Shard;

struct HttpRequest {
  std::string method;
  std::string path;  // as sent, without the query
  std::string query;
  std::string body;
  std::string token;    // of `Authorization: Bearer`, or empty
  std::string address;  // of the client; IPv6: its /64
  std::string host, origin, subprotocols;
  bool accepts_gzip = false;
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

// The answer to a refusal, with the status of the registry.
HttpResponse http_error(Refusal const& refusal);

// Where an upgrade leads.
struct UpgradeTarget {
  Shard* shard = nullptr;
  std::string room;  // empty: the lobby
  bool subprotocol = false;
  std::function<void()> gone;
};

class HttpServer {
 public:
  using Respond = std::function<void(HttpResponse)>;  // once, from any thread
  struct Handlers {
    std::function<void(HttpRequest, Respond)> request;
    std::function<Result<UpgradeTarget>(HttpRequest const&)> upgrade;  // empty: no WebSockets here
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
