#include "clients/cli/net/http.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <nlohmann/json.hpp>
#include <thread>

#include "clients/cli/net/stream.hpp"
#include "clients/cli/text/fields.hpp"

namespace engawa::cli {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

namespace {

constexpr int kTries = 6;  // for a call that a busy server has not begun
constexpr Millis kBusyPause{1000};
constexpr std::uint64_t kMaxBody = 64 << 20;  // for a list of 10 000 rooms, or a record of 100 000 inputs

http::request<http::string_body> make_request(Address const& address, HttpCall const& call) {
  http::request<http::string_body> request(call.body ? http::verb::post : http::verb::get, address.path + call.target,
                                           11);
  request.set(http::field::host, address.authority());
  request.set(http::field::user_agent, "engawa-cli");
  if (!call.token.empty()) request.set(http::field::authorization, "Bearer " + call.token);
  if (call.body) {
    request.set(http::field::content_type, "application/json");
    request.body() = *call.body;
  }
  request.prepare_payload();
  return request;
}

// One request on one connection, with its own event loop.
class Exchange {
 public:
  Exchange(Address const& address, HttpCall const& call, Millis limit)
      : address_(address), limit_(limit), request_(make_request(address, call)) {
    parser_.body_limit(kMaxBody);
  }

  Outcome<std::string> run() {
    exchange();
    if (error_) return failure();
    return answer();
  }

  Outcome<Visit> visit() {
    exchange();
    if (error_.category() == asio::error::get_netdb_category())
      return Failure{Exit::Unreachable, "no_address",
                     "there is no address for " + address_.host + ": " + error_.message()};
    if (error_) return failure();
    auto const& response = parser_.get();
    return Visit{stream_.addresses(), certificate_days_, static_cast<int>(response.result_int()),
                 std::string(response[http::field::location]), response.body()};
  }

 private:
  void exchange() {
    stream_.open(address_, limit_, [this](Stream::Opening const& opening) {
      no_tls_ = opening.failure;
      certificate_days_ = opening.error ? std::nullopt : stream_.certificate_days();
      if (!failed(opening.error)) write();
    });
    context_.run();
  }

  void write() {
    stream_.expires_after(limit_);
    http::async_write(stream_, request_, [this](error_code error, std::size_t) {
      if (failed(error)) return;
      http::async_read(stream_, buffer_, parser_, [this](error_code problem, std::size_t) {
        failed(problem);
        stream_.close();
      });
    });
  }

  bool failed(error_code error) {
    error_ = error;
    if (error) stream_.close();
    return bool(error);
  }

  Failure failure() const {
    if (no_tls_) return *no_tls_;
    if (stream_.connected() && stream_.timed_out())
      return {Exit::TimedOut, "timeout", "the server at " + address_.authority() + " does not answer"};
    return {Exit::Unreachable, "cannot_connect", "cannot connect to " + address_.authority() + ": " + error_.message()};
  }

  Outcome<std::string> answer() {
    auto const& response = parser_.get();
    auto const status = static_cast<int>(response.result_int());
    if (status >= 300 && status < 400) return elsewhere(status, response[http::field::location]);
    if (status < 200 || status > 299) return http_refusal(address_, status, response.body());
    return success(response.body());
  }

  // A redirect, mostly from http to https. It is not followed: our data is only for the server that was named.
  Failure elsewhere(int status, std::string_view location) const {
    return {Exit::Refused, "http_" + std::to_string(status),
            "the server at " + address_.place() + " sends us to " + std::string(location) + ": name that one"};
  }

  Address const& address_;
  Millis limit_;
  asio::io_context context_{1};
  Stream stream_{context_};
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response_parser<http::string_body> parser_;
  error_code error_;
  std::optional<Failure> no_tls_;
  std::optional<int> certificate_days_;
};

Failure no_server(Address const& address, int status) {
  auto const number = std::to_string(status);
  return {Exit::Unreachable, "no_server",
          "there is no Engawa server at " + address.place() + " (HTTP status " + number +
              "): check the address, and the path in it",
          address.place() + "にEngawaのサーバーはありません（HTTPステータス" + number +
              "）。アドレスと、その中のパスを確かめてください"};
}

}  // namespace

Outcome<Json> http_call(Address const& address, HttpCall const& call, Millis limit) {
  auto body = Exchange(address, call, limit).run();
  for (int tries = 1; !body && body.error().code == "busy" && tries < kTries; ++tries) {
    std::this_thread::sleep_for(kBusyPause);
    body = Exchange(address, call, limit).run();
  }
  bool const lists = !call.body && call.target.starts_with("/api/");  // every server has these
  if (!body && body.error().code == "not_found" && lists) return no_server(address, 404);
  if (!body) return body.error();
  auto json = parse_json(*body);
  if (!json || !json->is_object()) return no_server(address, 200);
  return success<Json>(std::move(*json));
}

Outcome<Visit> http_visit(Address const& address, std::string const& target, Millis limit) {
  return Exchange(address, {target, std::nullopt, ""}, limit).visit();
}

Outcome<std::string> http_text(Address const& address, std::string const& target, Millis limit) {
  return Exchange(address, {target, std::nullopt, ""}, limit).run();
}

Failure http_refusal(Address const& address, int status, std::string const& body) {
  auto const json = parse_json(body);
  auto const code = json ? text_at(*json, "code") : "";
  bool const other_site = code.empty() && (status < 300 || status == 404 || status == 405);
  bool const other_path = code == "method_not_allowed" && !address.path.empty();
  if (other_site || other_path) return no_server(address, status);
  if (!code.empty()) return failure_of(*json);
  auto const message = "the server answered with HTTP status " + std::to_string(status);
  if (status == 401 || status == 403) return {Exit::Unauthorised, "forbidden", message};
  // From a proxy whose server is unreachable.
  if (status >= 502 && status <= 504)
    return {Exit::Unreachable, "cannot_connect",
            "the server is away: HTTP status " + std::to_string(status) + " of a proxy before it"};
  return {Exit::Refused, "http_" + std::to_string(status), message};
}

}  // namespace engawa::cli
