#include "server/ops/period.hpp"

#include <charconv>

namespace engawa::server {

std::int64_t seconds_of(std::string_view period) {
  constexpr std::int64_t kMost = 365 * 86'400;
  std::int64_t const unit = period.ends_with('s')   ? 1
                            : period.ends_with('m') ? 60
                            : period.ends_with('h') ? 3'600
                            : period.ends_with('d') ? 86'400
                                                    : 0;
  if (unit == 0) return 0;
  std::int64_t count = 0;
  auto const* const end = period.data() + period.size() - 1;
  auto const parsed = std::from_chars(period.data(), end, count);
  bool const is_whole = parsed.ec == std::errc{} && parsed.ptr == end;
  return is_whole && count > 0 && count <= kMost / unit ? count * unit : 0;
}

}  // namespace engawa::server
