#include "server/site/cross_origin.hpp"

#include <algorithm>

#include "base/expect.hpp"
#include "server/site/own_site.hpp"
#include "server/site/paths.hpp"

namespace engawa::server {
namespace {

constexpr std::string_view kOpen[] = {"/api/guests", "/api/me",    "/api/me/token", "/api/rooms",
                                      "/api/play",   "/api/games", "/api/boards"};
constexpr std::string_view kOpenBelow[] = {"/api/rooms/", "/api/records/"};

void add_field(HttpResponse& response, std::string_view name, std::string_view value) {
  for (auto& [known, text] : response.headers)
    if (known == name) {
      text.append(", ").append(value);
      return;
    }
  response.headers.emplace_back(name, value);
}

std::string_view allowed_methods(HttpResponse const& response) {
  for (auto const& [name, value] : response.headers)
    if (name == "Allow") return value;
  return {};
}

}  // namespace

bool is_for_other_pages(std::string_view path) {
  auto const begins = [path](std::string_view head) { return path.starts_with(head); };
  return std::find(std::begin(kOpen), std::end(kOpen), path) != std::end(kOpen) ||
         std::any_of(std::begin(kOpenBelow), std::end(kOpenBelow), begins) || !tried_game(path).empty();
}

void admit_page(Config const& config, HttpRequest const& request, HttpResponse& response) {
  EXPECT(is_for_other_pages(request.path) && !config.origins.empty(), request.path);
  add_field(response, "Vary", "Origin");
  if (!origin_listed(config, request)) return;
  add_field(response, "Access-Control-Allow-Origin", request.origin);
  add_field(response, "Access-Control-Expose-Headers", "Allow, ETag, Retry-After");
  if (request.method != "OPTIONS") return;
  add_field(response, "Access-Control-Allow-Methods", allowed_methods(response));
  add_field(response, "Access-Control-Allow-Headers", "Authorization, Content-Type, Engawa-Token, If-None-Match");
  add_field(response, "Access-Control-Max-Age", "3600");
}

}  // namespace engawa::server
