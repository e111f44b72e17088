#include "server/site/own_address.hpp"

#include "base/json_write.hpp"
#include "server/ops/ip_text.hpp"
#include "server/ops/reach.hpp"

namespace engawa::server {
namespace {

std::string answer(std::string_view reach, std::string const& url = {}) {
  std::string out = "{\"reach\":\"" + std::string(reach) + '"';
  if (!url.empty()) {
    out += ",\"url\":";
    json_write::string(out, url);
  }
  return out + '}';
}

// From a browser on this machine: a proxy here passes on the name that its visitors use. Through a published port of a
// container, such requests arrive from the address of its network.
bool from_here(HttpRequest const& request) {
  auto const host = lower_case(split_port(request.host).host);
  auto const ip = read_ip(host);
  auto const named = ip ? !beyond_loopback(host) : host == "localhost" || host.ends_with(".localhost");
  return named && (in_container() || !beyond_loopback(request.address));
}

}  // namespace

std::string own_address_json(Config const& config, HttpRequest const& request) {
  if (!config.public_url.empty()) return answer("public", config.public_url + config.base_path);
  if (!from_here(request)) return answer("page");
  if (!beyond_loopback(config.bind)) return answer(in_container() ? "unknown" : "machine");
  auto const port = read_port(split_port(request.host).port);
  auto const urls = reachable_urls(config, port != 0 ? port : request.secure ? 443 : 80);
  return urls.empty() ? answer("unknown") : answer("network", urls.front());
}

}  // namespace engawa::server
