#include "server/net/http_server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstring>

#include "server/net/answer_text.hpp"
#include "server/net/http_session.hpp"
#include "server/net/listen.hpp"
#include "server/net/tls_relay.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;

constexpr auto kAcceptPause = std::chrono::milliseconds(100);

// For clients that are refused before anything is read, so that a refusal costs next to nothing.
std::string const& turned_away() {
  static auto const text = answer_text(http_error(refuse("limit_reached", "too many connections from here"), 1000));
  return text;
}

std::string address_of(net::generic::stream_protocol::endpoint const& endpoint) {
  net::ip::tcp::endpoint tcp;
  std::memcpy(tcp.data(), endpoint.data(), std::min(endpoint.size(), tcp.capacity()));
  return tcp.address().to_string();
}

}  // namespace

struct HttpServer::Impl : std::enable_shared_from_this<HttpServer::Impl> {
  Impl(Shard& shard_, Handlers handlers_)
      : shard(shard_), handlers(std::move(handlers_)), acceptor(shard_.io()), pause(shard_.io()) {}

  void accept() {
    acceptor.async_accept(shard.io(), [self = shared_from_this()](error_code error, HttpSocket socket) {
      self->on_accept(error, std::move(socket));
    });
  }

  void on_accept(error_code error, HttpSocket socket) {
    if (error == net::error::operation_aborted || !acceptor.is_open()) return;
    if (!error) {
      admit(std::move(socket));
      return accept();
    }
    spdlog::warn("cannot accept a connection: {}", error.message());
    pause.expires_after(kAcceptPause);  // most likely out of descriptors: wait until some are closed
    pause.async_wait([self = shared_from_this()](error_code stopped) {
      if (!stopped) self->accept();
    });
  }

  void admit(HttpSocket socket) {
    error_code error;
    auto const endpoint = socket.remote_endpoint(error);
    if (error) return;  // already gone
    int const family = endpoint.protocol().family();
    auto& services = shard.services();
    auto peer = family == AF_UNIX ? std::string(kUnixPeer) : address_of(endpoint);
    Addresses::Place place;
    if (handlers.counted) {
      // A proxy's connections are shared by all its clients: only the requests through it have an address to count.
      auto const name = services.addresses->is_proxy(peer) ? std::string() : counted_name(peer);
      auto const now = services.clock.now();
      bool const in_time = name.empty() || services.addresses->take(Addresses::Ration::connection, name, now) == 0;
      if (in_time) place = services.addresses->enter(Addresses::Space::http, name);
      if (!place) return turn_away(std::move(socket));
    }
    HttpPeer client{std::move(socket), std::move(peer), family, std::move(place)};
    if (certificate == nullptr || family == AF_UNIX) return serve_http(std::move(client), handlers, services);
    serve_tls(std::move(client), certificate->context(), handlers, shard);
  }

  void turn_away(HttpSocket socket) {
    count(shard.services().metrics.http_turned_away);
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(net::buffer(turned_away()), ignored);
  }

  Shard& shard;
  Handlers handlers;
  Acceptor acceptor;
  net::steady_timer pause;
  SocketFile file;
  Certificate const* certificate = nullptr;
};

HttpServer::HttpServer(Shard& shard, Handlers handlers) : impl_(std::make_shared<Impl>(shard, std::move(handlers))) {}
HttpServer::~HttpServer() = default;

void HttpServer::use(Certificate const& certificate) { impl_->certificate = &certificate; }

Result<int> HttpServer::listen(std::string const& address, int port, std::string const& flag) {
  auto const taken = listen_at(impl_->acceptor, address, port, "stop what uses it, or choose another with " + flag);
  if (taken) impl_->accept();
  return taken;
}

Result<int> HttpServer::listen(int descriptor) {
  auto const taken = listen_on(impl_->acceptor, descriptor);
  if (taken) impl_->accept();
  return taken;
}

Result<void> HttpServer::listen(std::string const& path) {
  auto taken = listen_at_path(impl_->acceptor, path);
  if (!taken) return taken.error();
  impl_->file = std::move(*taken);
  impl_->accept();
  return {};
}

std::string HttpServer::path() const { return path_of(impl_->acceptor); }

void HttpServer::close() {
  error_code ignored;
  impl_->acceptor.close(ignored);
  impl_->pause.cancel();
  impl_->file.reset();
}

}  // namespace engawa::server
