#include "protocol/merge_diff.hpp"

#include <algorithm>
#include <vector>

#include "base/expect.hpp"

namespace engawa::protocol {
namespace {

// As they are in the text: the key with its quotes.
struct Member {
  std::string_view key, value;
};

// The end of the string that begins at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (++at; text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at + 1;
}

// The end of the value that begins at `at`: a comma, or a closing bracket of the enclosing value.
std::size_t value_end(std::string_view text, std::size_t at) {
  for (int depth = 0; at < text.size();) {
    char const c = text[at];
    if (c == '"') {
      at = string_end(text, at);
      continue;
    }
    bool const closes = c == '}' || c == ']';
    if (depth == 0 && (closes || c == ',')) break;
    depth += (c == '{' || c == '[') - closes;
    ++at;
  }
  return at;
}

std::vector<Member> members_of(std::string_view object) {
  std::vector<Member> members;
  members.reserve(32);  // a room's document has fewer
  for (std::size_t at = 1; at < object.size() && object[at] == '"';) {
    auto const colon = string_end(object, at), end = value_end(object, colon + 1);
    members.push_back({object.substr(at, colon - at), object.substr(colon + 1, end - colon - 1)});
    at = end + 1;
  }
  return members;
}

Member const* find(std::vector<Member> const& members, std::string_view key) {
  auto const found = std::find_if(members.begin(), members.end(), [&](Member const& m) { return m.key == key; });
  return found == members.end() ? nullptr : &*found;
}

void add(std::string& out, std::string_view key, std::string_view value) {
  if (!out.empty() && out.back() != '{') out += ',';
  out.append(key).append(":").append(value);
}

void diff(std::string& out, std::string_view before, std::string_view after) {
  auto const old_members = members_of(before), new_members = members_of(after);
  for (auto const& old : old_members)
    if (!find(new_members, old.key)) add(out, old.key, "null");
  for (auto const& member : new_members) {
    auto const* const old = find(old_members, member.key);
    if (old && old->value == member.value) continue;
    if (!old || old->value.front() != '{' || member.value.front() != '{') {
      add(out, member.key, member.value);
      continue;
    }
    auto const before_it = out.size();
    add(out, member.key, "{");
    diff(out, old->value, member.value);
    if (out.back() == '{')
      out.resize(before_it);  // only their order differs
    else
      out += '}';
  }
}

}  // namespace

// Compared as texts: equal values written by the same code have equal texts. If the texts differ although the values
// are equal, the patch is too long but still right.
std::string merge_diff(std::string_view before, std::string_view after) {
  EXPECT(before.starts_with('{') && before.ends_with('}'), before);
  EXPECT(after.starts_with('{') && after.ends_with('}'), after);
  std::string out;
  diff(out, before, after);
  return out;
}

}  // namespace engawa::protocol
