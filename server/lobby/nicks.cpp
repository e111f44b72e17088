#include "server/lobby/nicks.hpp"

#include <string>
#include <unordered_set>

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
  if (!looks_of_bots().contains(protocol::look_of(nick))) return {};
  return refuse("bad_message", "this nick looks like the name of a bot; choose another");
}

}  // namespace engawa::server
