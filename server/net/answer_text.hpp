// The common part of all answers, and answers as text for clients without a session. Pure functions; any thread.
#pragma once
#include <span>
#include <string>
#include <utility>

#include "server/http/message.hpp"

namespace engawa::server {

// The fields of every answer: name and value.
std::span<std::pair<char const*, char const*> const> common_fields();

// A whole answer, after which the connection ends. `has_body`: false for the answer to HEAD.
std::string answer_text(HttpResponse const& response, bool has_body = true);

}  // namespace engawa::server
