#include "server/net/http_session.hpp"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <cctype>
#include <optional>
#include <sstream>

#include "server/http/header_text.hpp"
#include "server/net/answer_text.hpp"
#include "server/ops/metrics.hpp"
#include "server/shard/shard.hpp"

namespace engawa::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Stream = beast::basic_stream<net::generic::stream_protocol, net::io_context::executor_type>;
using boost::system::error_code;

constexpr std::uint64_t kBodyBytes = 65536;
constexpr auto kWriteTime = std::chrono::seconds(30);
constexpr auto kLingerTime = std::chrono::seconds(1);
constexpr std::size_t kLingerBytes = 1 << 20;
constexpr std::int64_t kAskAgainMs = 1000;

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

// With several proxies, the first value is from the proxy that the client connected to.
bool is_https(std::string_view forwarded_proto) { return same_word(cut(forwarded_proto, ','), "https"); }

// 16 bytes in base64 (RFC 6455, 4.2.1). Beast accepts any short text.
bool is_handshake_key(beast::string_view key) {
  constexpr std::size_t digits = 22;
  auto const is_digit = [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '/'; };
  return key.size() == digits + 2 && std::all_of(key.begin(), key.begin() + digits, is_digit) &&
         key.substr(digits) == "==";
}

// All fields of a name as one list, in order.
std::string joined(http::fields const& fields, beast::string_view name) {
  std::string list;
  auto const range = fields.equal_range(name);
  for (auto field = range.first; field != range.second; ++field)
    list += (list.empty() ? "" : ",") + text_of(field->value());
  return list;
}

// A list may be split over several fields, of which Beast reads only the first: a proxy may send its own Connection
// next to the browser's.
void join(http::fields& fields, char const* name) {
  if (fields.count(name) > 1) fields.set(name, joined(fields, name));
}

// Engawa-Token is for pages behind a proxy that asks for a password, which uses Authorization itself.
std::string token_of(http::fields const& fields) {
  if (auto const own = fields.find("Engawa-Token"); own != fields.end()) return text_of(own->value());
  auto const range = fields.equal_range(http::field::authorization);
  for (auto field = range.first; field != range.second; ++field) {
    auto const value = text_of(field->value());
    std::string_view token = value;
    if (same_word(cut(token, ' '), "Bearer")) return std::string(trimmed(token));
  }
  return {};
}

// http://HOST/PATH means /PATH if Host says the same (RFC 9112, 3.2.2), and * the whole server, for OPTIONS.
void make_path(http::request<http::string_body>& message) {
  auto const target = text_of(message.target());
  if (target == "*" && message.method() == http::verb::options) return message.target("/");
  auto const mark = target.find("://");
  if (mark == target.npos || target.front() == '/') return;
  auto const scheme = std::string_view(target).substr(0, mark);
  if (!same_word(scheme, "http") && !same_word(scheme, "https")) return;
  auto const path = std::min(target.find_first_of("/?", mark + 3), target.size());
  auto const host = target.substr(mark + 3, path - mark - 3);
  if (message.count(http::field::host) == 0 && message.version() == 10) message.set(http::field::host, host);
  if (host.empty() || !same_word(host, text_of(message[http::field::host]))) return;
  message.target((path == target.size() || target[path] == '?' ? "/" : "") + target.substr(path));
}

// The part of an upgrade that the connection reads again; it is short, because cookies are left out.
std::string handshake_of(http::request<http::string_body> const& message) {
  http::request<http::empty_body> head{http::verb::get, "/", 11};
  for (auto const name : {http::field::host, http::field::sec_websocket_key, http::field::sec_websocket_version})
    head.set(name, message[name]);
  head.set(http::field::connection, "Upgrade");
  head.set(http::field::upgrade, "websocket");
  std::ostringstream text;
  text << head.base();
  return text.str();
}

