// A JSON object that is read without building a tree and without allocating. It must be as plain as the small messages
// that programs write: ASCII without white space, and at most 8 members, which are strings without escapes, integers of
// up to 15 digits, or objects of such strings and integers. Any other object is left to json_read.hpp. For a plain
// object, both readers give the same results, through functions with the same names. The object refers to the text.
// Pure functions; any thread.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.hpp"

namespace engawa {

class PlainObject {
 public:
  enum class Kind { string, integer, object };
  struct Member {
    std::string_view key;
    std::string_view text;  // raw JSON text, but for a string only the part between the quotes
    Kind kind = Kind::string;
  };

  // nullopt: not plain, or not a JSON object.
  static std::optional<PlainObject> read(std::string_view text);

  static constexpr bool is_object() { return true; }
  // nullptr: no such member.
  Member const* find(std::string_view key) const;
  std::span<Member const> members() const { return {members_.data(), size_}; }

 private:
  static constexpr std::size_t kMost = 8;
  class Reader;

  std::array<Member, kMost> members_{};
  std::size_t size_ = 0;
};

// Same as read_int(Json const&, ..).
Result<std::optional<std::int64_t>> read_int(PlainObject const& object, char const* key, std::int64_t low,
                                             std::int64_t high);
// Same as text_at(Json const&, ..).
std::optional<std::string_view> text_at(PlainObject const& object, char const* key);

}  // namespace engawa
