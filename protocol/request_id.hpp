// The id of a request, as JSON text: `41` or `"a7"`. Pure functions; any thread.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/json_read.hpp"

namespace engawa::protocol {

inline constexpr std::int64_t kMaxInteger =
    (std::int64_t{1} << 53) - 1;  // of the wire: readers of JSON keep it exactly

// Empty: there is no id that an answer could carry. REQUIRES: `frame` is an object.
std::string id_of(Json const& frame);

// The same of a frame that the JSON reader refuses: too deep, a key twice, cut off. It is found as far as the frame can be
// read; of several ids the last one counts, as most readers of JSON take it.
std::string id_of_refused(std::string_view frame);

}  // namespace engawa::protocol
