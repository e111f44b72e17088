// What other sites show of a link to a room or a record (https://ogp.me): a title and a picture. Pure function; any
// thread.
#pragma once
#include <string>

#include "server/http/message.hpp"

namespace engawa::server {

// Tags for the head of the page; empty for any other path.
std::string tags_of(HttpRequest const& request);

}  // namespace engawa::server
