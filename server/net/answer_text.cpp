#include "server/net/answer_text.hpp"

#include <boost/beast/http.hpp>
#include <sstream>

namespace engawa::server {
namespace {

namespace http = boost::beast::http;

constexpr std::pair<char const*, char const*> kFields[] = {
    {"Server", "engawad"},
    // 'wasm-unsafe-eval': the web client compiles the rules of games (clients/web/rules); eval() of text stays
    // forbidden. 'sha256-': the script in clients/web/index.html.
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' "
     "'sha256-HeZaofLaboIViNGkHi2AmkZodEjxYkyZFem3PULqe8w='; "
     "style-src 'self'; img-src 'self' data:; connect-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
};

}  // namespace

std::span<std::pair<char const*, char const*> const> common_fields() { return kFields; }

std::string answer_text(HttpResponse const& response, bool has_body) {
  http::response<http::empty_body> message;
  message.result(static_cast<unsigned>(response.status));
  message.set(http::field::content_type, response.type);
  for (auto const& [name, value] : kFields) message.set(name, value);
  for (auto const& [name, value] : response.headers) message.set(name, value);
  message.content_length(response.body.size());
  message.keep_alive(false);
  std::ostringstream text;
  text << message.base() << (has_body ? response.body : std::string());
  return text.str();
}

}  // namespace engawa::server
