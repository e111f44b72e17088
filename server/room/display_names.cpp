#include "server/room/display_names.hpp"

#include <string_view>
#include <unordered_set>

#include "protocol/messages.hpp"

namespace engawa::server {
namespace {

// Whether a name is the nick itself or the nick with a number.
bool is_made_of(std::string_view name, std::string_view nick) {
  if (name.substr(0, nick.size()) != nick) return false;
  name.remove_prefix(nick.size());
  return name.empty() || (name.substr(0, 2) == " (" && name.back() == ')');
}

}  // namespace

std::string name_among(std::vector<Person> const& people, std::string_view guest, std::string const& nick) {
  std::unordered_set<std::string> taken;
  std::unordered_set<std::string_view> seen;  // a guest is listed once per chat line, and a skeleton takes time
  for (auto const& person : people)
    if (person.guest != guest && seen.insert(person.nick).second) taken.insert(protocol::skeleton_of(person.nick));
  auto const is_free = [&](std::string_view name) { return !taken.contains(protocol::skeleton_of(name)); };
  for (auto const& person : people)
    if (person.guest == guest && is_made_of(person.nick, nick) && is_free(person.nick)) return person.nick;
  auto name = nick;
  for (int number = 2; !is_free(name); ++number) name = nick + " (" + std::to_string(number) + ')';
  return name;
}

}  // namespace engawa::server
