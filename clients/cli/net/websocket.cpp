#include "clients/cli/net/websocket.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>

#include "clients/cli/net/stream.hpp"

namespace engawa::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

constexpr std::size_t kMaxFrame = 4 << 20;  // the server's own bound is far below this
constexpr Millis kHangUp{2000};             // for TCP to end after the server's close

websocket::stream_base::timeout timeouts(Millis limit) {
  // Beast pings after half of the idle time, so that a dead network is noticed even if nobody moves.
  return {.handshake_timeout = limit, .idle_timeout = std::chrono::seconds(40), .keep_alive_pings = true};
}

}  // namespace

// How Beast ends a connection after both sides have closed. The end of TCP is enough: no data is left that could be cut
// off.
void teardown(beast::role_type role, Stream& tcp_or_tls, error_code& error) {
  websocket::teardown(role, tcp_or_tls.next_layer(), error);
}
template <class Done>
void async_teardown(beast::role_type role, Stream& tcp_or_tls, Done&& done) {
  websocket::async_teardown(role, tcp_or_tls.next_layer(), std::forward<Done>(done));
}

// Every pending operation keeps the Impl alive; `end` is the only exit.
struct WebSocket::Impl : std::enable_shared_from_this<Impl> {
  Impl(Loop& loop, Handlers given) : handlers(std::move(given)), stream(loop.context()), hang_up(loop) {}

  Handlers handlers;
  websocket::stream<Stream> stream;
  websocket::response_type response;
  Timer hang_up;
  beast::flat_buffer buffer{kMaxFrame + 4096};
  std::deque<std::string> outbox;
  std::string origin;
  bool is_open = false;
  bool closing = false;
  bool ended = false;

  void connect(Address const& address, std::string const& path, Millis limit) {
    stream.next_layer().open(address, limit,
                             [self = shared_from_this(), address, path, limit](Stream::Opening const& opening) {
                               if (self->ended) return;
                               if (opening.error) return self->fail(opening.error, opening.failure);
                               self->upgrade(address, path, limit);
                             });
  }

  void upgrade(Address const& address, std::string const& path, Millis limit) {
    stream.set_option(timeouts(limit));  // from here on Beast's own timeouts apply
    stream.set_option(websocket::stream_base::decorator([origin = origin](websocket::request_type& request) {
      request.set(http::field::user_agent, "engawa-cli");
      if (!origin.empty()) request.set(http::field::origin, origin);
      request.set(http::field::sec_websocket_protocol, "engawa.v1");
    }));
    stream.read_message_max(kMaxFrame);
    // Beast reports a close code only after TCP has ended, and waits for that without a limit.
    stream.control_callback([this](websocket::frame_type kind, beast::string_view) {
      if (kind == websocket::frame_type::close) hang_up.start(kHangUp, [this] { fail(websocket::error::closed); });
    });
    auto const target = address.path + path;
    stream.async_handshake(response, address.authority(), target, [self = shared_from_this()](error_code error) {
      if (self->ended) return;
      if (error) return self->fail(error);
      self->is_open = true;
      self->read();
      self->handlers.on_open();
    });
  }

  void read() {
    stream.async_read(buffer, [self = shared_from_this()](error_code error, std::size_t) {
      if (self->ended) return;
      if (error) return self->fail(error);
      auto const bytes = self->buffer.cdata();
      std::string const frame(static_cast<char const*>(bytes.data()), bytes.size());
      self->buffer.consume(frame.size());
      self->handlers.on_frame(frame);
      if (!self->ended) self->read();
    });
  }

  void write() {
    stream.async_write(asio::buffer(outbox.front()), [self = shared_from_this()](error_code error, std::size_t) {
      if (self->ended || error) return;  // the reader is notified too, with the close code
      self->outbox.pop_front();
      if (!self->outbox.empty()) return self->write();
      if (self->closing) self->say_goodbye();
    });
  }

  void say_goodbye() {
    stream.async_close(websocket::close_code::normal, [self = shared_from_this()](error_code error) {
      if (!self->ended) self->end({.was_open = true, .code = error ? 1006 : 1000, .failure = {}, .detail = {}});
    });
  }

  void fail(error_code error, std::optional<Failure> const& failure = {}) {
    SocketEnd how{.was_open = is_open, .failure = failure, .detail = failure ? failure->message : error.message()};
    auto const& under = stream.next_layer();
    how.timed_out = (error == beast::error::timeout || under.timed_out()) && under.connected();
    if (!is_open && error == websocket::error::upgrade_declined) {
      how.status = static_cast<int>(response.result_int());
      how.detail = response.body();
    }
    if (is_open) how.detail = how.timed_out ? "no sign of life from the server" : "";
    if (is_open && error == websocket::error::closed) {
      bool const unnamed = stream.reason().code == websocket::close_code::none;
      how.code = unnamed ? 1000 : static_cast<int>(stream.reason().code);
      how.detail = std::string(stream.reason().reason.data(), stream.reason().reason.size());
    }
    end(how);
  }

  void end(SocketEnd const& how) {
    ended = true;
    auto const tell = std::move(handlers.on_end);
    abandon();
    if (tell) tell(how);
  }

  void abandon() {
    ended = true;
    hang_up.cancel();
    stream.next_layer().close();
  }
};

WebSocket::WebSocket(Loop& loop, Handlers handlers) : impl_(std::make_shared<Impl>(loop, std::move(handlers))) {}

WebSocket::~WebSocket() { impl_->abandon(); }

void WebSocket::open(Address const& address, std::string const& path, Millis limit, std::string const& origin) {
  impl_->origin = origin;
  impl_->connect(address, path, limit);
}

void WebSocket::send(std::string frame) {
  if (impl_->ended || impl_->closing) return;
  impl_->outbox.push_back(std::move(frame));
  if (impl_->outbox.size() == 1) impl_->write();
}

void WebSocket::close() {
  if (impl_->ended || std::exchange(impl_->closing, true)) return;
  if (!impl_->is_open) return impl_->end({.failure = {}, .detail = "closed by us"});
  if (impl_->outbox.empty()) impl_->say_goodbye();
}

}  // namespace engawa::cli
