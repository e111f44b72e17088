#include "server/cluster/link.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <map>

#include "server/cluster/link_proof.hpp"
#include "server/net/http_session.hpp"
#include "server/net/listen.hpp"
#include "server/net/task.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/secrets.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;

constexpr auto kProofTime = std::chrono::seconds(5);
constexpr auto kAcceptPause = std::chrono::milliseconds(100);
constexpr std::size_t kUnproven = 256;  // concurrent links

}  // namespace

struct LinkListener::Impl : std::enable_shared_from_this<LinkListener::Impl> {
  Impl(Shard& shard_, HttpServer::Handlers const& handlers_)
      : shard(shard_), handlers(handlers_), acceptor(shard_.io()), pause(shard_.io()) {}

  Task<> accept() {
    auto const self = shared_from_this();
    while (acceptor.is_open()) {
      error_code error;
      HttpSocket socket(shard.io());
      co_await acceptor.async_accept(socket, into(error));
      if (!acceptor.is_open()) co_return;
      if (error) {  // most likely out of descriptors: wait until some are closed
        pause.expires_after(kAcceptPause);
        co_await pause.async_wait(into(error));
      } else {
        make_room();
        net::co_spawn(shard.io().get_executor(), admit(std::make_shared<HttpSocket>(std::move(socket))), net::detached);
      }
    }
  }

  // A node proves itself within moments; the link that has been silent for longest is dropped for a new one.
  void make_room() {
    if (unproven.size() < kUnproven) return;
    error_code ignored;
    unproven.begin()->second->close(ignored);
    unproven.erase(unproven.begin());
  }

  Task<> admit(std::shared_ptr<HttpSocket> socket) {
    auto const self = shared_from_this();
    auto const number = next++;
    unproven.emplace(number, socket);
    ShardTimer limit(shard.io());
    limit.expires_after(kProofTime);
    limit.async_wait([socket](error_code stopped) {
      error_code ignored;
      if (!stopped) socket->close(ignored);
    });
    error_code error;
    auto const endpoint = socket->remote_endpoint(error);
    HttpPeer peer{HttpSocket(shard.io()), {}, endpoint.protocol().family(), {}, {}};
    bool const proven = !error && co_await prove(*socket, peer);
    unproven.erase(number);
    limit.cancel();
    if (!proven) {
      count(shard.services().metrics.links_refused);
      co_return;
    }
    peer.socket = std::move(*socket);
    serve_http(std::move(peer), handlers, shard.services());
  }

  // Whether the other end knows the secret; then `peer` is the client.
  Task<bool> prove(HttpSocket& socket, HttpPeer& peer) {
    using namespace link_proof;
    auto const& secret = shard.services().config.cluster_secret;
    error_code error;
    std::string hello(kGreeting.size() + kNumber, '\0');
    co_await net::async_read(socket, net::buffer(hello), into(error));
    if (error || hello.compare(0, kGreeting.size(), kGreeting) != 0) co_return false;
    auto const calling = hello.substr(kGreeting.size()), answering = random_token();
    auto const answer = answering + proof(secret, End::answering, calling, answering);
    co_await net::async_write(socket, net::buffer(answer), into(error));
    if (error) co_return false;
    std::string head(kProof + kHead, '\0');
    co_await net::async_read(socket, net::buffer(head), into(error));
    if (error || !is_same(std::string_view(head).substr(0, kProof), proof(secret, End::calling, calling, answering)))
      co_return false;
    peer.relayed = Relayed{head[kProof] != 0};
    peer.address.resize(static_cast<unsigned char>(head[kProof + 1]));
    co_await net::async_read(socket, net::buffer(peer.address), into(error));
    co_return !error;
  }

  Shard& shard;
  HttpServer::Handlers const& handlers;
  Acceptor acceptor;
  ShardTimer pause;
  std::map<std::uint64_t, std::shared_ptr<HttpSocket>> unproven;  // oldest first
  std::uint64_t next = 0;
};

LinkListener::LinkListener(Shard& shard, HttpServer::Handlers const& handlers)
    : impl_(std::make_shared<Impl>(shard, handlers)) {}
LinkListener::~LinkListener() = default;

Result<void> LinkListener::listen(std::string const& address, int port) {
  auto const taken =
      listen_at(impl_->acceptor, address, port, "cluster.bind and the port of cluster.address say where nodes listen");
  if (!taken) return taken.error();
  net::co_spawn(impl_->shard.io().get_executor(), impl_->accept(), net::detached);
  return {};
}

void LinkListener::close() {
  error_code ignored;
  impl_->acceptor.close(ignored);
  impl_->pause.cancel();
}

}  // namespace engawa::server
