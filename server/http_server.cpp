#include "server/http_server.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <cctype>
#include <optional>
#include <sstream>

#include "protocol/errors.hpp"
#include "protocol/frames.hpp"
#include "server/shard.hpp"

namespace engawa::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Socket = net::basic_stream_socket<net::ip::tcp, net::io_context::executor_type>;
using Stream = beast::basic_stream<net::ip::tcp, net::io_context::executor_type>;
using boost::system::error_code;

constexpr std::uint32_t kHeaderBytes = 8192;
constexpr std::uint64_t kBodyBytes = 65536;
constexpr auto kHeaderTime = std::chrono::seconds(5);
constexpr auto kIdleTime = std::chrono::seconds(60);
constexpr auto kAcceptPause = std::chrono::milliseconds(100);

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

std::string address_of(net::ip::tcp::endpoint const& endpoint) {
  auto const address = endpoint.address();
  if (!address.is_v6()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return net::ip::address_v6(bytes).to_string() + "/64";
}

std::string bearer_of(beast::string_view header) {
  constexpr std::string_view prefix = "Bearer ";
  auto const text = text_of(header);
  return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : std::string();
}

// 16 bytes in base64 (RFC 6455, 4.2.1). Beast takes any short text.
bool is_handshake_key(beast::string_view key) {
  constexpr std::size_t digits = 22;
  auto const is_digit = [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '/'; };
  return key.size() == digits + 2 && std::all_of(key.begin(), key.begin() + digits, is_digit) &&
         key.substr(digits) == "==";
}

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, HttpServer::Handlers const& handlers)
      : stream_(std::move(socket)), handlers_(handlers), buffer_(kHeaderBytes + kBodyBytes) {}

  void start() {
    error_code ignored;
    endpoint_ = stream_.socket().remote_endpoint(ignored);
    stream_.socket().set_option(net::ip::tcp::no_delay(true), ignored);
    read(kHeaderTime);
  }

 private:
  void read(std::chrono::seconds limit) {
    parser_.emplace();
    parser_->header_limit(kHeaderBytes);
    parser_->body_limit(kBodyBytes);
    stream_.expires_after(limit);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
  }

  void on_read(error_code error) {
    if (error == http::error::body_limit)
      return last_answer(refuse("too_large", "a body may have at most 65536 bytes"));
    if (error == http::error::header_limit)
      return last_answer(refuse("too_large", "the head may have at most 8192 bytes"));
    if (error.category() == http::make_error_code(http::error::end_of_stream).category() &&
        error != http::error::end_of_stream)
      return last_answer(refuse("bad_message", "this is not HTTP/1.1"));
    if (error) return close();
    auto request = describe(parser_->get());
    if (handlers_.upgrade && beast::websocket::is_upgrade(parser_->get())) return upgrade(request);
    if (request.method == "GET" && !request.body.empty()) return last_answer(refuse("bad_message", "GET has no body"));
    keep_alive_ = parser_->get().keep_alive();
    head_only_ = request.method == "HEAD";
    if (head_only_) request.method = "GET";
    stream_.expires_never();
    auto executor = stream_.get_executor();
    handlers_.request(std::move(request), [self = shared_from_this(), executor](HttpResponse response) {
      net::post(executor, [self, response = std::move(response)]() mutable { self->answer(std::move(response)); });
    });
  }

  HttpRequest describe(http::request<http::string_body> const& message) const {
    HttpRequest request;
    request.method = text_of(message.method_string());
    auto const target = text_of(message.target());
    auto const mark = target.find('?');
    request.path = target.substr(0, mark);
    if (mark != target.npos) request.query = target.substr(mark + 1);
    request.body = message.body();
    request.token = bearer_of(message[http::field::authorization]);
    request.address = address_of(endpoint_);
    request.host = text_of(message[http::field::host]);
    request.origin = text_of(message[http::field::origin]);
    request.subprotocols = text_of(message[http::field::sec_websocket_protocol]);
    request.accepts_gzip = message[http::field::accept_encoding].find("gzip") != beast::string_view::npos;
    return request;
  }

  void upgrade(HttpRequest const& request) {
    if (!is_handshake_key(parser_->get()[http::field::sec_websocket_key]))
      return last_answer(refuse("bad_message", "Sec-WebSocket-Key must be 16 bytes in base64"));
    auto target = handlers_.upgrade(request);
    if (!target) return last_answer(target.error());
    std::ostringstream head;
    head << parser_->get().base();
    error_code error;
    auto& socket = stream_.socket();
    bool const is_v6 = endpoint_.address().is_v6();
    int const descriptor = socket.release(error);
    if (error) return;
    auto& shard = *target->shard;
    shard.post([descriptor, is_v6, head = head.str(), &shard, target = std::move(*target)]() mutable {
      serve_websocket(
          {descriptor, is_v6, std::move(head), std::move(target.room), target.subprotocol, std::move(target.gone)},
          shard);
    });
  }

  void last_answer(Refusal const& refusal) {
    keep_alive_ = false;
    answer(http_error(refusal));
  }

  void answer(HttpResponse response) {
    message_.emplace();
    message_->result(static_cast<unsigned>(response.status));
    message_->set(http::field::server, "engawad");
    message_->set(http::field::content_type, response.type);
    message_->set("X-Content-Type-Options", "nosniff");
    message_->set("Referrer-Policy", "no-referrer");
    for (auto const& [name, value] : response.headers) message_->set(name, value);
    message_->keep_alive(keep_alive_);
    message_->body() = std::move(response.body);
    message_->prepare_payload();
    serializer_.emplace(*message_);
    stream_.expires_after(kIdleTime);
    auto done = [self = shared_from_this()](error_code error, std::size_t) { self->on_written(error); };
    if (head_only_)
      http::async_write_header(stream_, *serializer_, std::move(done));
    else
      http::async_write(stream_, *serializer_, std::move(done));
  }

  void on_written(error_code error) {
    if (error || !keep_alive_) return close();
    read(kIdleTime);
  }

  void close() {
    error_code ignored;
    stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
    stream_.close();
  }

  Stream stream_;
  HttpServer::Handlers const& handlers_;
  beast::flat_buffer buffer_;
  net::ip::tcp::endpoint endpoint_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::optional<http::response<http::string_body>> message_;
  std::optional<http::response_serializer<http::string_body>> serializer_;
  bool keep_alive_ = false;
  bool head_only_ = false;
};

}  // namespace

