#include "server/api/admin/page.hpp"

#include <string>

namespace engawa::server {
namespace {

constexpr auto kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

std::string type_of(std::string_view path) {
  if (path.ends_with(".css")) return "text/css; charset=utf-8";
  if (path.ends_with(".js")) return "text/javascript; charset=utf-8";
  return "text/html; charset=utf-8";
}

}  // namespace

std::optional<HttpResponse> admin_page(std::string_view path) {
  auto const wanted = path == "/" ? "/page.html" : path;
  for (auto const& file : admin_page_files())
    if (file.path == wanted) {
      auto response = text_response(200, std::string(file.text), type_of(wanted));
      response.headers.emplace_back("Content-Security-Policy", kPolicy);
      return response;
    }
  return std::nullopt;
}

}  // namespace engawa::server
