// RFC 7386 merge patches between two documents, for changes that are rare enough to be found by comparison.
#pragma once
#include <string>
#include <string_view>

namespace engawa::protocol {

// The members (without braces) of the patch that turns `before` into `after`.
// REQUIRES: both are JSON objects as text, without nulls inside and without spaces between.
std::string merge_diff(std::string_view before, std::string_view after);

}  // namespace engawa::protocol
