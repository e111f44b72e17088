#include "server/lobby/nicks.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/expect.hpp"
#include "games/catalog.hpp"
#include "protocol/messages.hpp"

namespace engawa::server {
namespace {

std::unordered_set<std::string> const& looks_of_bots() {
  static auto const looks = [] {
    std::unordered_set<std::string> made;
    for (auto const& game : games::catalog())
      for (auto const& bot : game.info().bots)
        for (std::string_view const name :
             {std::string_view(bot.id), std::string_view(bot.title.en), std::string_view(bot.title.ja)})
          made.insert(protocol::look_of(name));
    return made;
  }();
  return looks;
}

}  // namespace

Result<void> admit_nick(std::string_view nick) {
  EXPECT(protocol::clean_nick(nick).has_value() && *protocol::clean_nick(nick) == nick, nick);
  auto const& bots = looks_of_bots();
  auto const looks = protocol::looks_of(nick);
  bool const like_a_bot =
      protocol::is_marked_as_bot(nick) ||
      std::any_of(looks.begin(), looks.end(), [&](auto const& look) { return bots.contains(look); });
  if (!like_a_bot) return {};
  return refuse("bad_message", "this nick looks like the name of a bot; choose another");
}

std::string nick_of_today(std::string const& stored) {
  auto nick = protocol::clean_nick(stored);
  return nick && admit_nick(*nick) ? std::move(*nick) : std::string(kNameless);
}

}  // namespace engawa::server
