// Whether a request names this server, and comes from its own page. Names are compared as browsers and proxies
// understand them: in any case of letters, with or without a dot at the end, with or without the default port of their
// scheme. Pure functions, except for tell_operator.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "server/http/message.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// Whether the name in Host is a configured one, or that of server.public_url. If no names are configured, all are
// accepted.
bool host_allowed(Config const& config, std::string_view host);

// Whether the admin port answers under the name in Host: an address, localhost or a configured name, which an
// attacker's DNS cannot point here. If the port is reachable from other machines, also a name without dots, as services
// have within a network of containers. Without a Host the client is not a browser.
bool admin_host_allowed(Config const& config, std::string_view host);

// Whether a page may act on the admin port: only the port's own, under the name in Host.
bool admin_origin_allowed(HttpRequest const& request);

// Whether a page may send requests: pages of the server's own host, of server.public_url, or of a configured origin.
// Requests without an Origin do not come from a browser. X-Forwarded-Host and Forwarded are not read: clients can write
// them, and proxies pass them on.
bool origin_allowed(Config const& config, HttpRequest const& request);

// Whether the page belongs to another site that server.origins lists.
bool origin_listed(Config const& config, HttpRequest const& request);

// The refusals, with the setting or the change to the proxy that would help. They are also logged for the operator:
// each once an hour, and only a few, because a refused client can make up any number of them. Any thread.
Refusal wrong_host(HttpRequest const& request);
Refusal wrong_admin_host(HttpRequest const& request);
Refusal wrong_origin(HttpRequest const& request);

}  // namespace engawa::server
