// The content of a request as a hash: the same content with the same id is a repetition; different content is a
// different request.
//
// The order of members, spacing and escapes do not count; the id and `hash` are not part of the content. Not for
// secrets: two different contents collide with probability 2^-32. Pure functions without allocation; any thread.
#pragma once
#include <cstdint>
#include <string_view>

#include "base/json_read.hpp"
#include "base/plain_object.hpp"

namespace engawa::protocol {

// Never 0, which stands for unknown content. Both overloads give the same result for the same frame. REQUIRES: `frame`
// is an object; in the second form, PlainObject::read() of a whole frame.
std::uint32_t content_of(Json const& frame);
std::uint32_t content_of(PlainObject const& frame);

// The content of a frame that does not exist as text, built member by member.
class ContentSum {
 public:
  ContentSum& text(std::string_view key, std::string_view value);
  ContentSum& integer(std::string_view key, std::int64_t value);
  // `value` is the JSON text of an object that parse_json() takes.
  ContentSum& object(std::string_view key, std::string_view value);
  std::uint32_t content() const;

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace engawa::protocol
