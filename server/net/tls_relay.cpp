#include "server/net/tls_relay.hpp"

#include <sys/socket.h>

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <memory>
#include <utility>

#include "server/net/task.hpp"
#include "server/ops/metrics.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;

constexpr unsigned char kHandshake = 22;  // the first byte of TLS; no HTTP begins with it
constexpr int kOnTheWay = 16384;          // bytes in the pair, so that a slow reader is noticed
constexpr std::size_t kPiece = 16384;     // the most that TLS encrypts at a time
constexpr auto kWriteTime = std::chrono::seconds(30);
constexpr auto kLingerTime = std::chrono::seconds(1);

class TlsRelay final : public ShardConnection, public std::enable_shared_from_this<TlsRelay> {
 public:
  TlsRelay(HttpPeer peer, Certificate::Context context, HttpServer::Handlers const& handlers, Shard& shard)
      : context_(std::move(context)),
        client_(std::move(peer.socket), *context_),
        server_(shard.io()),
        limit_(shard.io()),
        peer_(std::move(peer)),
        handlers_(handlers),
        shard_(shard) {}

  void start() { net::co_spawn(shard_.io().get_executor(), run(shared_from_this()), net::detached); }

  void on_tick(std::int64_t) override {}
  void flush() override {}
  void go_away() override {}  // its WebSocket does, and what that says is passed on
  void drop() override { end(); }

 private:
  Task<> run(std::shared_ptr<TlsRelay> self) {
    end_after(std::chrono::milliseconds(shard_.services().config.http_header_ms));
    error_code error;
    auto& socket = client_.next_layer();
    socket.set_option(net::ip::tcp::no_delay(true), error);
    socket.non_blocking(true, error);
    unsigned char first = 0;
    do {  // a wait can end without a byte (server/cluster/splice.cpp)
      co_await socket.async_wait(HttpSocket::wait_read, into(error));
      if (!error) socket.receive(net::buffer(&first, 1), MSG_PEEK, error);
    } while (error == net::error::would_block);
    if (error) co_return end();
    if (first != kHandshake) co_return serve_plain();
    co_await client_.async_handshake(net::ssl::stream_base::server, into(error));
    limit_.cancel();
    if (error) count(shard_.services().metrics.http_broken);
    if (error || ended_ || !serve()) co_return end();
    net::co_spawn(shard_.io().get_executor(), read_client(self), net::detached);
    co_await write_client();
  }

  void serve_plain() {
    limit_.cancel();
    ended_ = true;
    peer_.socket = std::move(client_.next_layer());
    peer_.lacks_tls = true;
    serve_http(std::move(peer_), handlers_, shard_.services());
  }

  bool serve() {
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return false;
    for (int const each : ends) ::setsockopt(each, SOL_SOCKET, SO_SNDBUF, &kOnTheWay, sizeof kOnTheWay);
    error_code ignored;
    server_.assign({AF_UNIX, 0}, ends[0], ignored);
    peer_.socket.assign({AF_UNIX, 0}, ends[1], ignored);
    peer_.family = AF_UNIX;
    peer_.secure = true;
    peer_.upgraded = [weak = weak_from_this()] {
      if (auto const self = weak.lock()) self->last();
    };
    serve_http(std::move(peer_), handlers_, shard_.services());
    return true;
  }

  // A WebSocket: at the end, the shard waits until its last frames have been passed on.
  void last() {
    if (ended_) return;
    lasting_ = true;
    shard_.connections().add(*this);
  }

  Task<> read_client(std::shared_ptr<TlsRelay> /*self*/) {
    auto const piece = std::make_unique<std::array<char, kPiece>>();
    error_code error;
    while (!error) {
      auto const size = co_await client_.async_read_some(net::buffer(*piece), into(error));
      if (!error) co_await net::async_write(server_, net::buffer(piece->data(), size), into(error));
    }
    if (!ended_) server_.shutdown(HttpSocket::shutdown_send, error);
  }

  Task<> write_client() {
    auto const piece = std::make_unique<std::array<char, kPiece>>();
    error_code error;
    while (!error) {
      auto const size = co_await server_.async_read_some(net::buffer(*piece), into(error));
      if (error) break;
      end_after(kWriteTime);  // otherwise a client that reads nothing would keep this for ever
      co_await net::async_write(client_, net::buffer(piece->data(), size), into(error));
      limit_.cancel();
    }
    if (ended_) co_return;
    end_after(kLingerTime);
    co_await client_.async_shutdown(into(error));
    end();
  }

  template <class Duration>
  void end_after(Duration time) {
    limit_.expires_after(time);
    limit_.async_wait([self = shared_from_this()](error_code stopped) {
      if (!stopped) self->end();
    });
  }

  void end() {
    if (std::exchange(ended_, true)) return;
    error_code ignored;
    limit_.cancel();
    client_.next_layer().close(ignored);
    server_.close(ignored);
    peer_.place.reset();
    if (lasting_) shard_.connections().remove(*this);
  }

  Certificate::Context context_;
  net::ssl::stream<HttpSocket> client_;
  HttpSocket server_;
  ShardTimer limit_;
  HttpPeer peer_;  // until it is served
  HttpServer::Handlers const& handlers_;
  Shard& shard_;
  bool lasting_ = false;
  bool ended_ = false;
};

}  // namespace

void serve_tls(HttpPeer peer, Certificate::Context context, HttpServer::Handlers const& handlers, Shard& shard) {
  std::make_shared<TlsRelay>(std::move(peer), std::move(context), handlers, shard)->start();
}

}  // namespace engawa::server
