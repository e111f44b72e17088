// The tags from which other sites describe a link (https://ogp.me): a title, a sentence and a picture. Pure function;
// any thread.
#pragma once
#include <string>
#include <string_view>

#include "server/http/message.hpp"
#include "server/links/link_words.hpp"
#include "server/ops/config.hpp"

namespace engawa::server {

// Tags for the head of the page, in the language that the request prefers. In both if it prefers neither, as is usual
// for programs that fetch link previews. `page` and `picture` are paths.
std::string page_tags(Config const& config, HttpRequest const& request, LinkWords const& words, std::string_view page,
                      std::string_view picture);

}  // namespace engawa::server
