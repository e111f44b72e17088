#include "server/lobby/nicks.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <unordered_set>

#include "base/expect.hpp"
#include "games/catalog.hpp"
#include "protocol/messages.hpp"
#include "server/lobby/friendly_names.hpp"
#include "server/ops/secrets.hpp"

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

// Neighbours in the list are similar (flowers, birds), so the steps through it are long.
std::string nameless(bool friendly, std::string_view lang) {
  if (!friendly) return std::string(kNameless);
  static std::atomic<std::uint64_t> next = random_seed().number();
  constexpr std::uint64_t kStep = 35;
  static_assert(std::gcd(kStep, kFriendlyJapanese.size()) == 1 && kFriendlyJapanese.size() == kFriendlyEnglish.size());
  auto const& names = lang.starts_with("ja") ? kFriendlyJapanese : kFriendlyEnglish;
  return std::string(names[next++ % names.size() * kStep % names.size()]);
}

std::string nick_of_today(std::string const& stored) {
  auto nick = protocol::clean_nick(stored);
  return nick && admit_nick(*nick) ? std::move(*nick) : std::string(kNameless);
}

}  // namespace engawa::server
