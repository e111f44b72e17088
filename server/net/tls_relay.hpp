// Ends TLS before HTTP: each client has a pair of sockets within the process. One end is an HTTP connection like any
// other, which may move to another shard or node by its descriptor; the other end is relayed to the client, encrypted.
// So connections without TLS have no part in it. Hides OpenSSL.
#pragma once
#include "server/net/http_session.hpp"
#include "server/ops/certificate.hpp"

namespace engawa::server {

class Shard;

// A client that does not begin with TLS gets an answer without it, which leads a browser to https.
// REQUIRES: as serve_http; the shard's thread.
void serve_tls(HttpPeer peer, Certificate::Context context, HttpServer::Handlers const& handlers, Shard& shard);

}  // namespace engawa::server
