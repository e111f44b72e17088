#include "server/http/message.hpp"

#include "protocol/errors.hpp"
#include "protocol/frames.hpp"

namespace engawa::server {

namespace {

constexpr std::int64_t kBusyMs = 1000, kRestartMs = 3000;

std::int64_t usual_wait(std::string_view code) {
  return code == "busy" ? kBusyMs : code == "draining" ? kRestartMs : 0;
}

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

HttpResponse http_error(Refusal const& refusal, std::int64_t retry_ms) {
  protocol::ErrorContext context;
  if (retry_ms == 0) retry_ms = usual_wait(refusal.code);
  if (retry_ms > 0) context.retry_ms = retry_ms;
  return http_error(refusal, context);
}

HttpResponse http_error(Refusal const& refusal, protocol::ErrorContext const& context) {
  HttpResponse response;
  response.status = protocol::http_status(refusal.code);
  if (context.retry_ms) response.headers.emplace_back("Retry-After", std::to_string((*context.retry_ms + 999) / 1000));
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = protocol::error({}, refusal, context);
  return response;
}

HttpResponse too_fast(std::string const& what, std::int64_t retry_ms) {
  return http_error(
      refuse("rate_limited", "too many " + what + "; try again after " + std::to_string(retry_ms) + " ms"), retry_ms);
}

HttpResponse method_not_allowed(HttpRequest const& request, std::string allowed) {
  auto response = http_error(refuse(
      "method_not_allowed", request.method + " is not possible at " + request.path + "; possible are " + allowed));
  response.headers.emplace_back("Allow", std::move(allowed));
  return response;
}

HttpResponse options_response(std::string allowed) {
  auto response = text_response(204, {});
  response.headers.emplace_back("Allow", std::move(allowed));
  return response;
}

HttpResponse upgrade_required() {
  auto response = http_error(refuse("bad_message",
                                    "this address takes WebSockets only (RFC 6455, version 13, over HTTP/1.1): a proxy "
                                    "before the server must pass on Upgrade and Connection"));
  response.status = 426;
  response.headers.emplace_back("Upgrade", "websocket");
  response.headers.emplace_back("Sec-WebSocket-Version", "13");
  return response;
}

HttpResponse add_slash(std::string const& base, std::string const& query) {
  auto response = text_response(308, "this is at " + base + "/\n");
  response.headers.emplace_back("Location", base + '/' + (query.empty() ? "" : '?' + query));
  return response;
}

std::string_view below(std::string_view base, std::string_view path) {
  if (!path.starts_with(base)) return path;
  auto const rest = path.substr(base.size());
  return rest.empty() || rest.front() == '/' ? rest : path;
}

}  // namespace engawa::server