// Refuses a head that two readers might interpret differently (request smuggling).
std::optional<Refusal> fault_of(http::request<http::string_body> const& message) {
  auto const version = message.version();
  if (version != 10 && version != 11) return refuse("bad_message", "this is not HTTP/1.1");
  if (message.target().empty() || message.target().front() != '/')
    return refuse("bad_message", "the target must be a path that begins with /, or a URL of the Host");
  auto const hosts = message.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && version == 11)) return refuse("bad_message", "a request must have one Host");
  if (!is_host(message[http::field::host]))
    return refuse("bad_message", "Host must be a name or an address, in ASCII and without spaces");
  if (message.count(http::field::transfer_encoding) > 0)
    return refuse("length_required",
                  "a body must come in one piece with Content-Length, without Transfer-Encoding (such as chunked)");
  auto const lengths = message.count(http::field::content_length);
  bool const empty = lengths == 0 || message[http::field::content_length] == "0";
  auto const method = message.method();
  bool const may = method == http::verb::post || method == http::verb::put || method == http::verb::patch;
  if (lengths > 1 || (!empty && !may))
    return refuse("bad_message", "only POST, PUT and PATCH may have a body, with one Content-Length");
  if (message.count("Engawa-Token") > 1) return refuse("bad_message", "a request may have one Engawa-Token");
  return std::nullopt;
}

