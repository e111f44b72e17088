#include "base/plain_object.hpp"

#include <charconv>
#include <string>

#include "base/json_read.hpp"

namespace engawa {
namespace {

constexpr std::size_t kMaxDigits = 15;  // fewer digits than the largest safe integer of JavaScript

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

class PlainObject::Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool ended() const { return rest_.empty(); }

  bool object(PlainObject& out, bool outermost) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      if (out.size_ == kMost) return false;
      auto& member = out.members_[out.size_];
      if (!string(member.key) || out.find(member.key) != nullptr || !take(':') || !value(member, outermost))
        return false;
      ++out.size_;
    } while (take(','));
    return take('}');
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view take_first(std::size_t size) {
    auto const taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  bool string(std::string_view& out) {
    if (!take('"')) return false;
    std::size_t size = 0;
    for (; size < rest_.size() && rest_[size] != '"'; ++size)
      if (rest_[size] < ' ' || rest_[size] > '~' || rest_[size] == '\\') return false;
    out = take_first(size);
    return take('"');
  }

  bool integer(std::string_view& out) {
    std::size_t const sign = rest_.starts_with('-') ? 1 : 0;
    auto size = sign;
    while (size < rest_.size() && is_digit(rest_[size])) ++size;
    if (size == sign || size - sign > kMaxDigits || (rest_[sign] == '0' && size > 1)) return false;
    out = take_first(size);
    return true;
  }

  bool value(Member& member, bool outermost) {
    if (rest_.starts_with('"')) {
      member.kind = Kind::string;
      return string(member.text);
    }
    if (!rest_.starts_with('{')) {
      member.kind = Kind::integer;
      return integer(member.text);
    }
    if (!outermost) return false;
    member.kind = Kind::object;
    auto const from = rest_;
    PlainObject inner;
    if (!object(inner, false)) return false;
    member.text = from.substr(0, from.size() - rest_.size());
    return true;
  }

  std::string_view rest_;
};

std::optional<PlainObject> PlainObject::read(std::string_view text) {
  PlainObject object;
  Reader reader(text);
  if (!reader.object(object, true) || !reader.ended()) return std::nullopt;
  return object;
}

PlainObject::Member const* PlainObject::find(std::string_view key) const {
  for (std::size_t i = 0; i < size_; ++i)
    if (members_[i].key == key) return &members_[i];
  return nullptr;
}

Result<std::optional<std::int64_t>> read_int(PlainObject const& object, char const* key, std::int64_t low,
                                             std::int64_t high) {
  auto const* const member = object.find(key);
  if (!member) return std::optional<std::int64_t>{};
  std::int64_t value = 0;
  auto const text = member->text;
  if (member->kind == PlainObject::Kind::integer) std::from_chars(text.data(), text.data() + text.size(), value);
  if (member->kind != PlainObject::Kind::integer || value < low || value > high) return not_in_range(key, low, high);
  return std::optional<std::int64_t>{value};
}

std::optional<std::string_view> text_at(PlainObject const& object, char const* key) {
  auto const* const member = object.find(key);
  if (!member || member->kind != PlainObject::Kind::string) return std::nullopt;
  return member->text;
}

}  // namespace engawa
