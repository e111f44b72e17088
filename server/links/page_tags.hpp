// What other sites show of a link (https://ogp.me): a title, a sentence and a picture. Pure function; any thread.
#pragma once
#include <string>
#include <string_view>

#include "server/http/message.hpp"
#include "server/links/link_words.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// Tags for the head of the page, in the language that the request prefers; in both if it prefers neither, as those
// programs do that look at links for chats. `page` and `picture` are paths.
std::string page_tags(Config const& config, HttpRequest const& request, LinkWords const& words, std::string_view page,
                      std::string_view picture);

}  // namespace engawa::server