// A browser that opens a page is sent on. Others would have told everybody on the way what they send: they learn it.
HttpResponse lead_to_tls(http::request<http::string_body> const& message) {
  bool const is_read = message.method() == http::verb::get || message.method() == http::verb::head;
  auto const host = text_of(message[http::field::host]);
  if (!is_read || host.empty() || beast::websocket::is_upgrade(message) || !token_of(message).empty())
    return http_error(refuse("bad_message", "this port speaks TLS: use https:// or wss://"));
  auto response = text_response(307, "this port speaks TLS\n");
  response.headers.emplace_back("Location", "https://" + host + text_of(message.target()));
  return response;
}

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(HttpPeer peer, HttpServer::Handlers const& handlers, Services& services)
      : stream_(std::move(peer.socket)),
        handlers_(handlers),
        services_(services),
        place_(std::move(peer.place)),
        head_bytes_(static_cast<std::uint32_t>(services.config.http_head_bytes)),
        buffer_(2 * head_bytes_ + kBodyBytes),
        address_(std::move(peer.address)),
        family_(peer.family),
        relayed_(peer.relayed),
        secure_(peer.secure),
        lacks_tls_(peer.lacks_tls),
        upgraded_(std::move(peer.upgraded)) {}

  void start() {
    error_code ignored;
    stream_.socket().set_option(net::ip::tcp::no_delay(true), ignored);
    read_head();
  }

 private:
  std::chrono::milliseconds header_time() const { return std::chrono::milliseconds(services_.config.http_header_ms); }

  // A connection may be idle for longer than the head of a request may take.
  void wait_for_next() {
    if (buffer_.size() > 0) return read_head();
    stream_.expires_after(std::chrono::milliseconds(services_.config.http_idle_ms));
    stream_.async_read_some(buffer_.prepare(4096), [self = shared_from_this()](error_code error, std::size_t size) {
      if (error) return self->stream_.close();
      self->buffer_.commit(size);
      self->read_head();
    });
  }

  void read_head() {
    parser_.emplace();
    // A head that another node has read and rewritten may be a little longer.
    parser_->header_limit(relayed_ ? 2 * head_bytes_ : head_bytes_);
    parser_->body_limit(kBodyBytes);
    head_only_ = false;
    stream_.expires_after(header_time());
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (self->is_good(error)) self->on_head();
    });
  }

  // Answers or ends the connection after an unreadable request.
  bool is_good(error_code error) {
    if (!error) return true;
    count(error == beast::error::timeout ? services_.metrics.http_timeouts : services_.metrics.http_broken);
    if (error == http::error::body_limit)
      last_answer(http_error(refuse("too_large", "a body may have at most 65536 bytes")));
    else if (error == http::error::header_limit || error == http::error::buffer_overflow)
      last_answer(http_error(refuse("too_large", "the head may have at most " + std::to_string(head_bytes_) +
                                                     " bytes, cookies of other programs included (http.head_bytes)")));
    else if (error.category() == http::make_error_code(http::error::end_of_stream).category() &&
             error != http::error::end_of_stream)
      last_answer(http_error(refuse("bad_message", "this is not HTTP/1.1")));
    else
      stream_.close();
    return false;
  }

  void on_head() {
    auto& message = parser_->get();
    head_only_ = message.method() == http::verb::head;
    make_path(message);
    if (auto const fault = fault_of(message)) return last_answer(http_error(*fault));
    if (lacks_tls_) return last_answer(lead_to_tls(message));
    join(message, "Connection");
    join(message, "Upgrade");
    request_ = describe(message);
    if (handlers_.counted) {
      auto const now = services_.clock.now();
      auto const wait = services_.addresses->take(Addresses::Ration::request, request_.address, now);
      if (wait > 0) return answer_head(too_fast("requests", wait));
    }
    if (request_.path.empty()) return answer_head(add_slash(handlers_.base, request_.query));
    if (handlers_.upgrade && beast::websocket::is_upgrade(message)) return check_upgrade();
    if (message.version() > 10 && message.count(http::field::expect) > 0) return meet_expectation();
    read_body();
  }

  // Some clients send no body before they receive 100 Continue.
  void meet_expectation() {
    static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    auto& message = parser_->get();
    if (!same_word(joined(message, "Expect"), "100-continue")) {
      auto response = http_error(refuse("bad_message", "Expect may only be 100-continue"));
      response.status = 417;
      return last_answer(std::move(response));
    }
    message.erase(http::field::expect);  // it is answered, also for another node
    if (parser_->is_done() || buffer_.size() > 0) return read_body();
    stream_.expires_after(header_time());
    net::async_write(stream_, net::buffer(go_on), [self = shared_from_this()](error_code error, std::size_t) {
      error ? self->stream_.close() : self->read_body();
    });
  }

  void read_body() {
    if (parser_->is_done()) return find_node(&Session::on_request);
    stream_.expires_after(header_time());
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (self->is_good(error)) self->find_node(&Session::on_request);
    });
  }

  // Continues here, or relays the client to the node that has its room. A relayed client is never relayed again.
  void find_node(void (Session::*here)()) {
    if (!handlers_.whereabouts || relayed_) return (this->*here)();
    stream_.expires_never();
    request_.body = parser_->get().body();  // a copy, because the relay needs it too
    auto executor = stream_.get_executor();
    handlers_.whereabouts(request_, [self = shared_from_this(), executor, here](Result<std::string> node) {
      net::post(executor, [self, here, node = std::move(node)] {
        if (!node)
          self->last_answer(http_error(node.error(), kAskAgainMs));
        else if (node->empty())
          ((*self).*here)();
        else
          self->splice(*node);
      });
    });
  }

  void splice(std::string const& node) {
    auto& message = parser_->get();
    bool const lasting = handlers_.upgrade && beast::websocket::is_upgrade(message);
    auto place = lasting ? services_.addresses->enter(Addresses::Space::socket, request_.address) : std::move(place_);
    if (lasting && !place)
      return last_answer(http_error(refuse("limit_reached", "too many connections at once"), kAskAgainMs));
    if (!lasting) message.keep_alive(false);
    std::ostringstream text;
    text << message.base() << message.body();
    error_code error;
    int const descriptor = stream_.socket().release(error);
    if (error) return;
    if (upgraded_) upgraded_();
    handlers_.carry(request_, {descriptor, family_, text.str(), request_.address, request_.secure, lasting, head_only_,
                               node, std::move(place)});
  }

  void on_request() {
    keep_alive_ = parser_->get().keep_alive();
    request_.body = std::move(parser_->get().body());
    if (head_only_) request_.method = "GET";
    stream_.expires_never();
    auto executor = stream_.get_executor();
    handlers_.request(std::move(request_), [self = shared_from_this(), executor](HttpResponse response) {
      net::post(executor, [self, response = std::move(response)]() mutable { self->answer(std::move(response)); });
    });
  }

  HttpRequest describe(http::request<http::string_body> const& message) const {
    HttpRequest request;
    request.method = text_of(message.method_string());
    auto const target = text_of(message.target());
    auto const mark = target.find('?');
    request.path = below(handlers_.base, target.substr(0, mark));
    if (mark != target.npos) request.query = target.substr(mark + 1);
    request.token = token_of(message);
    request.address =
        relayed_ ? address_ : services_.addresses->client_of(address_, joined(message, "X-Forwarded-For"));
    bool const forwarded = services_.addresses->is_proxy(address_) && is_https(joined(message, "X-Forwarded-Proto"));
    request.secure = relayed_ ? relayed_->secure : secure_ || forwarded;
    request.host = text_of(message[http::field::host]);
    request.origin = text_of(message[http::field::origin]);
    request.subprotocols = joined(message, "Sec-WebSocket-Protocol");
    request.content_type = text_of(message[http::field::content_type]);
    request.accept = joined(message, "Accept");
    request.accept_encoding = joined(message, "Accept-Encoding");
    request.accept_language = joined(message, "Accept-Language");
    request.if_none_match = joined(message, "If-None-Match");
    return request;
  }

  void check_upgrade() {
    // Bytes after the head would be lost between this reader and the WebSocket's.
    if (buffer_.size() > 0)
      return last_answer(http_error(refuse("bad_message", "wait for the answer to the upgrade before sending more")));
    if (!is_handshake_key(parser_->get()[http::field::sec_websocket_key]))
      return last_answer(http_error(refuse("bad_message", "Sec-WebSocket-Key must be 16 bytes in base64")));
    auto const version = joined(parser_->get(), "Sec-WebSocket-Version");
    if (version.empty()) return last_answer(http_error(refuse("bad_message", "Sec-WebSocket-Version must be 13")));
    if (version != "13") return last_answer(upgrade_required());
    find_node(&Session::upgrade);
  }

  void upgrade() {
    auto admitted = handlers_.upgrade(request_);
    if (auto* const response = std::get_if<HttpResponse>(&admitted)) return last_answer(std::move(*response));
    auto& target = std::get<UpgradeTarget>(admitted);
    auto head = handshake_of(parser_->get());
    error_code error;
    int const descriptor = stream_.socket().release(error);
    if (error) return;
    if (upgraded_) upgraded_();
    auto& shard = *target.shard;
    shard.post([descriptor, family = family_, head = std::move(head), &shard, target = std::move(target)]() mutable {
      serve_websocket({descriptor, family, std::move(head), std::move(target.room), target.stream, target.subprotocol,
                       std::move(target.address), std::move(target.place)},
                      shard);
    });
  }

  // Sent before the body is read. If there is a body, the connection ends, because the bytes after the head are not a
  // request.
  void answer_head(HttpResponse response) {
    keep_alive_ = parser_->is_done() && parser_->get().keep_alive();
    answer(std::move(response));
  }

  void last_answer(HttpResponse response) {
    keep_alive_ = false;
    answer(std::move(response));
  }

  void answer(HttpResponse response) {
    keep_alive_ = keep_alive_ && response.status < 500;
    message_.emplace();
    message_->result(static_cast<unsigned>(response.status));
    bool const has_body = response.status != 304 && response.status != 204;  // a 304 does not describe it again
    if (has_body) message_->set(http::field::content_type, response.type);
    for (auto const& [name, value] : common_fields()) message_->set(name, value);
    for (auto const& [name, value] : response.headers) message_->set(name, value);
    message_->keep_alive(keep_alive_);
    if (message_->count(http::field::upgrade) > 0) message_->set(http::field::connection, "close, Upgrade");
    message_->body() = std::move(response.body);
    if (has_body) message_->prepare_payload();
    serializer_.emplace(*message_);
    stream_.expires_after(kWriteTime);
    auto done = [self = shared_from_this()](error_code error, std::size_t) { self->on_written(error); };
    if (head_only_)
      http::async_write_header(stream_, *serializer_, std::move(done));
    else
      http::async_write(stream_, *serializer_, std::move(done));
  }

  void on_written(error_code error) {
    if (error) return stream_.close();
    if (keep_alive_) return wait_for_next();
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, error);
    stream_.expires_after(kLingerTime);
    buffer_.clear();
    linger(0);
  }

  // Late data is read and dropped for a moment: closing with unread bytes would reset the connection, and lose the
  // answer.
  void linger(std::size_t before) {
    stream_.async_read_some(buffer_.prepare(4096),
                            [self = shared_from_this(), before](error_code error, std::size_t size) {
                              if (error || before + size > kLingerBytes) return self->stream_.close();
                              self->linger(before + size);
                            });
  }

  Stream stream_;
  HttpServer::Handlers const& handlers_;
  Services& services_;
  Addresses::Place place_;
  std::uint32_t head_bytes_;  // per request, at most
  beast::flat_buffer buffer_;
  std::string address_;
  int family_;
  std::optional<Relayed> relayed_;
  bool secure_, lacks_tls_;
  std::function<void()> upgraded_;
  HttpRequest request_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::string_body>> message_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  bool keep_alive_ = false;
  bool head_only_ = false;
};

}  // namespace

void serve_http(HttpPeer peer, HttpServer::Handlers const& handlers, Services& services) {
  std::make_shared<Session>(std::move(peer), handlers, services)->start();
}

}  // namespace engawa::server
