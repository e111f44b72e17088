// Periods of time with a unit, as settings have them.
#pragma once
#include <cstdint>
#include <string_view>

namespace engawa::server {

// In seconds, such as 3600 for "1h": a number with s, m, h or d, up to 365 days. 0: the text is no such period, or empty.
std::int64_t seconds_of(std::string_view period);

}  // namespace engawa::server
