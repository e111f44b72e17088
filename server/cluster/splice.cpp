// The calling end of a link (link.hpp).
#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <system_error>
#include <unordered_map>

#include "server/cluster/link.hpp"
#include "server/cluster/link_proof.hpp"
#include "server/cluster/name_lookup.hpp"
#include "server/net/answer_text.hpp"
#include "server/net/http_session.hpp"
#include "server/net/task.hpp"
#include "server/ops/metrics.hpp"
#include "server/ops/secrets.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using Endpoint = net::generic::stream_protocol::endpoint;
using Descriptor = net::posix::basic_stream_descriptor<ShardExecutor>;

constexpr auto kReachTime = std::chrono::seconds(2);  // one packet may be lost; clients reconnect soon
constexpr auto kPlaceTime = std::chrono::seconds(5);
constexpr auto kNameTime = std::chrono::seconds(3);  // more than a client waits before it reconnects
constexpr auto kLingerTime = std::chrono::seconds(1);
constexpr std::int64_t kAskAgainMs = 1000;
constexpr std::size_t kPiece = 4096;  // bytes in transit, in each direction

// The known addresses of nodes. When a node dies, thousands of clients ask for the same few nodes: they share one
// lookup per name. The endpoint is not kept for long, because a restarted node may have another one. Each shard, being
// a thread, has its own map.
struct Place {
  std::optional<Endpoint> endpoint;
  std::chrono::steady_clock::time_point until;
  std::optional<NameLookup> lookup;  // the latest one
};
thread_local std::unordered_map<std::string, Place> places;

std::optional<Endpoint> known_place(std::string const& node) {
  auto& place = places[node];
  if (place.endpoint && std::chrono::steady_clock::now() > place.until) place.endpoint.reset();
  return place.endpoint;
}
void know_place(std::string const& node, Endpoint const& endpoint) {
  auto& place = places[node];
  place.endpoint = endpoint;
  place.until = std::chrono::steady_clock::now() + kPlaceTime;
}
void forget_place(std::string const& node) {
  auto& place = places[node];
  place.endpoint.reset();
  if (place.lookup && place.lookup->is_over()) place.lookup.reset();
}

bool is_of_use(NameLookup const& lookup) {
  if (!lookup.is_over()) return true;
  return !lookup.found().empty() && std::chrono::steady_clock::now() < lookup.over_at() + kNameTime;
}

// A lookup that is still running or has just found the name, otherwise a new one.
std::optional<NameLookup> lookup_of(std::string const& node) {
  auto& lookup = places[node].lookup;
  if (lookup && is_of_use(*lookup)) return lookup;
  auto const colon = node.rfind(':');
  auto host = node.substr(0, colon);
  if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  try {
    lookup.emplace(std::move(host), node.substr(colon + 1));
  } catch (std::system_error const&) {  // too many threads or open files: the client reconnects
    lookup.reset();
  }
  return lookup;
}

class Carrier final : public ShardConnection, public std::enable_shared_from_this<Carrier> {
 public:
  Carrier(Splice splice, Shard& shard)
      : splice_(std::move(splice)),
        shard_(shard),
        client_(shard.io()),
        node_(shard.io()),
        name_(shard.io()),
        limit_(shard.io()) {}

  void start() {
    count(shard_.services().metrics.splices_begun);
    shard_.connections().add(*this);
    error_code error;
    client_.assign({splice_.family, 0}, splice_.socket, error);
    if (error || shard_.connections().reading_stopped()) return end();
    net::co_spawn(shard_.io().get_executor(), run(shared_from_this()), net::detached);
  }

  void on_tick(std::int64_t) override {}
  void flush() override {}
  // A pending answer is still delivered; until then the shard is not empty.
  void go_away() override {
    if (splice_.lasting) end();
  }
  // A client whose request was not passed on yet is asked to try again.
  void drop() override { is_reached_ ? end() : give_up_node(); }
  std::string_view node() const override { return splice_.node; }

 private:
  Task<> run(std::shared_ptr<Carrier> self) {
    limit_.expires_after(kReachTime);
    limit_.async_wait([self](error_code stopped) {
      if (!stopped && !self->ended_) self->give_up_node();
    });
    bool const reached = co_await reach();
    limit_.cancel();
    if (ended_) co_return;
    if (!reached) co_return co_await refuse_client();
    is_reached_ = true;
    count(shard_.services().metrics.spliced);
    splice_.request = {};
    net::co_spawn(shard_.io().get_executor(), carry(self, client_, node_), net::detached);
    co_await carry(self, node_, client_);
  }

