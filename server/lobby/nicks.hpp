// The names that people may have: not the names of the server's bots. Any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

// Of guests who have chosen none.
inline constexpr std::string_view kNameless = "Guest";

// Of a guest who has chosen none: kNameless, or a friendly name in this language (`ja`, else English). The next guests get
// others, so that those who come to a room together have names of their own.
std::string nameless(bool friendly, std::string_view lang);

// Refuses with `bad_message` names that look like the name of a bot. REQUIRES: `nick` is cleaned.
Result<void> admit_nick(std::string_view nick);

// The nick of a guest that an older server has stored, cleaned as a new one is; kNameless if it would be refused today.
std::string nick_of_today(std::string const& stored);

}  // namespace engawa::server
