// The names that people may have: not those of the server's bots. Any thread.
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace engawa::server {

// The nick of guests who have chosen none.
inline constexpr std::string_view kNameless = "Guest";

// For a guest who has chosen no name: kNameless, or a friendly name in this language (`ja`, otherwise English). The
// next guests get other names, so that guests who enter a room together are distinguishable.
std::string nameless(bool friendly, std::string_view lang);

// Refuses with `bad_message` names that look like the name of a bot. REQUIRES: `nick` is cleaned.
Result<void> admit_nick(std::string_view nick);

// The nick of a guest that an older server has stored, cleaned by today's rules; kNameless if it would be refused
// today.
std::string nick_of_today(std::string const& stored);

}  // namespace engawa::server