  void give_up_node() {
    error_code ignored;
    late_ = true;
    name_.close(ignored);
    node_.close(ignored);
  }

  // Whether the other node belongs to the cluster and has received the request.
  Task<bool> reach() {
    error_code error;
    if (auto const place = known_place(splice_.node)) {
      co_await node_.async_connect(*place, into(error));
      if (!error && co_await introduce()) co_return true;
      forget_place(splice_.node);
      if (late_ || ended_) co_return false;
      node_.close(error);
    }
    co_return co_await look_up() && co_await introduce();
  }

  Task<bool> look_up() {
    error_code error;
    auto const lookup = lookup_of(splice_.node);
    if (lookup) name_.assign(lookup->descriptor(), error);
    if (!lookup || error) co_return false;
    // A wait can also end because of a descriptor that had this number before: Asio's epoll may have taken its event already.
    do {
      co_await name_.async_wait(Descriptor::wait_read, into(error));
      if (error || late_ || ended_) co_return false;
    } while (!lookup->is_over());
    name_.close(error);
    auto const place = co_await net::async_connect(node_, lookup->found(), into(error));
    error ? forget_place(splice_.node) : know_place(splice_.node, place);
    co_return !error;
  }

  Task<bool> introduce() {
    using namespace link_proof;
    error_code error;
    node_.set_option(net::ip::tcp::no_delay(true), error);
    auto const& secret = shard_.services().config.cluster_secret;
    auto const calling = random_token();
    auto const hello = std::string(kGreeting) + calling;
    co_await net::async_write(node_, net::buffer(hello), into(error));
    std::string answer(kNumber + kProof, '\0');
    if (!error) co_await net::async_read(node_, net::buffer(answer), into(error));
    if (error) co_return false;
    auto const answering = answer.substr(0, kNumber);
    if (!is_same(std::string_view(answer).substr(kNumber), proof(secret, End::answering, calling, answering)))
      co_return false;
    auto request = proof(secret, End::calling, calling, answering);
    request += splice_.secure ? '\1' : '\0';
    request += static_cast<char>(splice_.address.size());
    request += splice_.address + splice_.request;
    co_await net::async_write(node_, net::buffer(request), into(error));
    co_return !error;
  }

  Task<> refuse_client() {
    count(shard_.services().metrics.splice_failures);
    error_code ignored;
    auto const answer = answer_text(
        http_error(refuse("busy", "the server that has this room cannot be reached now; try again"), kAskAgainMs),
        !splice_.head_only);
    co_await net::async_write(client_, net::buffer(answer), into(ignored));
    client_.shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    end();
  }

  // A piece is written before the next one is read, so that a slow reader is not sent more. When one side closes its
  // direction, the other side sees it and may continue to send.
  Task<> carry(std::shared_ptr<Carrier> /*self*/, HttpSocket& from, HttpSocket& to) {
    std::array<char, kPiece> piece;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
    error_code error;
    while (!error) {
      auto const size = co_await from.async_read_some(net::buffer(piece), into(error));
      if (!error) co_await net::async_write(to, net::buffer(piece.data(), size), into(error));
    }
    if (ended_) co_return;
    to.shutdown(net::ip::tcp::socket::shutdown_send, error);
    if (error || ++silent_ == 2) co_return end();
    if (&from == &node_) linger();
  }

  // The client has its answer, and gets a moment to close its side.
  void linger() {
    limit_.expires_after(kLingerTime);
    limit_.async_wait([self = shared_from_this()](error_code stopped) {
      if (!stopped) self->end();
    });
  }

  void end() {
    if (std::exchange(ended_, true)) return;
    error_code ignored;
    limit_.cancel();
    client_.close(ignored);
    name_.close(ignored);
    node_.close(ignored);
    splice_.place.reset();
    count(shard_.services().metrics.splices_ended);
    shard_.connections().remove(*this);
  }

  Splice splice_;
  Shard& shard_;
  HttpSocket client_, node_;
  Descriptor name_;  // readable once the node's name is looked up
  ShardTimer limit_;
  int silent_ = 0;  // sides that have closed their direction
  bool is_reached_ = false;
  bool late_ = false;  // the other node was not reached in time, or is lost
  bool ended_ = false;
};

}  // namespace

void splice_to_node(Splice splice, Shard& shard) { std::make_shared<Carrier>(std::move(splice), shard)->start(); }

}  // namespace engawa::server
