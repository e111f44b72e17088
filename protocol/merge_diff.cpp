#include "protocol/merge_diff.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace engawa::protocol {
namespace {

using nlohmann::json;

json diff(json const& before, json const& after) {
  json patch = json::object();
  for (auto const& [key, value] : before.items())
    if (!after.contains(key)) patch[key] = nullptr;
  for (auto const& [key, value] : after.items()) {
    auto const old = before.find(key);
    if (old == before.end())
      patch[key] = value;
    else if (old->is_object() && value.is_object()) {
      if (auto inner = diff(*old, value); !inner.empty()) patch[key] = std::move(inner);
    } else if (*old != value)
      patch[key] = value;
  }
  return patch;
}

// The end of the string that begins at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at + 1;
}

// The texts `"key":value` of an object's members.
std::vector<std::string_view> members_of(std::string_view object) {
  std::vector<std::string_view> members;
  std::size_t begin = 1;
  int depth = 0;
  for (std::size_t at = 0; at < object.size();) {
    char const c = object[at];
    if (c == '"') {
      at = string_end(object, at);
      continue;
    }
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if ((c == ',' && depth == 1) || depth == 0) {
      if (at > begin) members.push_back(object.substr(begin, at - begin));
      begin = at + 1;
    }
    ++at;
  }
  return members;
}

// Those of `members` whose text is not among `others`, as an object.
json without(std::vector<std::string_view> const& members, std::vector<std::string_view> const& others) {
  std::string rest = "{";
  for (auto const member : members) {
    if (std::find(others.begin(), others.end(), member) != others.end()) continue;
    if (rest.size() > 1) rest += ',';
    rest += member;
  }
  return json::parse(rest += '}');
}

}  // namespace

// Of two documents of a room most members have the same text: only the others are read.
std::string merge_diff(std::string_view before, std::string_view after) {
  auto const old_members = members_of(before), new_members = members_of(after);
  auto const text = diff(without(old_members, new_members), without(new_members, old_members)).dump();
  return text.substr(1, text.size() - 2);
}

}  // namespace engawa::protocol
