#include "protocol/content.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/expect.hpp"
#include "base/fnv.hpp"

namespace engawa::protocol {
namespace {

// Two of the outermost members are left out: `id` names the request, and `hash` tells what the client has seen, which
// may be more when it repeats the request after a reconnect.
bool is_content(std::string_view key) { return key != "id" && key != "hash"; }

std::uint64_t string_hash(std::string_view text) { return Fnv().add("s").add(text).value(); }
std::uint64_t integer_hash(std::int64_t value) { return Fnv().add("i").add(static_cast<std::uint64_t>(value)).value(); }
std::uint64_t member_hash(std::string_view key, std::uint64_t value) { return Fnv().add(key).add(value).value(); }

std::uint64_t number_hash(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (value == std::floor(value) && std::abs(value) <= kExact) return integer_hash(static_cast<std::int64_t>(value));
  return Fnv().add("d").add(std::bit_cast<std::uint64_t>(value)).value();
}

std::uint64_t value_hash(Json const& value);

// A sum over the members, so that their order does not matter.
std::uint64_t object_hash(Json const& object, bool is_frame) {
  std::uint64_t sum = 0;
  for (auto const& [key, value] : object.items())
    if (!is_frame || is_content(key)) sum += member_hash(key, value_hash(value));
  return Fnv().add("o").add(sum).value();
}

std::uint64_t value_hash(Json const& value) {
  if (value.is_object()) return object_hash(value, false);
  if (value.is_string()) return string_hash(value.get_ref<std::string const&>());
  if (value.is_number_integer()) return integer_hash(value.get<std::int64_t>());
  if (value.is_number()) return number_hash(value.get<double>());
  if (value.is_boolean()) return Fnv().add(value.get<bool>() ? "true" : "false").value();
  Fnv list;
  if (value.is_array())
    for (auto const& element : value) list.add(value_hash(element));
  return list.add(value.is_array() ? "list" : "null").value();
}

std::uint64_t object_hash(PlainObject const& object, bool is_frame);

std::uint64_t value_hash(PlainObject::Member const& member) {
  if (member.kind == PlainObject::Kind::string) return string_hash(member.text);
  if (member.kind == PlainObject::Kind::object) return object_hash(*PlainObject::read(member.text), false);
  std::int64_t value = 0;
  std::from_chars(member.text.data(), member.text.data() + member.text.size(), value);
  return integer_hash(value);
}

std::uint64_t object_hash(PlainObject const& object, bool is_frame) {
  std::uint64_t sum = 0;
  for (auto const& member : object.members())
    if (!is_frame || is_content(member.key)) sum += member_hash(member.key, value_hash(member));
  return Fnv().add("o").add(sum).value();
}

std::uint32_t known(std::uint64_t hash) {
  auto const folded = static_cast<std::uint32_t>(hash ^ (hash >> 32));
  return folded == 0 ? 1 : folded;
}

}  // namespace

std::uint32_t content_of(Json const& frame) {
  EXPECT(frame.is_object());
  return known(object_hash(frame, true));
}

ContentSum& ContentSum::text(std::string_view key, std::string_view value) {
  sum_ += member_hash(key, string_hash(value));
  return *this;
}

ContentSum& ContentSum::integer(std::string_view key, std::int64_t value) {
  sum_ += member_hash(key, integer_hash(value));
  return *this;
}

ContentSum& ContentSum::object(std::string_view key, std::string_view value) {
  if (auto const plain = PlainObject::read(value)) {
    sum_ += member_hash(key, object_hash(*plain, false));
  } else {
    auto const tree = parse_json(value);
    EXPECT(tree.has_value(), value);
    if (tree) sum_ += member_hash(key, value_hash(*tree));
  }
  return *this;
}

std::uint32_t ContentSum::content() const { return known(Fnv().add("o").add(sum_).value()); }

std::uint32_t content_of(PlainObject const& frame) { return known(object_hash(frame, true)); }

}  // namespace engawa::protocol
