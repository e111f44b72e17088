// A JSON object that is read without building a tree and without allocating, if it is as plain as programs write small
// messages: ASCII without white space, at most 8 members, and in them only strings without escapes, integers of up to 15
// digits, and objects of such strings and integers. What is less plain is not refused: json_read.hpp reads it. Both
// find the same in a plain object, through functions of the same names.
// The object refers to the text. Pure functions; any thread.
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
    std::string_view text;  // as it stands, but of a string what is between the quotes
    Kind kind = Kind::string;
  };

  // nullopt: not plain, or no JSON object at all.
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

// As read_int(Json const&, ..).
Result<std::optional<std::int64_t>> read_int(PlainObject const& object, char const* key, std::int64_t low,
                                             std::int64_t high);
// As text_at(Json const&, ..).
std::optional<std::string_view> text_at(PlainObject const& object, char const* key);

}  // namespace engawa
