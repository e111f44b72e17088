#include "server/state/parts/people.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_write.hpp"

namespace engawa::server {
namespace write = json_write;
namespace {

using Persons = std::deque<Person>;

Persons::const_iterator find_in(Persons const& persons, std::string_view guest) {
  return std::find_if(persons.begin(), persons.end(), [&](Person const& person) { return person.guest == guest; });
}

// Appended, unless it is there already; the list stays short.
void put(Persons& persons, Person person) {
  std::erase_if(persons, [&](Person const& other) { return other.guest == person.guest; });
  persons.push_back(std::move(person));
  if (persons.size() > People::kMost) persons.pop_front();
}

std::optional<std::string> take(Persons& persons, std::string_view guest) {
  auto const found = find_in(persons, guest);
  if (found == persons.end()) return std::nullopt;
  auto nick = found->nick;
  persons.erase(found);
  return nick;
}

void write_persons(std::string& out, std::string_view name, Persons const& persons) {
  if (persons.empty()) return;
  out += ',';
  write::key(out, name);
  out += '{';
  for (auto const& person : persons) {
    if (out.back() != '{') out += ',';
    write::key(out, person.guest);
    write::string(out, person.nick);
  }
  out += '}';
}

}  // namespace

void to_json(Json& json, Person const& person) { json = Json::array({person.guest, person.nick}); }

void from_json(Json const& json, Person& person) {
  json.at(0).get_to(person.guest);
  json.at(1).get_to(person.nick);
}

Result<void> People::require_host(std::string_view guest) const {
  if (guest.empty() || guest == host_) return {};
  return refuse("not_host", "only the host may do that");
}

bool People::is_kicked(std::string_view guest) const { return find_in(kicked_, guest) != kicked_.end(); }

bool People::is_muted(std::string_view guest) const { return find_in(muted_, guest) != muted_.end(); }
bool People::may_talk(std::string_view guest) const { return !is_kicked(guest) && !is_muted(guest); }

void People::list(std::vector<Person>& all) const {
  all.insert(all.end(), kicked_.begin(), kicked_.end());
  all.insert(all.end(), muted_.begin(), muted_.end());
}

std::optional<int> People::pass_host_on(std::string_view leaver, Seats const& seats) {
  if (leaver != host_) return std::nullopt;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    if (!seats[i].present() || seats[i].guest == host_) continue;
    host_ = seats[i].guest;
    return static_cast<int>(i);
  }
  return std::nullopt;
}

void People::kick(Person person) { put(kicked_, std::move(person)); }
void People::mute(Person person) { put(muted_, std::move(person)); }
std::optional<std::string> People::pardon(std::string_view guest) { return take(kicked_, guest); }
std::optional<std::string> People::unmute(std::string_view guest) { return take(muted_, guest); }

void People::write(std::string& out) const {
  write_persons(out, "kicked", kicked_);
  write_persons(out, "muted", muted_);
}

void People::save(Json& snapshot) const {
  snapshot["host"] = host_;
  snapshot["kicked"] = kicked_;
  snapshot["muted"] = muted_;
}

void People::restore(Json const& snapshot, bool with_muted) {
  snapshot.at("host").get_to(host_);
  snapshot.at("kicked").get_to(kicked_);
  muted_.clear();
  if (with_muted) snapshot.at("muted").get_to(muted_);
}

}  // namespace engawa::server