HttpResponse json_response(int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.body = std::move(body);
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

HttpResponse text_response(int status, std::string body, std::string type) {
  auto response = json_response(status, std::move(body));
  response.type = std::move(type);
  return response;
}

HttpResponse http_error(Refusal const& refusal) {
  HttpResponse response;
  response.status = protocol::http_status(refusal.code);
  response.body = protocol::error({}, refusal);
  return response;
}

struct HttpServer::Impl : std::enable_shared_from_this<HttpServer::Impl> {
  Impl(Shard& shard_, Handlers handlers_)
      : shard(shard_), handlers(std::move(handlers_)), acceptor(shard_.io()), pause(shard_.io()) {}

  void accept() {
    acceptor.async_accept(shard.io(), [self = shared_from_this()](error_code error, Socket socket) {
      self->on_accept(error, std::move(socket));
    });
  }

  void on_accept(error_code error, Socket socket) {
    if (error == net::error::operation_aborted || !acceptor.is_open()) return;
    if (!error) {
      std::make_shared<Session>(std::move(socket), handlers)->start();
      return accept();
    }
    spdlog::warn("cannot accept a connection: {}", error.message());
    pause.expires_after(kAcceptPause);  // out of descriptors, most likely: wait for some to be closed
    pause.async_wait([self = shared_from_this()](error_code stopped) {
      if (!stopped) self->accept();
    });
  }

  Shard& shard;
  Handlers handlers;
  net::basic_socket_acceptor<net::ip::tcp, net::io_context::executor_type> acceptor;
  net::steady_timer pause;
};

HttpServer::HttpServer(Shard& shard, Handlers handlers) : impl_(std::make_shared<Impl>(shard, std::move(handlers))) {}
HttpServer::~HttpServer() = default;

Result<int> HttpServer::listen(std::string const& address, int port) {
  error_code error;
  auto const ip = net::ip::make_address(address, error);
  if (error)
    return refuse("bad_message", "\"" + address + "\" is not an address to listen on, such as 127.0.0.1 or 0.0.0.0");
  net::ip::tcp::endpoint const endpoint(ip, static_cast<std::uint16_t>(port));
  auto& acceptor = impl_->acceptor;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(4096, error);
  if (error)
    return refuse("busy", "cannot listen on " + address + " port " + std::to_string(port) + " (" + error.message() +
                              "): stop what uses it, or choose another with --port");
  auto const taken = acceptor.local_endpoint().port();
  impl_->accept();
  return static_cast<int>(taken);
}

void HttpServer::close() {
  error_code ignored;
  impl_->acceptor.close(ignored);
  impl_->pause.cancel();
}

}  // namespace engawa::server
