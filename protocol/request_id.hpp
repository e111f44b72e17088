// The id of a request, as JSON text: `41` or `"a7"`. Pure functions; any thread.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json_read.hpp"

namespace engawa::protocol {

inline constexpr std::int64_t kMaxInteger =
    (std::int64_t{1} << 53) - 1;  // on the wire: all JSON readers represent it exactly

// Empty: the frame has no id that an answer could carry. REQUIRES: `frame` is an object.
std::string id_of(Json const& frame);

// The same for a frame that the JSON reader refuses: too deep, a duplicate key, truncated. The id is found if it is in
// the readable part; if there are several, the last one counts, as in most JSON readers.
std::string id_of_refused(std::string_view frame);

}  // namespace engawa::protocol
