// Pages of other sites that call the API in a browser (CORS, in the Fetch standard): those that server.origins lists,
// for the calls that a page needs to play. No cookies: the token of a guest is a header. Pure functions; any thread.
#pragma once
#include <string_view>

#include "server/http/message.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// Whether pages of other sites may use this address, if any are configured.
bool is_for_other_pages(std::string_view path);

// Adds the fields that let the browser show the answer to the page, if the page's origin is listed; for OPTIONS also
// those that say what the page may send. REQUIRES: is_for_other_pages(request.path), and server.origins is not empty.
void admit_page(Config const& config, HttpRequest const& request, HttpResponse& response);

}  // namespace engawa::server
